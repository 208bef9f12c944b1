import { useState } from 'preact/hooks';

import { bodyOf, control, openControl } from '../api/control.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { Empty } from '../parts/notice.tsx';
import { saveFile } from '../parts/save-file.ts';
import { ClientChoice, isOperation, OperationChoice } from '../parts/service-choices.tsx';
import { readAnew } from '../state/live.ts';
import { goTo, route, setFilters, workspace } from '../state/route.ts';
import type { Filters } from '../state/route.ts';
import { notify } from '../state/toasts.ts';
import { RequestDetail } from './request-detail.tsx';
import { RequestRow } from './request-row.tsx';
import { NO_FILTER, useJournal, useLinkedEntry } from './journal-list.ts';
import type { Filter } from './journal-list.ts';

const HAR = 'application/har+json';

/** The requests of the service as they come, and one of them side by side with its response. */
export function TrafficView() {
  const filter = filterOf(route.value.filters);
  const [stand, setStand] = useState<'follow' | 'still'>('follow');
  const journal = useJournal(filter, stand);
  const { item } = route.value;
  const listed = journal.entries?.find(({ id }) => id === item);
  const linked = useLinkedEntry(listed === undefined ? item : undefined);
  const chosen = listed ?? linked;
  const isFiltered = Object.values(filter).some((value) => value !== '');

  async function empty() {
    await bodyOf(control(workspace.value).DELETE('/journal'));
    notify('The journal is empty.');
    goTo({ view: 'traffic' });
    readAnew();
  }

  async function save() {
    const response = await openControl(workspace.value, '/journal?format=har', { accept: HAR });
    saveFile(`${workspace.value}.har`, await response.text(), HAR);
  }

  const set = (part: Partial<Filter>) => setFilters(part);
  return (
    <>
      <div class="toolbar">
        <OperationChoice
          any="all"
          value={filter.operation}
          onChange={(operation) => set({ operation })}
        />
        <ClientChoice
          any="all"
          value={filter.clientId}
          onChange={(clientId) => set({ clientId })}
        />
        <TextField
          label="Outcome"
          value={filter.outcome}
          onInput={(outcome) => set({ outcome })}
          placeholder="refused, otpWrong, 401…"
          suggestions={['accepted', 'refused', 'fault', 'aborted', '400', '401', '403', '429']}
        />
        <TextField
          label="User"
          type="search"
          value={filter.user}
          onInput={(user) => set({ user })}
          placeholder="id, key, number, address"
        />
        <Button
          icon={stand === 'follow' ? 'pause' : 'try'}
          pressed={stand === 'still'}
          onClick={() => setStand(stand === 'follow' ? 'still' : 'follow')}
        >
          {stand === 'follow' ? 'Pause' : 'Resume'}
        </Button>
        <Button icon="download" label="Save as HAR" onClick={save}>
          HAR
        </Button>
        <Button icon="trash" onClick={empty}>
          Empty
        </Button>
      </div>
      {journal.entries?.length === 0 ? (
        <Empty
          icon={isFiltered ? 'search' : 'traffic'}
          title={isFiltered ? 'No matching requests' : 'No requests yet'}
        >
          {journal.problem !== undefined && <p>{journal.problem}</p>}
          {isFiltered ? (
            <Button onClick={() => set(NO_FILTER)}>Show all requests</Button>
          ) : (
            <>
              <p>Point your app at the base URL above. Its requests appear here.</p>
              <Button onClick={() => goTo({ view: 'try' })}>Send a request</Button>
            </>
          )}
        </Empty>
      ) : (
        <div class="split traffic">
          <section class="split-list" aria-label="Requests">
            <ol class="calls" aria-label="Requests, newest first">
              {journal.entries?.map((entry) => (
                <RequestRow key={entry.id} entry={entry} isChosen={entry.id === item} />
              ))}
            </ol>
            {journal.hasOlder && <Button onClick={journal.readOlder}>Show older requests</Button>}
          </section>
          <section class="split-detail" aria-label="Request details">
            {chosen === undefined ? (
              <NoRequest isNamed={item !== undefined} />
            ) : (
              <RequestDetail entry={chosen} />
            )}
          </section>
        </div>
      )}
    </>
  );
}

/** Nothing is chosen, or a link leads to a request that is no longer recorded. */
function NoRequest({ isNamed }: { readonly isNamed: boolean }) {
  return isNamed ? (
    <Empty icon="search" title="This request is no longer in the journal">
      <p>The journal was cleared, or newer requests have replaced it.</p>
    </Empty>
  ) : (
    <Empty icon="traffic" title="Select a request">
      <p>Shows the request and the response, and the violated rule, if any.</p>
    </Empty>
  );
}

function filterOf({ operation = '', clientId = '', outcome = '', user = '' }: Filters): Filter {
  return { operation: isOperation(operation) ? operation : '', clientId, outcome, user };
}
