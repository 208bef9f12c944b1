import { useState } from 'preact/hooks';

import { readBody, rootControl } from '../api/control.ts';
import { Button } from '../parts/button.tsx';
import { FormDialog } from '../parts/form.tsx';
import { Loaded, Panel } from '../parts/panel.tsx';
import { sendChange, useResource } from '../state/live.ts';
import { DEFAULT_WORKSPACE, goTo, workspace } from '../state/route.ts';
import { NewWorkspace } from './new-workspace.tsx';
import { WorkspaceRow } from './workspace-row.tsx';

/** The number shown at first; `Show more` adds three times as many. */
const STEP = 100;
/** The maximum page size of the control API. */
const MAX = 1000;

export function WorkspacesView() {
  const [limit, setLimit] = useState(STEP);
  const [creating, setCreating] = useState<{ readonly from: string | undefined }>();
  const [deleting, setDeleting] = useState<string>();
  const list = useResource(
    (signal) => {
      const params = { query: { limit: Math.min(limit, MAX) } };
      return readBody(rootControl.GET('/workspaces', { params, signal }));
    },
    [limit],
  );

  async function deleteWorkspace(name: string) {
    const request = rootControl.DELETE('/workspaces/{name}', { params: { path: { name } } });
    await sendChange(request, `The workspace ${name} was deleted.`);
    if (workspace.value === name) goTo({ workspace: DEFAULT_WORKSPACE, view: 'workspaces' });
  }

  return (
    <Panel
      title="Workspaces"
      actions={
        <Button icon="plus" variant="primary" onClick={() => setCreating({ from: undefined })}>
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
                  onFork={() => setCreating({ from: item.name })}
                  onDelete={() => setDeleting(item.name)}
                />
              ))}
            </ul>
            {nextCursor !== null && limit < MAX && (
              <Button onClick={() => setLimit(limit + STEP * 3)}>Show more</Button>
            )}
          </>
        )}
      </Loaded>
      {creating !== undefined && (
        <NewWorkspace from={creating.from} onClose={() => setCreating(undefined)} />
      )}
      {deleting !== undefined && (
        <FormDialog
          title={`Delete ${deleting}?`}
          submit="Delete workspace"
          variant="danger"
          onSubmit={() => deleteWorkspace(deleting)}
          onClose={() => setDeleting(undefined)}
        >
          <p>This deletes its users, sessions, inbox and journal, and cannot be undone.</p>
        </FormDialog>
      )}
    </Panel>
  );
}
