import { useState } from 'preact/hooks';
import { readBody, rootControl } from '../api/control.ts';
import type { Workspace } from '../api/schemas.ts';
import { Badge } from '../parts/badge.tsx';
import { Button, CopyableCode } from '../parts/button.tsx';
import { FormDialog, Choice, TextField, toOptions, type FormTexts } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Loaded, Panel, Fact } from '../parts/panel.tsx';
import { formatInstant, pluralize } from '../parts/times.ts';
import { confirmChange, useResource, refreshAll } from '../state/live.ts';
import { DEFAULT_WORKSPACE, goTo, workspace, getHref } from '../state/route.ts';
import { notify } from '../state/toasts.ts';

/** Number of workspaces: `first` before `Show more`, then `more` (the maximum page size of the control API). */
const LIMIT = { first: 100, more: 1000 };

export function WorkspacesView() {
  const [limit, setLimit] = useState(LIMIT.first);
  const [newWorkspace, setNewWorkspace] = useState<{ readonly from: string | undefined }>();
  const [nameToDelete, setNameToDelete] = useState<string>();
  const list = useResource(
    (signal) => readBody(rootControl.GET('/workspaces', { params: { query: { limit } }, signal })),
    [limit],
  );

  async function deleteWorkspace(name: string) {
    const request = rootControl.DELETE('/workspaces/{name}', { params: { path: { name } } });
    await confirmChange(request, `The workspace ${name} was deleted.`);
    if (workspace.value === name) goTo({ workspace: DEFAULT_WORKSPACE, view: 'workspaces' });
  }

  return (
    <Panel
      title="Workspaces"
      actions={
        <Button icon="plus" variant="primary" onClick={() => setNewWorkspace({ from: undefined })}>
          New workspace
        </Button>
      }
    >
      <p class="lead">
        Each workspace has its own users, inbox, clock, faults and journal. Use its base URL, and
        the id and secret of one of its clients, in an app or a test.
      </p>
      <Loaded resource={list}>
        {({ items, nextCursor }) => (
          <>
            <ul class="rows">
              {items.map((item) => (
                <WorkspaceRow
                  key={item.name}
                  item={item}
                  onFork={() => setNewWorkspace({ from: item.name })}
                  onDelete={() => setNameToDelete(item.name)}
                />
              ))}
            </ul>
            {nextCursor !== null && limit < LIMIT.more && (
              <Button onClick={() => setLimit(LIMIT.more)}>Show more</Button>
            )}
          </>
        )}
      </Loaded>
      {newWorkspace !== undefined && (
        <NewWorkspace from={newWorkspace.from} onClose={() => setNewWorkspace(undefined)} />
      )}
      {nameToDelete !== undefined && (
        <FormDialog
          title={`Delete ${nameToDelete}?`}
          submitLabel="Delete workspace"
          variant="danger"
          onSubmit={() => deleteWorkspace(nameToDelete)}
          onClose={() => setNameToDelete(undefined)}
        >
          <p>Its users, sessions, inbox and journal are also deleted. You cannot undo this.</p>
        </FormDialog>
      )}
    </Panel>
  );
}

interface WorkspaceRowProps {
  readonly item: Workspace;
  readonly onFork: () => void;
  readonly onDelete: () => void;
}

function WorkspaceRow({ item, onFork, onDelete }: WorkspaceRowProps) {
  const { name, baseUrl, seed, expiresAt } = item;
  const href = getHref({ workspace: name, view: 'users' });
  return (
    <li class="row">
      <div class="stack tight">
        <p>
          <a href={href}>
            <strong>{name}</strong>
          </a>{' '}
          {name === workspace.value && <Badge tone="good">current</Badge>}
        </p>
        <CopyableCode text={baseUrl} what={`the base URL of ${name}`} />
        <p class="faint">
          Seed {seed}
          {expiresAt !== undefined && ` · expires at ${formatInstant(expiresAt)} UTC if idle`}
        </p>
        <ClientCredentials {...item} />
      </div>
      <div class="line row-actions">
        {name !== workspace.value && (
          <a class="button plain small" href={href} aria-label={`Switch to ${name}`}>
            <Icon name="eye" /> Switch
          </a>
        )}
        <Button icon="fork" size="small" label={`Fork ${name}`} onClick={onFork}>
          Fork
        </Button>
        {name !== DEFAULT_WORKSPACE && (
          <Button icon="trash" label={`Delete ${name}`} onClick={onDelete} />
        )}
      </div>
    </li>
  );
}

/** Shows the id and secret (§2.1) and access token (§5.2) of each client application of a workspace. */
function ClientCredentials({ name, clients }: Workspace) {
  return (
    <details>
      <summary>{pluralize(clients.length, 'client application')}</summary>
      <dl class="facts">
        {clients.map(({ id, secret, accessToken }) => (
          <Fact key={id} term={<code>{id}</code>}>
            <p class="identity">
              <span class="faint">secret</span>
              <CopyableCode text={secret} what={`the secret of ${id} in ${name}`} />
            </p>
            <p class="identity">
              <span class="faint">access token</span>
              <CopyableCode text={accessToken} what={`the access token of ${id} in ${name}`} />
            </p>
          </Fact>
        ))}
      </dl>
    </details>
  );
}

function NewWorkspace({ from, onClose }: { from: string | undefined; onClose: () => void }) {
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
      label: 'Switch to the workspace',
      run: () => goTo({ workspace: name, view: 'users' }),
    });
    refreshAll();
  }

  return (
    <FormDialog
      title={from === undefined ? 'New workspace' : `Fork ${from}`}
      submitLabel={from === undefined ? 'Create workspace' : 'Fork'}
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
