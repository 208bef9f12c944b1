import type { RunningSandbox } from '../server/listen.ts';
import {
  definedOf,
  serverOptions,
  type DialectOption,
  type SandboxOptions,
  type ScenarioOption,
} from './options.ts';
import { withDocuments } from './workspace-documents.ts';
import type { Workspace } from './workspace.ts';

/** What a workspace is made with; what is left out is as the sandbox was started. */
export interface WorkspaceOptions {
  /** Lower-case letters, digits and dashes; one is made if none is given. */
  readonly name?: string;
  /** The workspace, by name, that it is to be a copy of; excludes scenario, dialect and seed. */
  readonly from?: string;
  readonly scenario?: ScenarioOption;
  readonly dialect?: DialectOption;
  readonly seed?: number;
}

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
  const [{ startSandbox: startServer }, { surroundingsOf, fromControl }] = await Promise.all([
    import('../server/listen.ts'),
    import('./workspace.ts'),
  ]);
  const running = await startServer(complete);
  const { url, scenario, seed, clients, controlToken } = running;
  const surroundings = surroundingsOf(url, controlToken);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= running.close());
  return {
    url,
    scenario,
    seed,
    clients,
    ...(controlToken !== undefined && { controlToken }),
    async workspace(own = {}) {
      definedOf('workspace', own, WORKSPACE_OPTIONS);
      const { name, from, scenario, dialect, seed } = own;
      return withDocuments({ scenario, dialect }, (documents) =>
        fromControl(surroundings, {
          ...documents,
          ...(name !== undefined && { name }),
          ...(from !== undefined && { from }),
          ...(seed !== undefined && { seed }),
        }),
      );
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** @throws Error where a test environment has taken it away */
function requireFetch(): void {
  if (typeof globalThis.fetch === 'function') return;
  throw new Error(
    'The test kit needs fetch, which this test environment lacks. In jest, begin the file with /** @jest-environment node */.',
  );
}

const WORKSPACE_OPTIONS = ['name', 'from', 'scenario', 'dialect', 'seed'];
