/** The public API of the package. */
export type { ClientReport } from './contract/client-report.gen.ts';
export { createEffectiveContract } from './contract/effective.ts';
export type { Scenario } from './contract/scenario.gen.ts';
export type { Dialect, DialectDocument } from './dialect/dialect.ts';
export { defaultDialect } from './dialect/keys.ts';
export { loadDialect } from './dialect/load.ts';
export { deriveExpectations } from './domain/expectations.ts';
export type { Account, ExpectationOptions, Expectations } from './domain/expectations.ts';
export { StartError } from './start-error.ts';
export type { ControlClient, ControlSchemas } from './testkit/control-client.ts';
export { ControlError } from './testkit/control-error.ts';
export { connectSandbox } from './testkit/connect-sandbox.ts';
export type { Inbox, InboxFilter, InboxWait } from './testkit/inbox.ts';
export { InboxTimeout } from './testkit/inbox-timeout.ts';
export type { DialectOption, SandboxOptions, ScenarioOption } from './testkit/options.ts';
export type { ServiceClient } from './testkit/service-client.ts';
export { startSandbox } from './testkit/start-sandbox.ts';
export type { Sandbox } from './testkit/start-sandbox.ts';
export type { SignatureFault, Wallet, Wallets } from './testkit/wallets.ts';
export type { Workspace } from './testkit/workspace.ts';
export type {
  Chaos,
  Clock,
  Faults,
  TransactionRef,
  Transactions,
  Users,
} from './testkit/workspace-parts.ts';
export type { WorkspaceOptions } from './testkit/workspace-factory.ts';
