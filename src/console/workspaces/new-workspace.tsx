import { useState } from 'preact/hooks';

import { readBody, getControlClient } from '../api/control.ts';
import type { Schemas } from '../api/schemas.ts';
import { Choice, TextField } from '../parts/field.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { refreshAll, useResource } from '../state/live.ts';
import { DEFAULT_WORKSPACE, goTo } from '../state/route.ts';
import { notify } from '../state/toasts.ts';

export function NewWorkspace({ from, onClose }: { from: string | undefined; onClose: () => void }) {
  const [name, setName] = useState('');
  const [scenario, setScenario] = useState('');
  const [seed, setSeed] = useState('');
  const library = useResource((signal) =>
    readBody(getControlClient(DEFAULT_WORKSPACE).GET('/scenarios', { signal })),
  );
  const scenarios = library.value?.items.map((item) => ({ value: item.name, text: item.name }));

  async function create() {
    const body: Schemas['CreateWorkspace'] = {
      ...(name && { name }),
      ...(from !== undefined && { from }),
      ...(scenario && { scenario }),
      ...(seed && { seed: Number(seed) }),
    };
    const created = await readBody(
      getControlClient(DEFAULT_WORKSPACE).POST('/workspaces', { body }),
    );
    notify(`The workspace ${created.name} was created.`, {
      label: 'Switch to it',
      run: () => goTo({ workspace: created.name, view: 'users' }),
    });
    refreshAll();
  }

  return (
    <FormDialog
      title={from === undefined ? 'New workspace' : `Fork ${from}`}
      submit={from === undefined ? 'Create workspace' : 'Fork'}
      onSubmit={create}
      onClose={onClose}
    >
      {from !== undefined && (
        <p>
          The fork starts as {from} is now: users, keys, sessions, clock and faults. Later changes
          are independent.
        </p>
      )}
      <TextField
        label="Name (optional)"
        value={name}
        onInput={setName}
        placeholder="checkout-tests"
        pattern="[a-z0-9][a-z0-9\-]{0,62}"
        hint="Lower-case letters, digits and hyphens. Default: generated."
      />
      {from === undefined && (
        <>
          <Choice
            label="Scenario"
            value={scenario}
            options={[{ value: '', text: 'default of the sandbox' }, ...(scenarios ?? [])]}
            onChange={setScenario}
          />
          <TextField
            label="Seed (optional)"
            type="number"
            value={seed}
            onInput={setSeed}
            placeholder="default of the sandbox"
            hint="The same seed reproduces the same random values."
          />
        </>
      )}
    </FormDialog>
  );
}
