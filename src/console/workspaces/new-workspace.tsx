import { readBody, rootControl } from '../api/control.ts';
import { Choice, TextField, toOptions, FormDialog, type FormTexts } from '../parts/form.tsx';
import { refreshAll, useResource } from '../state/live.ts';
import { goTo } from '../state/route.ts';
import { notify } from '../state/toasts.ts';

/** Creates a workspace. @param from the workspace to fork, if any */
export function NewWorkspace({ from, onClose }: { from: string | undefined; onClose: () => void }) {
  const library = useResource((signal) => readBody(rootControl.GET('/scenarios', { signal })));
  const scenarios = library.value?.items.map(({ name }) => name) ?? [];

  async function create({ seed, ...texts }: FormTexts) {
    const body = {
      ...texts,
      ...(from !== undefined && { from }),
      ...(seed !== undefined && { seed: Number(seed) }),
    };
    const { name } = await readBody(rootControl.POST('/workspaces', { body }));
    notify(`The workspace ${name} was created.`, {
      label: 'Switch to it',
      run: () => goTo({ workspace: name, view: 'users' }),
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
        name="name"
        placeholder="checkout-tests"
        pattern="[a-z0-9][a-z0-9\-]{0,62}"
        hint="Lower-case letters, digits and hyphens. Default: generated."
      />
      {from === undefined && (
        <>
          <Choice
            label="Scenario"
            name="scenario"
            options={[{ value: '', text: 'default of the sandbox' }, ...toOptions(scenarios)]}
          />
          <TextField
            label="Seed (optional)"
            type="number"
            name="seed"
            placeholder="default of the sandbox"
            hint="The same seed reproduces the same random values."
          />
        </>
      )}
    </FormDialog>
  );
}
