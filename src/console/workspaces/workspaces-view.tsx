import { useState } from 'preact/hooks';

import { answerOf, control } from '../api/control.ts';
import type { Workspace } from '../api/schemas.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Loaded } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { instantText } from '../parts/times.ts';
import { readAnew } from '../state/live.ts';
import { DEFAULT_WORKSPACE } from '../state/place.ts';
import { useResource } from '../state/resource.ts';
import { goTo, hrefOf, workspace as present } from '../state/route.ts';
import { tell } from '../state/toasts.ts';
import { NewWorkspace } from './new-workspace.tsx';

/** How many are shown at first, and how many more at a time. */
const STEP = 100;

/** Isolated copies of everything: to go to, to make, to fork, to drop. */
export function WorkspacesView() {
  const [limit, setLimit] = useState(STEP);
  const [making, setMaking] = useState<{ readonly from: string | undefined }>();
  const [deleting, setDeleting] = useState<string>();
  const list = useResource(
    async (signal) => {
      const query = { limit: Math.min(limit, 1000) };
      return answerOf(control(DEFAULT_WORKSPACE).GET('/workspaces', { params: { query }, signal }));
    },
    [limit],
  );

  async function drop(name: string) {
    const path = { name };
    await answerOf(control(DEFAULT_WORKSPACE).DELETE('/workspaces/{name}', { params: { path } }));
    setDeleting(undefined);
    tell(`The workspace ${name} was deleted.`);
    if (present.value === name) goTo({ workspace: DEFAULT_WORKSPACE, view: 'workspaces' });
    readAnew();
  }

  return (
    <Panel
      title="Workspaces"
      actions={
        <Button icon="plus" look="primary" onClick={() => setMaking({ from: undefined })}>
          New workspace
        </Button>
      }
    >
      <p class="lead">
        Each has its own users, inbox, clock, faults and journal. Point an app, or a test, at the
        base URL of one.
      </p>
      <Loaded resource={list}>
        {({ items, nextCursor }) => (
          <>
            <ul class="rows workspaces">
              {items.map((item) => (
                <WorkspaceRow
                  key={item.name}
                  item={item}
                  onFork={() => setMaking({ from: item.name })}
                  onDelete={() => setDeleting(item.name)}
                />
              ))}
            </ul>
            {nextCursor !== null && limit < 1000 && (
              <Button onClick={() => setLimit(limit + STEP * 3)}>Show more</Button>
            )}
          </>
        )}
      </Loaded>
      {making !== undefined && (
        <NewWorkspace from={making.from} onClose={() => setMaking(undefined)} />
      )}
      {deleting !== undefined && (
        <Dialog title={`Delete ${deleting}?`} onClose={() => setDeleting(undefined)}>
          <p>All that is in it goes: users, sessions, inbox, journal. This can not be undone.</p>
          <div class="actions">
            <Button look="danger" onClick={() => drop(deleting)}>
              Delete workspace
            </Button>
            <Button onClick={() => setDeleting(undefined)}>Keep it</Button>
          </div>
        </Dialog>
      )}
    </Panel>
  );
}

function WorkspaceRow({
  item,
  onFork,
  onDelete,
}: {
  readonly item: Workspace;
  readonly onFork: () => void;
  readonly onDelete: () => void;
}) {
  const { name, baseUrl, seed, clients, expiresAt } = item;
  return (
    <li class="row">
      <div class="row-text">
        <p>
          <a href={hrefOf({ workspace: name, view: 'users' })}>
            <strong>{name}</strong>
          </a>{' '}
          {name === present.value && <Badge tone="good">here</Badge>}
        </p>
        <p class="identity">
          <code>{baseUrl}</code>
          <CopyButton text={baseUrl} what={`the base URL of ${name}`} />
        </p>
        <p class="faint">
          Seed {seed} · {clients.map(({ id }) => id).join(', ')}
          {expiresAt !== undefined && ` · gone unless called before ${instantText(expiresAt)} UTC`}
        </p>
      </div>
      <div class="row-actions">
        {name !== present.value && (
          <a
            class="button plain small"
            href={hrefOf({ workspace: name, view: 'users' })}
            aria-label={`Switch to ${name}`}
          >
            <Icon name="eye" /> Switch
          </a>
        )}
        <Button icon="fork" size="small" label={`Fork ${name}`} onClick={onFork}>
          Fork
        </Button>
        {name !== DEFAULT_WORKSPACE && (
          <Button
            icon="trash"
            look="quiet"
            size="small"
            label={`Delete ${name}`}
            onClick={onDelete}
          />
        )}
      </div>
    </li>
  );
}
