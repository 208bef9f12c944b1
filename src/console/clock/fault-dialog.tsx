import { useState } from 'preact/hooks';

import type { FaultRule } from '../api/schemas.ts';
import { Choice, plainOptions, TextField } from '../parts/field.tsx';
import { FormDialog } from '../parts/form.tsx';
import { ClientChoice, OperationChoice } from '../parts/service-choices.tsx';
import { BLANK, CODES, EFFECTS, ruleOf } from './fault-form.ts';
import type { FaultForm } from './fault-form.ts';

/** Adds a fault rule: which requests it matches, and its effect. */
export function FaultDialog({
  onAdd,
  onClose,
}: {
  readonly onAdd: (rule: FaultRule) => Promise<void>;
  readonly onClose: () => void;
}) {
  const [form, setForm] = useState(BLANK);
  const set = (part: Partial<FaultForm>) => setForm({ ...form, ...part });

  return (
    <FormDialog
      title="Add a fault"
      submit="Add fault"
      onSubmit={async () => onAdd(ruleOf(form))}
      onClose={onClose}
    >
      <fieldset>
        <legend>Matching requests</legend>
        <OperationChoice value={form.operation} onChange={(operation) => set({ operation })} />
        <ClientChoice any="any" value={form.clientId} onChange={(clientId) => set({ clientId })} />
        <TextField
          label="User (optional)"
          value={form.user}
          onInput={(user) => set({ user })}
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
            options={plainOptions(CODES)}
            onChange={(code) => set({ code })}
          />
        )}
        {form.effect === 'status' && (
          <>
            <TextField
              label="Status"
              type="number"
              value={form.status}
              onInput={(status) => set({ status })}
              required
            />
            <TextField
              label="Body (optional)"
              value={form.body}
              onInput={(body) => set({ body })}
              placeholder='{"message": "Out of order"}'
              mono
              hint="JSON. Default: the error of the dialect with this status."
            />
          </>
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
        <legend>Frequency</legend>
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
          hint="Greater than 0, at most 1; derived from the seed."
        />
        <TextField
          label="Name (optional)"
          value={form.id}
          onInput={(id) => set({ id })}
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
        />
      </fieldset>
    </FormDialog>
  );
}
