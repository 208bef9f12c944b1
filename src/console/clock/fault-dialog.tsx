import { useState } from 'preact/hooks';

import type { FaultRule, Schemas, ServiceOperation } from '../api/schemas.ts';
import { Choice, toOptions, TextField } from '../parts/field.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { ClientChoice, OperationChoice } from '../parts/service-choices.tsx';

export function FaultDialog({
  onAdd,
  onClose,
}: {
  onAdd: (rule: FaultRule) => Promise<void>;
  onClose: () => void;
}) {
  const [form, setForm] = useState(BLANK);
  const set = (part: Partial<FaultForm>) => setForm({ ...form, ...part });
  const text = (name: 'user' | 'status' | 'body' | 'delay' | 'times' | 'probability' | 'id') => ({
    value: form[name],
    onInput: (value: string) => set({ [name]: value }),
  });

  return (
    <FormDialog
      title="Add a fault"
      submit="Add fault"
      onSubmit={async () => onAdd(toRule(form))}
      onClose={onClose}
    >
      <fieldset>
        <legend>Matching requests</legend>
        <OperationChoice value={form.operation} onChange={(operation) => set({ operation })} />
        <ClientChoice any="any" value={form.clientId} onChange={(clientId) => set({ clientId })} />
        <TextField
          label="User (optional)"
          {...text('user')}
          placeholder="id, key, number, address"
        />
      </fieldset>
      <fieldset>
        <legend>Effect</legend>
        <Choice
          label="The request"
          value={form.effect}
          options={EFFECTS}
          onChange={(effect) => set({ effect })}
        />
        {form.effect === 'code' && (
          <Choice
            label="Cause"
            value={form.code}
            options={toOptions(CODES)}
            onChange={(code) => set({ code })}
          />
        )}
        {form.effect === 'status' && (
          <>
            <TextField label="Status" type="number" {...text('status')} required />
            <TextField
              label="Body (optional)"
              {...text('body')}
              placeholder='{"message": "Out of order"}'
              mono
              hint="JSON. Default: the error of the dialect with this status."
            />
          </>
        )}
        {form.effect !== 'drop' && (
          <TextField
            label={form.effect === 'delay' ? 'Delay' : 'Delay (optional)'}
            {...text('delay')}
            placeholder="PT2S"
            required={form.effect === 'delay'}
            mono
            hint="In real time, at most PT60S."
          />
        )}
      </fieldset>
      <fieldset>
        <legend>Frequency</legend>
        <TextField label="Times (optional)" type="number" {...text('times')} placeholder="always" />
        <TextField
          label="Probability (optional)"
          {...text('probability')}
          placeholder="1"
          hint="Greater than 0, at most 1; derived from the seed."
        />
        <TextField
          label="Name (optional)"
          {...text('id')}
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
        />
      </fieldset>
    </FormDialog>
  );
}

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

interface FaultForm {
  readonly id: string;
  readonly operation: ServiceOperation | '';
  readonly clientId: string;
  readonly user: string;
  readonly effect: (typeof EFFECTS)[number]['value'];
  readonly code: Schemas['CauseCode'];
  readonly status: string;
  /** JSON; empty for the default body of the status in the dialect. */
  readonly body: string;
  readonly delay: string;
  readonly times: string;
  readonly probability: string;
}

const BLANK: FaultForm = {
  id: '',
  operation: '',
  clientId: '',
  user: '',
  effect: 'code',
  code: 'rateLimited',
  status: '503',
  body: '',
  delay: '',
  times: '',
  probability: '',
};

/** Returns the rule that a form defines. @throws Error for a body that is not JSON */
function toRule(form: FaultForm): FaultRule {
  const { id, operation, clientId, user, times, probability } = form;
  return {
    ...(id && { id }),
    match: {
      ...(operation && { operation }),
      ...(clientId && { clientId }),
      ...(user && { user }),
    },
    effect: toEffect(form),
    ...(times && { times: Number(times) }),
    ...(probability && { probability: Number(probability) }),
  };
}

function toEffect({ effect, code, status, body, delay }: FaultForm): FaultRule['effect'] {
  const delayed = delay === '' || effect === 'drop' ? {} : { delay };
  switch (effect) {
    case 'code':
      return { ...delayed, code };
    case 'status':
      return { ...delayed, status: Number(status), ...(body && { body: parseJson(body) }) };
    case 'delay':
      return delayed;
    case 'drop':
    case 'truncate':
    case 'malformed':
      return { ...delayed, connection: effect };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The response body is not JSON.');
  }
}
