import { useState } from 'preact/hooks';
import { control, readBody } from '../api/control.ts';
import type { Fault, FaultRule, Schemas } from '../api/schemas.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Choice, toOptions, TextField, FormDialog, type FormTexts } from '../parts/form.tsx';
import { Loaded, Panel } from '../parts/panel.tsx';
import { ClientChoice, OperationChoice } from '../parts/service-choices.tsx';
import { pluralize } from '../parts/times.ts';
import { lastRequest, confirmChange, useResource } from '../state/live.ts';

export function FaultsPanel() {
  const [isAdding, setAdding] = useState(false);
  const faults = useResource(
    (signal) => readBody(control.value.GET('/faults', { signal })),
    [],
    // The last request can have increased the number of hits.
    lastRequest.value?.id,
  );

  const add = (rule: FaultRule) =>
    confirmChange(control.value.POST('/faults', { body: rule }), 'The fault was added.');
  const removeAll = () =>
    confirmChange(control.value.DELETE('/faults'), 'All faults were removed.');
  const remove = (removed: Fault, current: readonly Fault[]) => {
    const rules = current.filter(({ id }) => id !== removed.id).map(toFaultRule);
    const restart = rules.length === 0 ? '' : ' The hits of the other faults restart at 0.';
    const text = `The fault ${removed.id} was removed.${restart}`;
    return confirmChange(control.value.PUT('/faults', { body: { rules } }), text);
  };

  return (
    <Loaded resource={faults}>
      {({ rules }) => (
        <Panel
          title="Faults"
          actions={
            <>
              {rules.length > 0 && (
                <Button icon="trash" size="small" onClick={removeAll}>
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
                  onClick={() => remove(rule, rules)}
                />
              </li>
            ))}
          </ul>
          {isAdding && <FaultDialog onAdd={add} onClose={() => setAdding(false)} />}
        </Panel>
      )}
    </Loaded>
  );
}

/** Returns the rule of a fault, without its number of hits. */
function toFaultRule({ id, match, effect, times, probability }: Fault): FaultRule {
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
    // Without a status, the rule replaces only the body of the response.
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

const EFFECTS = [
  { value: 'code', text: 'gets an error' },
  { value: 'status', text: 'gets a status' },
  { value: 'delay', text: 'is only delayed' },
  { value: 'drop', text: CONNECTIONS.drop },
  { value: 'truncate', text: CONNECTIONS.truncate },
  { value: 'malformed', text: CONNECTIONS.malformed },
] as const;

const CODES: readonly Schemas['CauseCode'][] = [
  'rateLimited',
  'internal',
  'clientCredentials',
  'bearer',
  'signature',
  'challengeUnknown',
  'challengeExpired',
  'otpWrong',
  'otpExpired',
  'otpLocked',
  'identityUnknown',
  'identityTaken',
  'flagRestricts',
];

interface FaultDialogProps {
  readonly onAdd: (rule: FaultRule) => Promise<unknown>;
  readonly onClose: () => void;
}

function FaultDialog({ onAdd, onClose }: FaultDialogProps) {
  const [effect, setEffect] = useState<(typeof EFFECTS)[number]['value']>('code');
  return (
    <FormDialog
      title="Add a fault"
      submitLabel="Add fault"
      onSubmit={async (texts) => onAdd(readForm(texts))}
      onClose={onClose}
    >
      <fieldset>
        <legend>Matching requests</legend>
        <OperationChoice name="operation" anyLabel="any" />
        <ClientChoice name="clientId" anyLabel="any" />
        <TextField label="User (optional)" name="user" placeholder="id, key, number, address" />
      </fieldset>
      <fieldset>
        <legend>Effect</legend>
        <Choice label="The request" value={effect} options={EFFECTS} onChange={setEffect} />
        {effect === 'code' && <Choice label="Cause" name="code" options={toOptions(CODES)} />}
        {effect === 'status' && (
          <>
            <TextField label="Status" type="number" name="status" defaultValue="503" required />
            <TextField
              label="Body (optional)"
              name="body"
              placeholder='{"message": "Out of order"}'
              mono
              hint="JSON. Default: the error of the dialect with this status."
            />
          </>
        )}
        {effect !== 'drop' && (
          <TextField
            label={effect === 'delay' ? 'Delay' : 'Delay (optional)'}
            name="delay"
            placeholder="PT2S"
            required={effect === 'delay'}
            mono
            hint="In real time, at most PT60S."
          />
        )}
        {(effect === 'drop' || effect === 'truncate' || effect === 'malformed') && (
          <input type="hidden" name="connection" value={effect} />
        )}
      </fieldset>
      <fieldset>
        <legend>Frequency</legend>
        <TextField label="Times (optional)" type="number" name="times" placeholder="always" />
        <TextField
          label="Probability (optional)"
          name="probability"
          placeholder="1"
          hint="Greater than 0, at most 1; derived from the seed."
        />
        <TextField label="Name (optional)" name="id" pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}" />
      </fieldset>
    </FormDialog>
  );
}

/** Returns the rule that a form defines. @throws Error for a body that is not JSON */
function readForm(texts: FormTexts): FaultRule {
  const { id, operation, clientId, user, times, probability, status, body, ...effect } = texts;
  const rule = {
    id,
    match: { operation, clientId, user },
    effect: { ...effect, status: toNumber(status), body: body && parseJson(body) },
    times: toNumber(times),
    probability: toNumber(probability),
  };
  // The choices allow only values of the contract; undefined members are not sent.
  return rule as FaultRule;
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The response body is not JSON.');
  }
}
