import { useState } from 'preact/hooks';

import type { FaultRule, Schemas, ServiceOperation } from '../api/schemas.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Choice, plainOptions, TextField } from '../parts/field.tsx';
import { tellFailure } from '../state/toasts.ts';
import { useFacts } from '../state/workspace-facts.ts';

const OPERATIONS: readonly (ServiceOperation | '')[] = [
  '',
  'startWalletAuth',
  'authenticateWallet',
  'addWalletToUser',
  'sendSmsOtp',
  'authenticateSmsOtp',
  'sendEmailOtp',
  'authenticateEmailOtp',
  'getUser',
];

const EFFECTS = [
  { value: 'code', text: 'is refused, for a cause' },
  { value: 'status', text: 'gets a status' },
  { value: 'delay', text: 'is only delayed' },
  { value: 'drop', text: 'loses its connection' },
  { value: 'truncate', text: 'gets half an answer' },
  { value: 'malformed', text: 'gets broken JSON' },
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

interface Form {
  readonly id: string;
  readonly operation: ServiceOperation | '';
  readonly clientId: string;
  readonly user: string;
  readonly effect: (typeof EFFECTS)[number]['value'];
  readonly code: Schemas['CauseCode'];
  readonly status: string;
  readonly delay: string;
  readonly times: string;
  readonly probability: string;
}

const BLANK: Form = {
  id: '',
  operation: '',
  clientId: '',
  user: '',
  effect: 'code',
  code: 'rateLimited',
  status: '503',
  delay: '',
  times: '',
  probability: '',
};

/** A rule to add: which calls it fits, and what happens to them. */
export function FaultDialog({
  onAdd,
  onClose,
}: {
  readonly onAdd: (rule: FaultRule) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { clients } = useFacts();
  const [form, setForm] = useState(BLANK);
  const set = (part: Partial<Form>) => setForm({ ...form, ...part });

  return (
    <Dialog title="Add a fault" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onAdd(ruleOf(form)).then(onClose, tellFailure);
        }}
      >
        <fieldset>
          <legend>Which calls</legend>
          <Choice
            label="Operation"
            value={form.operation}
            options={OPERATIONS.map((value) => ({ value, text: value === '' ? 'any' : value }))}
            onChange={(operation) => set({ operation })}
          />
          <Choice
            label="Client"
            value={form.clientId}
            options={[
              { value: '', text: 'any' },
              ...clients.map(({ id }) => ({ value: id, text: id })),
            ]}
            onChange={(clientId) => set({ clientId })}
          />
          <TextField
            label="User (optional)"
            value={form.user}
            onInput={(user) => set({ user })}
            placeholder="id, key, number, address"
          />
        </fieldset>
        <fieldset>
          <legend>What happens</legend>
          <Choice
            label="The call"
            value={form.effect}
            options={EFFECTS}
            onChange={(effect) => set({ effect })}
          />
          {form.effect === 'code' && (
            <Choice
              label="Cause"
              value={form.code}
              options={plainOptions(CODES)}
              onChange={(code) => set({ code })}
            />
          )}
          {form.effect === 'status' && (
            <TextField
              label="Status"
              type="number"
              value={form.status}
              onInput={(status) => set({ status })}
              required
            />
          )}
          {form.effect !== 'drop' && (
            <TextField
              label={form.effect === 'delay' ? 'Delay' : 'Delay (optional)'}
              value={form.delay}
              onInput={(delay) => set({ delay })}
              placeholder="PT2S"
              required={form.effect === 'delay'}
              mono
              hint="In real time, at most PT60S."
            />
          )}
        </fieldset>
        <fieldset>
          <legend>How often</legend>
          <TextField
            label="Times (optional)"
            type="number"
            value={form.times}
            onInput={(times) => set({ times })}
            placeholder="always"
          />
          <TextField
            label="Probability (optional)"
            value={form.probability}
            onInput={(probability) => set({ probability })}
            placeholder="1"
            hint="Above 0, at most 1; drawn from the seed."
          />
          <TextField
            label="Name (optional)"
            value={form.id}
            onInput={(id) => set({ id })}
            pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
          />
        </fieldset>
        <div class="actions">
          <Button look="primary" type="submit">
            Add fault
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

function ruleOf(form: Form): FaultRule {
  const { id, operation, clientId, user, times, probability } = form;
  return {
    ...(id === '' ? {} : { id }),
    match: {
      ...(operation === '' ? {} : { operation }),
      ...(clientId === '' ? {} : { clientId }),
      ...(user === '' ? {} : { user }),
    },
    effect: effectOf(form),
    ...(times === '' ? {} : { times: Number(times) }),
    ...(probability === '' ? {} : { probability: Number(probability) }),
  };
}

function effectOf({ effect, code, status, delay }: Form): FaultRule['effect'] {
  const waits = delay === '' || effect === 'drop' ? {} : { delay };
  switch (effect) {
    case 'code':
      return { ...waits, code };
    case 'status':
      return { ...waits, status: Number(status) };
    case 'delay':
      return waits;
    case 'drop':
    case 'truncate':
    case 'malformed':
      return { ...waits, connection: effect };
  }
}
