/** Talking to a sandbox that runs elsewhere, through its control API. */
import { dataFolder } from '../config.ts';
import { UnreachableError } from './command/unreachable-error.ts';
import { UsageError } from './command/usage-error.ts';
import { withoutEndSlashes } from '../http/base-url.ts';

/** Milliseconds that a sandbox may take to identify itself. */
const PATIENCE = 10_000;

export interface SandboxAddress {
  /** The root of a sandbox, or of a workspace of it. */
  readonly url: string;
  readonly controlToken: string | undefined;
  /** Whether this process serves it: then its certificate, which may be one of the user, needs no check. */
  readonly isOwn?: boolean;
}

/**
 * Reads a document of a sandbox.
 *
 * @param path under the control API: `/scenario`
 * @throws UnreachableError if no server responds, or not a sandbox
 * @throws UsageError if the sandbox refuses: wrong token, unknown workspace
 */
export async function askSandbox(
  { url, controlToken, isOwn = false }: SandboxAddress,
  path: string,
  mediaType: string,
): Promise<string> {
  // The URL may be the controlUrl in the response that created a workspace.
  const root = withoutEndSlashes(url).replace(/\/sandbox$/, '');
  const authorization =
    controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` };

  const ask = await askerOf(root, isOwn);
  const health = await ask('/health', {
    headers: authorization,
    signal: AbortSignal.timeout(PATIENCE),
  });
  await refuseOthers(health, root);
  const response = await ask(path, { headers: { ...authorization, accept: mediaType } });
  if (!response.ok) throw new UsageError(`${root}: ${await refusalIn(response)}`);
  return response.text();
}

interface FetchOptions {
  readonly headers: Record<string, string>;
  readonly signal?: AbortSignal;
}

async function askerOf(
  root: string,
  isOwn: boolean,
): Promise<(path: string, options: FetchOptions) => Promise<Response>> {
  const send = root.startsWith('https:')
    ? (await import('./secure-fetch.ts')).secureFetch(dataFolder(), { isOwn })
    : fetch;
  return async (path, options) => {
    try {
      return await send(`${root}/sandbox${path}`, { ...options, redirect: 'manual' });
    } catch (error) {
      throw new UnreachableError(`${root}: unreachable (${reasonOf(error)}).`);
    }
  };
}

/** A sandbox returns its name, or an error of its control API. */
async function refuseOthers(health: Response, root: string): Promise<void> {
  const body: unknown = await health.json().catch(() => undefined);
  if (health.ok && textAt(body, 'name') === 'flagbearer') return;
  const code = textAt(body, 'code');
  if (code === 'controlToken') {
    throw new UsageError(
      `${root}: the sandbox requires its control token. Set --control-token TOKEN, or FLAGBEARER_CONTROL_TOKEN.`,
    );
  }
  if (code !== undefined && SAYS_NO.has(code)) {
    throw new UsageError(`${root}: ${textAt(body, 'message')}`);
  }
  throw new UnreachableError(`${root}: not a flagbearer sandbox.`);
}

/** Codes with which a sandbox refuses a request about its health. */
const SAYS_NO: ReadonlySet<string> = new Set(['workspaceUnknown', 'hostNotAllowed']);

async function refusalIn(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  return textAt(body, 'message') ?? `the sandbox responded with status ${response.status}.`;
}

function textAt(body: unknown, key: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = new Map<string, unknown>(Object.entries(body)).get(key);
  return typeof value === 'string' ? value : undefined;
}

/** `fetch failed` has the reason in its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
