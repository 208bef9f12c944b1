/** Sends requests to the control API of a running sandbox. */
import { loadSetting } from '../config.ts';
import { findSetting, sandboxUrl } from '../config/setting.ts';
import { UnreachableError, UsageError, type Operands, type Option } from './command/command.ts';
import { removeEndSlashes } from '../http/base-url.ts';
import { describeConnectionError } from '../reporting/connection-errors.ts';
import { getProperty, tryParseJson } from '../documents/json-object.ts';
import type { FetchOptions, ReceivedText } from './secure-fetch.ts';

export const sandboxOperand: Operands = { placeholder: 'URL', min: 0, max: 1, setting: sandboxUrl };

export const controlTokenOption: Option = {
  flag: 'control-token',
  schema: {
    ...findSetting('sandbox', 'controlToken')?.schema,
    description:
      'Control token of the sandbox; required if the sandbox has one. Other users of the machine can see command lines, so set it with FLAGBEARER_CONTROL_TOKEN, or with sandbox.controlToken: ${NAME} in the configuration file.',
  },
};

/** Returns the operand, else FLAGBEARER_URL, else the default URL. @throws ConfigError */
export async function readSandboxUrl([url]: readonly string[]): Promise<string> {
  return String(await loadSetting(sandboxUrl, url));
}

/** Maximum time of the health request, in milliseconds. */
const HEALTH_TIMEOUT = 10_000;

/** Returns the body of a response of the control API of a sandbox or workspace. @param path such as `/scenario` */
export async function fetchFromSandbox(
  { url, controlToken }: { readonly url: string; readonly controlToken: string | undefined },
  path: string,
): Promise<string> {
  // The URL may be the controlUrl in the response that created a workspace.
  const root = removeEndSlashes(url).replace(/\/sandbox$/, '');
  const authorization =
    controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` };

  const health = await get(root, '/health', {
    headers: authorization,
    signal: AbortSignal.timeout(HEALTH_TIMEOUT),
  });
  requireSandbox(health, root);
  const { status, body } = await get(root, path, {
    headers: { ...authorization, accept: 'application/json' },
  });
  if (status === 200) return body;
  const message = findText(body, 'message') ?? `the sandbox responded with status ${status}.`;
  throw new UsageError(`${root}: ${message}`);
}

async function get(root: string, path: string, options: FetchOptions): Promise<ReceivedText> {
  const url = `${root}/sandbox${path}`;
  try {
    if (root.startsWith('https:')) {
      const { fetchSecurely } = await import('./secure-fetch.ts');
      return await fetchSecurely(url, options);
    }
    const response = await fetch(url, { ...options, redirect: 'manual' });
    return { status: response.status, body: await response.text() };
  } catch (error) {
    throw new UnreachableError(
      `cannot reach ${root}: ${describeConnectionError(error)}. Check the host and port in the URL, or start the sandbox with flagbearer start.`,
    );
  }
}

/** @throws UsageError for an error of the control API; UnreachableError if the server is not a sandbox */
function requireSandbox({ status, body }: ReceivedText, root: string): void {
  if (status === 200 && findText(body, 'name') === 'flagbearer') return;
  const code = findText(body, 'code');
  if (code === 'controlToken') {
    throw new UsageError(
      `${root}: the control token is missing or wrong. Set --control-token or FLAGBEARER_CONTROL_TOKEN to the token of the sandbox.`,
    );
  }
  if (code === 'workspaceUnknown') {
    throw new UsageError(
      `${root}: unknown workspace. Check its name: GET /sandbox/workspaces lists all workspaces.`,
    );
  }
  if (code === 'hostNotAllowed' || code === 'workspaceConflict') {
    throw new UsageError(`${root}: ${findText(body, 'message')}`);
  }
  throw new UnreachableError(
    `${root}: not a flagbearer sandbox. Check the URL: a sandbox prints it when it starts.`,
  );
}

function findText(body: string, key: string): string | undefined {
  const value = getProperty(tryParseJson(body), key);
  return typeof value === 'string' ? value : undefined;
}
