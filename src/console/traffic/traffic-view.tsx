import { useState } from 'preact/hooks';

import { answerOf, control } from '../api/control.ts';
import type { JournalEntry, ServiceOperation } from '../api/schemas.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Choice, TextField } from '../parts/field.tsx';
import { Empty } from '../parts/notice.tsx';
import { timeText } from '../parts/times.ts';
import { readAnew } from '../state/live.ts';
import { goTo, hrefOf, route, workspace } from '../state/route.ts';
import { tell } from '../state/toasts.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { CallDetail } from './call-detail.tsx';
import { NO_FILTER, useJournal } from './journal-list.ts';
import type { Filter } from './journal-list.ts';
import { statusTone } from './status-tone.ts';

const OPERATIONS: readonly ServiceOperation[] = [
  'startWalletAuth',
  'authenticateWallet',
  'addWalletToUser',
  'sendSmsOtp',
  'authenticateSmsOtp',
  'sendEmailOtp',
  'authenticateEmailOtp',
  'getUser',
];

/** The calls of the service as they come, and one of them side by side with its answer. */
export function TrafficView() {
  const { clients } = useFacts();
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const [stand, setStand] = useState<'follow' | 'still'>('follow');
  const journal = useJournal(filter, stand);
  const { item } = route.value;
  const chosen = journal.entries?.find(({ id }) => id === item);
  const isFiltered = Object.values(filter).some((value) => value !== '');

  async function empty() {
    await answerOf(control(workspace.value).DELETE('/journal'));
    tell('The journal is empty.');
    goTo({ view: 'traffic' });
    readAnew();
  }

  const set = (part: Partial<Filter>) => setFilter({ ...filter, ...part });
  return (
    <>
      <div class="toolbar">
        <Choice
          label="Operation"
          value={filter.operation}
          options={[
            { value: '', text: 'all' },
            ...OPERATIONS.map((value) => ({ value, text: value })),
          ]}
          onChange={(operation) => set({ operation })}
        />
        <Choice
          label="Client"
          value={filter.clientId}
          options={[
            { value: '', text: 'all' },
            ...clients.map(({ id }) => ({ value: id, text: id })),
          ]}
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
          {stand === 'follow' ? 'Pause' : 'Go on'}
        </Button>
        <Button icon="trash" onClick={empty}>
          Empty
        </Button>
      </div>
      {journal.entries?.length === 0 ? (
        <Empty
          icon={isFiltered ? 'search' : 'traffic'}
          title={isFiltered ? 'No call fits the filters' : 'No call yet'}
        >
          {isFiltered ? (
            <Button onClick={() => setFilter(NO_FILTER)}>Show all calls</Button>
          ) : (
            <>
              <p>Point your app at the base URL above: each call shows here as it ends.</p>
              <Button onClick={() => goTo({ view: 'try' })}>Make a call here</Button>
            </>
          )}
        </Empty>
      ) : (
        <div class="split traffic">
          <section class="split-list" aria-label="Calls">
            <ol class="calls" aria-label="Calls, the newest first">
              {journal.entries?.map((entry) => (
                <CallRow key={entry.id} entry={entry} isChosen={entry.id === item} />
              ))}
            </ol>
            {journal.hasOlder && <Button onClick={journal.readOlder}>Show older calls</Button>}
          </section>
          <section class="split-detail" aria-label="Call">
            {chosen === undefined ? (
              <Empty icon="traffic" title="Choose a call">
                <p>
                  Its request and answer show side by side, with the rule that it broke, if any.
                </p>
              </Empty>
            ) : (
              <CallDetail entry={chosen} />
            )}
          </section>
        </div>
      )}
    </>
  );
}

function CallRow({
  entry,
  isChosen,
}: {
  readonly entry: JournalEntry;
  readonly isChosen: boolean;
}) {
  const { id, at, operation, request, response, outcome, clientId, fault, chaos, durationMs } =
    entry;
  return (
    <li>
      <a
        class="call-row"
        href={hrefOf({ view: 'traffic', item: id })}
        aria-current={isChosen ? 'true' : undefined}
      >
        <Badge tone={statusTone(response?.status)}>{response?.status ?? 'none'}</Badge>
        <span class="call-text">
          <span class="call-name">{operation ?? `${request.method} ${request.path}`}</span>
          <span class="faint">
            {timeText(at)} · {clientId ?? 'no client'} · {durationMs} ms
          </span>
        </span>
        {outcome !== 'accepted' && <span class="call-outcome">{outcome}</span>}
        {fault !== undefined && <Badge tone="warn">fault</Badge>}
        {chaos !== undefined && <Badge tone="warn">chaos</Badge>}
      </a>
    </li>
  );
}
