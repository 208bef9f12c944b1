import type { RunningSandbox } from '../server/listen.ts';
import { serverOptions, type SandboxOptions } from './options.ts';
import type { WorkspaceOptions } from './workspace-factory.ts';
import type { Workspace } from './workspace.ts';

/** A sandbox that runs in this process, for tests. */
export interface Sandbox {
  /** Where it listens; what stands before the paths of the service in the default workspace. */
  readonly url: string;
  /** Name of the scenario. */
  readonly scenario: string;
  readonly seed: number;
  /** The client applications of the scenario. */
  readonly clients: RunningSandbox['clients'];
  /** What calls of the control API carry as a bearer, where the sandbox asks for one. */
  readonly controlToken?: string;
  /**
   * Makes a workspace: one for each test, so that tests can run side by side.
   *
   * @throws TypeError for an option that there is not, and a file that can't be read; ControlError for
   * a scenario or a dialect that is not legal, a name that is taken, and a `from` that there is not
   */
  workspace(options?: WorkspaceOptions): Promise<Workspace>;
  /** Ends it, with all workspaces. To close it twice is fine. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a sandbox in this process, on a free port of 127.0.0.1 unless another is given.
 *
 * ```ts
 * await using sandbox = await startSandbox({ scenario: 'kyc-in-review', seed: 7 });
 * await using workspace = await sandbox.workspace();
 * ```
 *
 * @throws TypeError for an option that there is not or that doesn't fit; StartError for a scenario or
 * a dialect that is not legal, and a port that is in use
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  requireFetch();
  const complete = serverOptions(options);
  const [{ startSandbox: startServer }, { workspaceFactory }] = await Promise.all([
    import('../server/listen.ts'),
    import('./workspace-factory.ts'),
  ]);
  const running = await startServer(complete);
  const { url, scenario, seed, clients, controlToken } = running;
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= running.close());
  return {
    url,
    scenario,
    seed,
    clients,
    ...(controlToken !== undefined && { controlToken }),
    workspace: workspaceFactory(url, controlToken),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** @throws Error where a test environment has taken it away */
export function requireFetch(): void {
  if (typeof globalThis.fetch === 'function') return;
  throw new Error(
    'The test kit requires fetch, which is missing in this test environment. In jest, start the file with /** @jest-environment node */.',
  );
}
