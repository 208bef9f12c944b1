import { useState } from 'preact/hooks';

import type { FaultRule, Schemas } from '../api/schemas.ts';
import { Choice, toOptions, TextField, FormDialog, type FormTexts } from '../parts/form.tsx';
import { ClientChoice, OperationChoice } from '../parts/service-choices.tsx';

const EFFECTS = [
  { value: 'code', text: 'gets an error' },
  { value: 'status', text: 'gets a status' },
  { value: 'delay', text: 'is only delayed' },
  { value: 'drop', text: 'loses its connection' },
  { value: 'truncate', text: 'gets half a response' },
  { value: 'malformed', text: 'gets invalid JSON' },
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

export function FaultDialog({ onAdd, onClose }: FaultDialogProps) {
  const [effect, setEffect] = useState<(typeof EFFECTS)[number]['value']>('code');
  return (
    <FormDialog
      title="Add a fault"
      submit="Add fault"
      onSubmit={async (texts) => onAdd(toRule(texts))}
      onClose={onClose}
    >
      <fieldset>
        <legend>Matching requests</legend>
        <OperationChoice name="operation" any="any" />
        <ClientChoice name="clientId" any="any" />
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
function toRule(texts: FormTexts): FaultRule {
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
