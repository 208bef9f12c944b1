import type { TestContext } from 'vitest';

import { draw } from '../../ports/draws.ts';
import { connectSandbox } from '../connect-sandbox.ts';
import type { SandboxOptions } from '../options.ts';
import { startSandbox, type Sandbox } from '../start-sandbox.ts';
import type { WorkspaceOptions } from '../workspace-factory.ts';
import type { Workspace } from '../workspace.ts';

/** A running sandbox, such as the sandbox of `flagbearer exec`. */
export interface RunningSandbox {
  readonly url: string;
  readonly controlToken?: string;
}

/** The fixtures: `test('...', async ({ workspace }) => ...)`. */
export interface SandboxFixtures {
  /** Each vitest worker has a sandbox, which is started or connected at the first use. */
  readonly sandbox: Sandbox;
  /** Each test has a workspace, which is deleted after the test. */
  readonly workspace: Workspace;
  /** Options of workspaces; `test.override` changes them for the tests of a block. */
  readonly workspaceOptions: WorkspaceOptions;
}

type Use<Value> = (value: Value) => Promise<void>;

/**
 * Returns the fixtures, for a custom `test`: `base.extend<SandboxFixtures>(sandboxFixtures())`. Vitest reads
 * the dependencies of a fixture from its parameters.
 *
 * @param source options of a sandbox to start, or a running sandbox
 */
export function sandboxFixtures(source: SandboxOptions | RunningSandbox = {}) {
  const sandbox = async (
    // oxlint-disable-next-line no-empty-pattern -- the form of a fixture without dependencies
    {}: object,
    use: Use<Sandbox>,
  ): Promise<void> => {
    await using sandbox = await ('url' in source
      ? connectSandbox(source.url, source)
      : startSandbox(source));
    await use(sandbox);
  };
  const workspace = async (
    { sandbox, workspaceOptions, task }: Omit<SandboxFixtures, 'workspace'> & TestContext,
    use: Use<Workspace>,
  ): Promise<void> => {
    // Codes and keys depend on seed and name. A name derived from the test makes them independent of the order
    // of the tests. A running sandbox generates the name, because an earlier run may have used this name.
    const bytes = draw({ seed: sandbox.seed, workspace: task.id }, 'vitest-workspace', '', 0);
    const nameOption = 'url' in source ? {} : { name: `t-${bytes.toString('hex', 0, 6)}` };
    await using workspace = await sandbox.workspace({ ...nameOption, ...workspaceOptions });
    await use(workspace);
  };
  const workspaceOptions: WorkspaceOptions = {};
  const perWorker: [typeof sandbox, { scope: 'worker' }] = [sandbox, { scope: 'worker' }];
  return { workspaceOptions, sandbox: perWorker, workspace };
}
