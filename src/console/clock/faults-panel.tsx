import { useState } from 'preact/hooks';

import { control, readBody } from '../api/control.ts';
import type { Fault, FaultRule } from '../api/schemas.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Loaded, Panel } from '../parts/panel.tsx';
import { pluralize } from '../parts/times.ts';
import { lastRequest, sendChange, useResource } from '../state/live.ts';
import { FaultDialog } from './fault-dialog.tsx';

export function FaultsPanel() {
  const [isAdding, setAdding] = useState(false);
  const request = lastRequest.value;
  const faults = useResource(
    (signal) => readBody(control.value.GET('/faults', { signal })),
    [],
    request?.fault === undefined ? undefined : request.id,
  );

  const set = (rules: FaultRule[], text: string) =>
    sendChange(control.value.PUT('/faults', { body: { rules } }), text);

  return (
    <Loaded resource={faults}>
      {({ rules }) => (
        <Panel
          title="Faults"
          actions={
            <>
              {rules.length > 0 && (
                <Button
                  icon="trash"
                  size="small"
                  onClick={() => set([], 'All faults were removed.')}
                >
                  Remove all
                </Button>
              )}
              <Button icon="plus" size="small" onClick={() => setAdding(true)}>
                Add fault
              </Button>
            </>
          }
        >
          {rules.length === 0 && (
            <p class="faint">No faults. A fault rejects, delays or breaks matching requests.</p>
          )}
          <ul class="rows">
            {rules.map((rule) => (
              <li key={rule.id} class="row">
                <div class="stack tight">
                  <p>
                    <strong>{rule.id}</strong>{' '}
                    <Badge tone={rule.hits > 0 ? 'warn' : 'plain'}>
                      {pluralize(rule.hits, 'hit')}
                    </Badge>
                  </p>
                  <p>{describeFault(rule)}</p>
                </div>
                <Button
                  icon="trash"
                  label={`Remove ${rule.id}`}
                  onClick={() =>
                    set(
                      rules.filter(({ id }) => id !== rule.id).map(removeHits),
                      `The fault ${rule.id} was removed.`,
                    )
                  }
                />
              </li>
            ))}
          </ul>
          {isAdding && (
            <FaultDialog
              onAdd={(rule) => set([...rules.map(removeHits), rule], 'The fault was added.')}
              onClose={() => setAdding(false)}
            />
          )}
        </Panel>
      )}
    </Loaded>
  );
}

function removeHits({ id, match, effect, times, probability }: Fault): FaultRule {
  return { id, match, effect, probability, ...(times === undefined ? {} : { times }) };
}

function describeFault({ match, effect, times, probability }: Fault): string {
  const { operation, clientId, user, headers = {} } = match;
  const { delay, code, status, body, connection } = effect;
  const subject = [
    operation ?? 'Every request',
    clientId && `from ${clientId}`,
    user && `about ${user}`,
    ...Object.entries(headers).map(([name, value]) => `with ${name}: ${value}`),
  ];
  const predicate = [
    delay && `waits ${delay}`,
    code && `gets the error ${code}`,
    status && `gets ${status}`,
    // Without a status, the rule only replaces the body of the response.
    body !== undefined && `${status ? 'with' : 'gets'} the body ${JSON.stringify(body)}`,
    connection && CONNECTIONS[connection],
    times && `at most ${pluralize(times, 'time')}`,
    probability !== 1 && `with probability ${probability}`,
  ];
  return `${subject.filter(Boolean).join(' ')} ${predicate.filter(Boolean).join(', ')}.`;
}

const CONNECTIONS = {
  drop: 'loses its connection',
  truncate: 'gets half a response',
  malformed: 'gets invalid JSON',
} as const;
