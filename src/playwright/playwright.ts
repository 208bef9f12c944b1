/** `flagbearer/playwright`: fixtures for tests with Playwright. Only types of Playwright are imported. */
import type { PlaywrightTestArgs, TestType } from '@playwright/test';

import { connectSandbox } from '../testkit/connect-sandbox.ts';
import type { SandboxOptions } from '../testkit/options.ts';
import { startSandbox, type Sandbox } from '../testkit/start-sandbox.ts';
import type { WorkspaceOptions } from '../testkit/workspace-factory.ts';
import type { Workspace } from '../testkit/workspace.ts';
import type { WalletRecord } from '../wallet/page/wallet-state.ts';
import { addWallet, type ContextWallet, type ContextWalletOptions } from './context-wallet.ts';
import { selectWorkspace } from './select-workspace.ts';

export { addWallet } from './context-wallet.ts';
export type {
  ContextWallet,
  ContextWalletOptions,
  Frame,
  WalletContext,
} from './context-wallet.ts';
export { selectWorkspace, type RoutedContext } from './select-workspace.ts';

export interface FixtureOptions {
  /** The URL of a running sandbox, for an app with a fixed base URL. Default: each worker starts a sandbox. */
  readonly url?: string;
  /** The control token of the sandbox at `url`. */
  readonly controlToken?: string;
  /** Options of the sandbox that a worker starts. */
  readonly sandbox?: SandboxOptions;
}

export interface FlagbearerFixtures {
  /** Each test has a workspace, which is deleted afterwards. Pages send their sandbox requests to this workspace. */
  readonly workspace: Workspace;
  /** The wallet in the pages of the test. Its records are added to the client report of the workspace. */
  readonly wallet: ContextWallet;
  /** Options of the workspace, for `test.use`. */
  readonly workspaceOptions: WorkspaceOptions;
  /** Options of the wallet, for `test.use`. */
  readonly walletOptions: Omit<ContextWalletOptions, 'onRecord'>;
}

export interface FlagbearerWorkerFixtures {
  /** Each worker has a sandbox. */
  readonly sandbox: Sandbox;
}

type Use<Value> = (value: Value) => Promise<void>;
type All = FlagbearerFixtures & FlagbearerWorkerFixtures & PlaywrightTestArgs;

/**
 * Adds `sandbox`, `workspace` and `wallet` to the `test` of Playwright.
 *
 * ```ts
 * import { test as base } from '@playwright/test';
 *
 * export const test = flagbearerFixtures(base);
 * ```
 *
 * @throws TypeError for `url` together with `sandbox`
 */
export function flagbearerFixtures<Test extends PlaywrightTestArgs, Worker extends object>(
  base: TestType<Test, Worker>,
  { url, controlToken, sandbox: sandboxOptions }: FixtureOptions = {},
): TestType<Test & FlagbearerFixtures, Worker & FlagbearerWorkerFixtures> {
  if (url !== undefined && sandboxOptions !== undefined) {
    throw new TypeError(
      'flagbearerFixtures: url and sandbox cannot be combined; remove sandbox or url',
    );
  }
  // Playwright reads the dependencies of a fixture from its parameters.
  const sandbox = async (
    // oxlint-disable-next-line no-empty-pattern -- a fixture without dependencies is written like this
    {}: object,
    use: Use<Sandbox>,
  ): Promise<void> => {
    await using connected =
      url === undefined
        ? await startSandbox(sandboxOptions)
        : await connectSandbox(url, { ...(controlToken !== undefined && { controlToken }) });
    await use(connected);
  };
  const workspace = async (
    { sandbox, workspaceOptions }: Pick<All, 'sandbox' | 'workspaceOptions'>,
    use: Use<Workspace>,
  ): Promise<void> => {
    await using workspace = await sandbox.workspace(workspaceOptions);
    await use(workspace);
  };
  const context = async (
    { context, sandbox, workspace }: Pick<All, 'context' | 'sandbox' | 'workspace'>,
    use: Use<All['context']>,
  ): Promise<void> => {
    await selectWorkspace(context, sandbox.url, workspace.name);
    await use(context);
  };
  const wallet = async (
    { context, workspace, walletOptions }: Pick<All, 'context' | 'workspace' | 'walletOptions'>,
    use: Use<ContextWallet>,
  ): Promise<void> => {
    const onRecord = (record: WalletRecord) => workspace.addWalletRecords([record]);
    await use(await addWallet(context, { ...walletOptions, onRecord }));
  };
  const fixtures = {
    sandbox: [sandbox, { scope: 'worker' }],
    workspaceOptions: [{}, { option: true }],
    walletOptions: [{}, { option: true }],
    workspace,
    context,
    wallet,
  };
  // The type of `extend` cannot be checked for a generic `base`.
  const extended: unknown = Reflect.apply(base.extend, base, [fixtures]);
  return extended as ReturnType<typeof flagbearerFixtures<Test, Worker>>;
}
