import type { RunningSandbox } from '../server/listen.ts';
import { toServerOptions, type SandboxOptions } from './options.ts';
import type { WorkspaceFactory } from './workspace-factory.ts';

/** A sandbox for tests: started in this process (`startSandbox`), or running elsewhere (`connectSandbox`). */
export interface Sandbox extends WorkspaceFactory {
  /** The base URL of the service in the default workspace. */
  readonly url: string;
  /** Name of the scenario. */
  readonly scenario: string;
  readonly seed: number;
  /** The client applications of the scenario. */
  readonly clients: RunningSandbox['clients'];
  /** The bearer token of the control API, if it requires one. */
  readonly controlToken?: string;
  /** Stops the sandbox with all workspaces, if `startSandbox` started it. Further calls have no effect. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a sandbox in this process. Default address: a free port of 127.0.0.1.
 *
 * ```ts
 * await using sandbox = await startSandbox({ scenario: 'kyc-in-review', seed: 7 });
 * await using workspace = await sandbox.workspace();
 * ```
 *
 * @throws TypeError for an unknown or invalid option; StartError for an invalid scenario or dialect, and for a
 * port in use
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  requireFetch();
  const complete = toServerOptions(options);
  const [{ startSandbox: startServer }, { createWorkspaceFactory }] = await Promise.all([
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
    ...createWorkspaceFactory(url, controlToken),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Throws an Error if the test environment has no fetch. */
export function requireFetch(): void {
  if (typeof globalThis.fetch === 'function') return;
  throw new Error(
    'The test kit requires fetch, which is missing in this test environment. In jest, start the file with /** @jest-environment node */.',
  );
}
