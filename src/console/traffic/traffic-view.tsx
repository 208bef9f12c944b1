import { useState } from 'preact/hooks';

import { readBody, getControlClient } from '../api/control.ts';
import type { JournalEntry } from '../api/schemas.ts';
import { Badge, getStatusTone } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { Empty } from '../parts/panel.tsx';
import { saveDocument } from '../parts/save-file.ts';
import { ClientChoice, isOperation, OperationChoice } from '../parts/service-choices.tsx';
import { formatTime } from '../parts/times.ts';
import { refreshAll } from '../state/live.ts';
import { goTo, getHref, route, setFilters, workspace, type Filters } from '../state/route.ts';
import { notify } from '../state/toasts.ts';
import { NO_FILTER, useJournal, useLinkedEntry, type Filter } from './journal-list.ts';
import { RequestDetail } from './request-detail.tsx';

export function TrafficView() {
  const filter = toFilter(route.value.filters);
  const [mode, setMode] = useState<'following' | 'paused'>('following');
  const journal = useJournal(filter, mode);
  const { item } = route.value;
  const listed = journal.entries?.find(({ id }) => id === item);
  const linked = useLinkedEntry(listed === undefined ? item : undefined);
  const chosen = listed ?? linked;
  const isFiltered = Object.values(filter).some((value) => value !== '');

  async function clear() {
    await readBody(getControlClient().DELETE('/journal'));
    notify('The journal is empty.');
    goTo({ view: 'traffic' });
    refreshAll();
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
          icon={mode === 'following' ? 'pause' : 'try'}
          pressed={mode === 'paused'}
          onClick={() => setMode(mode === 'following' ? 'paused' : 'following')}
        >
          {mode === 'following' ? 'Pause' : 'Resume'}
        </Button>
        <Button
          icon="download"
          label="Save as HAR"
          onClick={() =>
            saveDocument(`${workspace.value}.har`, '/journal?format=har', 'application/har+json')
          }
        >
          HAR
        </Button>
        <Button icon="trash" onClick={clear}>
          Clear
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
          <section class="surface stack split-list" aria-label="Requests">
            <ol class="requests" aria-label="Requests, newest first">
              {journal.entries?.map((entry) => (
                <RequestRow key={entry.id} entry={entry} isChosen={entry.id === item} />
              ))}
            </ol>
            {journal.cursor !== null && (
              <Button onClick={journal.loadOlder}>Show older requests</Button>
            )}
          </section>
          <section class="surface split-detail" aria-label="Request details">
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

/** Shown if no request is selected, or the request of a link is no longer in the journal. */
function NoRequest({ isNamed }: { isNamed: boolean }) {
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

function toFilter({ operation = '', clientId = '', outcome = '', user = '' }: Filters): Filter {
  return { operation: isOperation(operation) ? operation : '', clientId, outcome, user };
}

function RequestRow({ entry, isChosen }: { entry: JournalEntry; isChosen: boolean }) {
  const { id, at, operation, request, response, outcome, clientId, fault, chaos, durationMs } =
    entry;
  return (
    <li>
      <a
        class="list-row request-row"
        href={getHref({ view: 'traffic', item: id, filters: route.value.filters })}
        aria-current={isChosen ? 'true' : undefined}
      >
        <Badge tone={getStatusTone(response?.status)}>{response?.status ?? 'none'}</Badge>
        <span class="list-text">
          <span class="list-name">{operation ?? `${request.method} ${request.path}`}</span>
          <span class="faint">
            {formatTime(at)} · {clientId ?? 'no client'} · {durationMs} ms
          </span>
        </span>
        {outcome !== 'accepted' && <span class="request-outcome">{outcome}</span>}
        {fault !== undefined && <Badge tone="warn">fault</Badge>}
        {chaos !== undefined && <Badge tone="warn">chaos</Badge>}
      </a>
    </li>
  );
}
