import type { SandboxOptions } from '../options.ts';
import { startSandbox, type Sandbox } from '../start-sandbox.ts';
import type { WorkspaceOptions } from '../workspace-factory.ts';
import type { Workspace } from '../workspace.ts';

/** The fixtures: `test('...', async ({ workspace }) => ...)`. */
export interface SandboxFixtures {
  /** One per vitest worker, started at the first use. */
  readonly sandbox: Sandbox;
  /** One per test, deleted after the test. */
  readonly workspace: Workspace;
  /** Options of workspaces; `test.override` changes them for the tests of a block. */
  readonly workspaceOptions: WorkspaceOptions;
}

type Use<Value> = (value: Value) => Promise<void>;

/**
 * Returns the fixtures, for a custom `test`: `base.extend<SandboxFixtures>(sandboxFixtures())`. Vitest reads
 * the dependencies of a fixture from its parameters.
 *
 * @param options of the sandbox
 */
export function sandboxFixtures(options: SandboxOptions = {}) {
  const sandbox = async (
    // oxlint-disable-next-line no-empty-pattern -- the form of a fixture without dependencies
    {}: object,
    use: Use<Sandbox>,
  ): Promise<void> => {
    await using sandbox = await startSandbox(options);
    await use(sandbox);
  };
  const workspace = async (
    { sandbox, workspaceOptions }: Omit<SandboxFixtures, 'workspace'>,
    use: Use<Workspace>,
  ): Promise<void> => {
    await using workspace = await sandbox.workspace(workspaceOptions);
    await use(workspace);
  };
  const workspaceOptions: WorkspaceOptions = {};
  const perWorker: [typeof sandbox, { scope: 'worker' }] = [sandbox, { scope: 'worker' }];
  return { workspaceOptions, sandbox: perWorker, workspace };
}
