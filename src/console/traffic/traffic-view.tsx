import { useState } from 'preact/hooks';

import { control } from '../api/control.ts';
import type { JournalEntry } from '../api/schemas.ts';
import { Badge, HttpStatusBadge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { FilterBar, TextField } from '../parts/form.tsx';
import { EmptyState, Loaded } from '../parts/panel.tsx';
import { saveDocument } from '../parts/save-file.ts';
import { ClientChoice, OperationChoice } from '../parts/service-choices.tsx';
import { formatTime } from '../parts/times.ts';
import { confirmChange } from '../state/live.ts';
import { goTo, getHref, route, workspace } from '../state/route.ts';
import { useEntry, useJournal } from './use-journal.ts';
import { RequestDetail } from './request-detail.tsx';

export function TrafficView() {
  const { item, filters } = route.value;
  const { operation = '', clientId = '', outcome = '', user = '' } = filters;
  const filter = { operation, clientId, outcome, user };
  const [mode, setMode] = useState<'following' | 'paused'>('following');
  const journal = useJournal(filter, mode);
  const listedEntry = journal.entries?.find(({ id }) => id === item);
  // The request of a link can be older than the list, or the filter can exclude the request.
  const linkedEntry = useEntry(listedEntry === undefined ? item : undefined);
  const isFiltered = Object.values(filter).some((value) => value !== '');

  async function clear() {
    await confirmChange(control.value.DELETE('/journal'), 'The journal is empty.');
    setMode('following');
    goTo({ view: 'traffic' });
  }

  return (
    <>
      <FilterBar>
        <OperationChoice anyLabel="all" name="operation" value={operation} />
        <ClientChoice anyLabel="all" name="clientId" value={clientId} />
        <TextField
          label="Outcome"
          name="outcome"
          value={outcome}
          placeholder="refused, otpWrong, 401…"
          suggestions={['accepted', 'refused', 'fault', 'aborted', '400', '401', '403', '429']}
        />
        <TextField
          label="User"
          type="search"
          name="user"
          value={user}
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
      </FilterBar>
      {journal.entries?.length === 0 ? (
        <EmptyState
          icon={isFiltered ? 'search' : 'traffic'}
          title={isFiltered ? 'No matching requests' : 'No requests yet'}
        >
          {journal.problem !== undefined && <p>{journal.problem}</p>}
          {isFiltered ? (
            <Button onClick={() => goTo({ view: 'traffic', item })}>Show all requests</Button>
          ) : (
            <>
              <p>Use the base URL above in your app. Its requests appear here.</p>
              <Button onClick={() => goTo({ view: 'try' })}>Send a request</Button>
            </>
          )}
        </EmptyState>
      ) : (
        <div class="split traffic">
          <section class="surface stack split-list" aria-label="Requests">
            <ol class="requests" aria-label="Requests, newest first">
              {journal.entries?.map((entry) => (
                <RequestRow key={entry.id} entry={entry} isSelected={entry.id === item} />
              ))}
            </ol>
            {journal.cursor !== null && (
              <Button onClick={journal.loadOlder}>Show older requests</Button>
            )}
          </section>
          <section class="surface split-detail" aria-label="Request details">
            {item === undefined ? (
              <EmptyState icon="traffic" title="Select a request">
                <p>Its request, its response and the violated rule are shown here.</p>
              </EmptyState>
            ) : listedEntry !== undefined ? (
              <RequestDetail entry={listedEntry} />
            ) : (
              <Loaded resource={linkedEntry}>
                {(entry) => (entry ? <RequestDetail entry={entry} /> : <DroppedRequest />)}
              </Loaded>
            )}
          </section>
        </div>
      )}
    </>
  );
}

function DroppedRequest() {
  return (
    <EmptyState icon="search" title="This request is no longer in the journal">
      <p>The journal was cleared, or newer requests have replaced it.</p>
    </EmptyState>
  );
}

function RequestRow({ entry, isSelected }: { entry: JournalEntry; isSelected: boolean }) {
  const { id, at, operation, request, response, outcome, clientId, fault, chaos, durationMs } =
    entry;
  return (
    <li>
      <a
        class="list-row request-row"
        href={getHref({ view: 'traffic', item: id, filters: route.value.filters })}
        aria-current={isSelected ? 'true' : undefined}
      >
        <HttpStatusBadge status={response?.status} />
        <span class="list-text">
          <span class="list-name">{operation ?? `${request.method} ${request.path}`}</span>
          <span class="faint">
            {formatTime(at)} · {clientId ?? 'no client'} · {durationMs} ms
          </span>
        </span>
        {outcome !== 'accepted' && <span class="toned warn">{outcome}</span>}
        {fault !== undefined && <Badge tone="warn">fault</Badge>}
        {chaos !== undefined && <Badge tone="warn">chaos</Badge>}
      </a>
    </li>
  );
}
