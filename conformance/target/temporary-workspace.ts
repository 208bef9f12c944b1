/**
 * Creates a copy of the sandbox under test, so that a run leaves the sandbox's own data unchanged.
 */
import { fieldsOrNull, textIn } from '../responses/fields.ts';
import { jsonIn, textOf } from './response-body.ts';

export interface TemporaryWorkspace {
  /** Base URL of the copy. */
  readonly url: string;
  delete(): Promise<void>;
}

/** Timeout of a response of the sandbox, in milliseconds. */
const TIMEOUT = 2000;

/**
 * Forks the target workspace.
 *
 * @returns null if the target is not a flagbearer sandbox, its control API is disabled, or it is
 * behind a proxy
 */
export async function temporaryWorkspace(target: string): Promise<TemporaryWorkspace | null> {
  const health = await control('GET', `${target}/sandbox/health`);
  const from = textIn(health, 'workspace');
  if (textIn(health, 'name') !== 'flagbearer' || from === null) return null;
  const suffix = `/w/${from}`;
  const root = target.endsWith(suffix) ? target.slice(0, -suffix.length) : target;
  const created = await control('POST', `${root}/sandbox/workspaces`, { from });
  const name = textIn(created, 'name');
  if (name === null) return null;
  const workspace: TemporaryWorkspace = {
    url: `${root}/w/${name}`,
    async delete() {
      await control('DELETE', `${root}/sandbox/workspaces/${name}`);
    },
  };
  // Another base URL means that there is a proxy, which may treat requests by their path; then the
  // target itself is tested.
  if (textIn(created, 'baseUrl') === workspace.url) return workspace;
  await workspace.delete();
  return null;
}

/** Returns the fields of a success; null for every other response. */
async function control(method: string, url: string, body?: object) {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT),
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.ok ? fieldsOrNull(jsonIn(await textOf(response))) : null;
  } catch {
    return null;
  }
}
