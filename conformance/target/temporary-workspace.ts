/** Forks the workspace under test, so that a run leaves its data unchanged. */
import { toFields, findText } from '../responses/fields.ts';
import { parseJson, readText } from './response-body.ts';

export interface TemporaryWorkspace {
  readonly url: string;
  delete(): Promise<void>;
}

/** Timeout of a response of the sandbox, in milliseconds. */
const TIMEOUT = 2000;

/** Forks the workspace of the target. Returns null unless it is a sandbox without a proxy in between. */
export async function createTemporaryWorkspace(target: string): Promise<TemporaryWorkspace | null> {
  const health = await requestControl('GET', `${target}/sandbox/health`);
  const workspaceName = findText(health, 'workspace');
  if (findText(health, 'name') !== 'flagbearer' || workspaceName === null) return null;
  const suffix = `/w/${workspaceName}`;
  const root = target.endsWith(suffix) ? target.slice(0, -suffix.length) : target;
  const created = await requestControl('POST', `${root}/sandbox/workspaces`, {
    from: workspaceName,
  });
  const name = findText(created, 'name');
  if (name === null) return null;
  const workspace: TemporaryWorkspace = {
    url: `${root}/w/${name}`,
    async delete() {
      await requestControl('DELETE', `${root}/sandbox/workspaces/${name}`);
    },
  };
  // A different base URL indicates a proxy, which may not forward the path of the workspace.
  if (findText(created, 'baseUrl') === workspace.url) return workspace;
  await workspace.delete();
  return null;
}

async function requestControl(method: string, url: string, body?: object) {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT),
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.ok ? toFields(parseJson(await readText(response))) : null;
  } catch {
    return null;
  }
}
