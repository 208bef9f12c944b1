import { useState } from 'preact/hooks';

import { bodyOf, control } from '../api/control.ts';
import type { Schemas } from '../api/schemas.ts';
import { Choice, TextField } from '../parts/field.tsx';
import { FormDialog } from '../parts/form.tsx';
import type { CardProps } from './changes.tsx';

const SETTLEMENTS = [
  { value: 'byHand', text: 'Manually' },
  { value: 'success', text: 'Automatically, as COMPLETE' },
  { value: 'failure', text: 'Automatically, as FAILED' },
] as const;

/** Submits a transaction for the user; it starts as PENDING (§3). */
export function AddTransaction({
  user,
  change,
  onClose,
}: Pick<CardProps, 'user' | 'change'> & { readonly onClose: () => void }) {
  const [key, setKey] = useState('');
  const [outcome, setOutcome] = useState<(typeof SETTLEMENTS)[number]['value']>('byHand');
  const [after, setAfter] = useState('PT30S');

  async function submit() {
    const body: Schemas['SubmitTransaction'] = {
      ...(key && { key }),
      ...(outcome !== 'byHand' && { settles: { after, outcome } }),
    };
    const params = { path: { ref: user.id } };
    await change('A transaction was submitted. It is PENDING.', () =>
      bodyOf(control().POST('/users/{ref}/transactions', { params, body })),
    );
  }

  return (
    <FormDialog
      title="Add a transaction"
      submit="Submit transaction"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name (optional)"
        value={key}
        onInput={setKey}
        placeholder="first-purchase"
        pattern="[A-Za-z][A-Za-z0-9\-]{0,62}"
        hint="Letters, digits and hyphens, starting with a letter."
      />
      <Choice label="It settles" value={outcome} options={SETTLEMENTS} onChange={setOutcome} />
      {outcome !== 'byHand' && (
        <TextField
          label="After"
          value={after}
          onInput={setAfter}
          required
          mono
          hint="An ISO 8601 duration by the workspace clock: PT30S, PT5M, P1D."
        />
      )}
    </FormDialog>
  );
}
