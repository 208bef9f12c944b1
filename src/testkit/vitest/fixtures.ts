import type { SandboxOptions } from '../options.ts';
import { startSandbox, type Sandbox } from '../start-sandbox.ts';
import type { WorkspaceOptions } from '../workspace-factory.ts';
import type { Workspace } from '../workspace.ts';
import { usedUntilClosed } from '../used-until-closed.ts';

/** What a test gets by naming it: `test('...', async ({ workspace }) => ...)`. */
export interface SandboxFixtures {
  /** One for each vitest worker, started when a test first uses it. */
  readonly sandbox: Sandbox;
  /** One for each test that uses it, deleted after the test. */
  readonly workspace: Workspace;
  /** Options of workspaces; `test.override` changes them for the tests of a block. */
  readonly workspaceOptions: WorkspaceOptions;
}

type Use<Value> = (value: Value) => Promise<void>;

/**
 * The fixtures alone, for a `test` of your own: `base.extend<SandboxFixtures>(sandboxFixtures())`.
 * Vitest reads off the parameters what a fixture needs.
 *
 * @param options what the sandbox is started with
 */
export function sandboxFixtures(options: SandboxOptions = {}) {
  const sandbox = async (
    // oxlint-disable-next-line no-empty-pattern -- the form of a fixture without dependencies
    {}: object,
    use: Use<Sandbox>,
  ): Promise<void> => {
    const started = await startSandbox(options);
    await usedUntilClosed(started, use);
  };
  const workspace = async (
    { sandbox, workspaceOptions }: Omit<SandboxFixtures, 'workspace'>,
    use: Use<Workspace>,
  ): Promise<void> => {
    const made = await sandbox.workspace(workspaceOptions);
    await usedUntilClosed(made, use);
  };
  const workspaceOptions: WorkspaceOptions = {};
  const perWorker: [typeof sandbox, { scope: 'worker' }] = [sandbox, { scope: 'worker' }];
  return { workspaceOptions, sandbox: perWorker, workspace };
}
