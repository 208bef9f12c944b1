import { useState } from 'preact/hooks';

import { bodyOf, control } from '../api/control.ts';
import type { SandboxUser } from '../api/schemas.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { readAnew } from '../state/live.ts';
import { workspace } from '../state/route.ts';
import { notify } from '../state/toasts.ts';
import { nameOf } from './user-names.ts';

/** Sets the digits of all future codes of a user. They still expire, lock, and work once per send. */
export function FixedCodeForm({ user }: { readonly user: SandboxUser }) {
  const { fixedCode: current } = user;
  const [typed, setTyped] = useState('');

  async function save(fixedCode: string | null) {
    const params = { path: { ref: user.id } };
    await bodyOf(control(workspace.value).PATCH('/users/{ref}', { params, body: { fixedCode } }));
    setTyped('');
    notify(
      fixedCode === null
        ? `Codes for ${nameOf(user)} are random again.`
        : `All codes for ${nameOf(user)} are ${fixedCode}.`,
    );
    readAnew();
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
