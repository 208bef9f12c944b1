import { useState } from 'preact/hooks';

import { bodyOf, control } from '../api/control.ts';
import type { Schemas } from '../api/schemas.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Choice, TextField } from '../parts/field.tsx';
import { notifyFailure } from '../state/toasts.ts';
import { workspace } from '../state/route.ts';
import type { CardProps } from './card-props.ts';

const ENDS = [
  { value: 'byHand', text: 'Manually' },
  { value: 'success', text: 'Automatically, as COMPLETE' },
  { value: 'failure', text: 'Automatically, as FAILED' },
] as const;

/** A transaction to submit for the user: always PENDING at first (§3). */
export function AddTransaction({
  user,
  change,
  onClose,
}: Pick<CardProps, 'user' | 'change'> & { readonly onClose: () => void }) {
  const [key, setKey] = useState('');
  const [ends, setEnds] = useState<(typeof ENDS)[number]['value']>('byHand');
  const [after, setAfter] = useState('PT30S');

  async function submit() {
    const body: Schemas['SubmitTransaction'] = {
      ...(key === '' ? {} : { key }),
      ...(ends === 'byHand' ? {} : { settles: { after, outcome: ends } }),
    };
    const path = { ref: user.id };
    await change('A transaction was submitted. It is PENDING.', () =>
      bodyOf(
        control(workspace.value).POST('/users/{ref}/transactions', { params: { path }, body }),
      ),
    );
    onClose();
  }

  return (
    <Dialog title="Add a transaction" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit().catch(notifyFailure);
        }}
      >
        <TextField
          label="Name (optional)"
          value={key}
          onInput={setKey}
          placeholder="first-purchase"
          pattern="[A-Za-z][A-Za-z0-9\-]{0,62}"
          hint="Letters, digits and hyphens, starting with a letter."
        />
        <Choice label="It settles" value={ends} options={ENDS} onChange={setEnds} />
        {ends !== 'byHand' && (
          <TextField
            label="After"
            value={after}
            onInput={setAfter}
            required
            mono
            hint="An ISO 8601 duration by the workspace clock: PT30S, PT5M, P1D."
          />
        )}
        <div class="actions">
          <Button look="primary" type="submit">
            Submit transaction
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
