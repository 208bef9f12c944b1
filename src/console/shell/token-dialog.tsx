import { useState } from 'preact/hooks';

import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { readAnew } from '../state/live.ts';
import { giveToken, tokenNeed } from '../state/token.ts';

/** Asks for the control token when the sandbox does. */
export function TokenDialog() {
  const [token, setToken] = useState('');
  if (tokenNeed.value === 'none') return null;

  return (
    <Dialog title="This sandbox asks for its control token">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          giveToken(token.trim());
          setToken('');
          readAnew();
        }}
      >
        <p>
          The sandbox printed it when it was started, as <code>control token: …</code>, or whoever
          started it has set it. It is kept in this tab only, until you close it.
        </p>
        {tokenNeed.value === 'wrong' && (
          <p class="problem" role="alert">
            That token is not the one of this sandbox.
          </p>
        )}
        <TextField
          label="Control token"
          type="secret"
          value={token}
          onInput={setToken}
          required
          mono
        />
        <div class="actions">
          <Button look="primary" type="submit" disabled={token.trim() === ''}>
            Continue
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
