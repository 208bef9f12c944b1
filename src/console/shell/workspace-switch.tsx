import { useId } from 'preact/hooks';

import { bodyOf, control } from '../api/control.ts';
import { DEFAULT_WORKSPACE } from '../state/place.ts';
import { useResource } from '../state/resource.ts';
import { goTo, route } from '../state/route.ts';

/** How many workspaces a choice shows; the view of workspaces has them all. */
const SHOWN = 200;

/** Goes to another workspace, and stays in the view. */
export function WorkspaceSwitch() {
  const id = useId();
  const { workspace, view } = route.value;
  const names = useResource(
    async (signal) => {
      const query = { limit: SHOWN };
      const request = control(DEFAULT_WORKSPACE).GET('/workspaces', { params: { query }, signal });
      return (await bodyOf(request)).items.map(({ name }) => name);
    },
    [workspace],
  );
  const known = names.value ?? [];
  const shown = known.includes(workspace) ? known : [workspace, ...known];

  return (
    <div class="workspace-switch">
      <label for={id}>Workspace</label>
      <select
        id={id}
        value={workspace}
        onChange={({ currentTarget }) => goTo({ workspace: currentTarget.value, view })}
      >
        {shown.map((name) => (
          <option key={name} value={name} selected={name === workspace}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
