import { useState } from 'preact/hooks';

import type { SandboxUser } from '../api/schemas.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { refreshAll } from '../state/live.ts';
import { notify } from '../state/toasts.ts';
import { updateUser } from './changes.tsx';
import { nameOf } from './user-names.ts';

/** Sets the digits of all future codes of a user. They still expire, lock, and work once per send. */
export function FixedCodeForm({ user }: { readonly user: SandboxUser }) {
  const { fixedCode: current } = user;
  const [typed, setTyped] = useState('');

  async function save(fixedCode: string | null) {
    await updateUser(user.id, { fixedCode });
    setTyped('');
    notify(
      fixedCode === null
        ? `Codes for ${nameOf(user)} are random again.`
        : `All codes for ${nameOf(user)} are ${fixedCode}.`,
    );
    refreshAll();
  }

  return (
    <div class="form-row">
      <TextField
        label="Fixed code"
        value={typed}
        onInput={setTyped}
        placeholder={current ?? 'random'}
        pattern="[0-9]{4,10}"
        mono
      />
      <Button disabled={typed.trim() === ''} onClick={() => save(typed.trim())}>
        Set code
      </Button>
      {current !== undefined && <Button onClick={() => save(null)}>Use random codes</Button>}
    </div>
  );
}
