import { useState } from 'preact/hooks';

import { bodyOf, control } from '../api/control.ts';
import type { Schemas } from '../api/schemas.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Choice, TextField } from '../parts/field.tsx';
import { readAnew } from '../state/live.ts';
import { DEFAULT_WORKSPACE } from '../state/place.ts';
import { useResource } from '../state/resource.ts';
import { goTo } from '../state/route.ts';
import { notify, notifyFailure } from '../state/toasts.ts';

/** Creates a workspace: new, or as a fork. */
export function NewWorkspace({
  from,
  onClose,
}: {
  readonly from: string | undefined;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [scenario, setScenario] = useState('');
  const [seed, setSeed] = useState('');
  const library = useResource(
    (signal) => bodyOf(control(DEFAULT_WORKSPACE).GET('/scenarios', { signal })),
    [],
  );

  async function make() {
    const body: Schemas['CreateWorkspace'] = {
      ...(name === '' ? {} : { name }),
      ...(from === undefined ? {} : { from }),
      ...(scenario === '' ? {} : { scenario }),
      ...(seed === '' ? {} : { seed: Number(seed) }),
    };
    const made = await bodyOf(control(DEFAULT_WORKSPACE).POST('/workspaces', { body }));
    onClose();
    notify(`The workspace ${made.name} was created.`, {
      label: 'Switch to it',
      run: () => goTo({ workspace: made.name, view: 'users' }),
    });
    readAnew();
  }

  return (
    <Dialog title={from === undefined ? 'New workspace' : `Fork ${from}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make().catch(notifyFailure);
        }}
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
              options={[
                { value: '', text: 'default of the sandbox' },
                ...(library.value?.items ?? []).map((item) => ({
                  value: item.name,
                  text: item.name,
                })),
              ]}
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
        <div class="actions">
          <Button look="primary" type="submit">
            {from === undefined ? 'Create workspace' : 'Fork'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
