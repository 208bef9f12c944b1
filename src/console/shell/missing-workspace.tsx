import { readBody, rootControl } from '../api/control.ts';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/panel.tsx';
import { DEFAULT_WORKSPACE, goTo } from '../state/route.ts';

export function MissingWorkspace({ name }: { name: string }) {
  async function create() {
    await readBody(rootControl.POST('/workspaces', { body: { name } }));
    // The journal stream stopped when the workspace was unknown; only a reload opens it again.
    location.reload();
  }

  return (
    <Empty icon="workspaces" title={`Unknown workspace “${name}”`}>
      <p>
        It was never created, was deleted, has expired, or was lost when the sandbox restarted with
        the memory store.
      </p>
      <div class="line">
        <Button
          variant="primary"
          onClick={() => goTo({ workspace: DEFAULT_WORKSPACE, view: 'users' })}
        >
          Go to the default workspace
        </Button>
        <Button icon="plus" onClick={create}>
          Create it
        </Button>
      </div>
    </Empty>
  );
}
