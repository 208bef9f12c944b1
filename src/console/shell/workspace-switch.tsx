import { readBody, getControlClient } from '../api/control.ts';
import { Choice, toOptions } from '../parts/field.tsx';
import { DEFAULT_WORKSPACE, goTo, route } from '../state/route.ts';
import { useResource } from '../state/live.ts';

/** The maximum number of choices; the view of workspaces lists all. */
const LIMIT = 200;

export function WorkspaceSwitch() {
  const { workspace, view } = route.value;
  const list = useResource((signal) => {
    const params = { query: { limit: LIMIT } };
    return readBody(getControlClient(DEFAULT_WORKSPACE).GET('/workspaces', { params, signal }));
  });
  const names = list.value?.items.map(({ name }) => name) ?? [];
  return (
    <Choice
      label="Workspace"
      value={workspace}
      options={toOptions(names.includes(workspace) ? names : [workspace, ...names])}
      onChange={(name) => goTo({ workspace: name, view })}
    />
  );
}
