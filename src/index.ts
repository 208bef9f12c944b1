/** The public surface of the package. */
export { effectiveContract } from './contract/effective.ts';
export type { Dialect, DialectDocument } from './dialect/dialect.ts';
export { defaultDialect } from './dialect/keys.ts';
export { loadDialect } from './dialect/load.ts';
export { expectationsOf } from './domain/expectations.ts';
export type { Account, Circumstances, Expectations } from './domain/expectations.ts';
export { startSandbox } from './server/listen.ts';
export type { RunningSandbox, SandboxOptions } from './server/listen.ts';
export { StartError } from './server/start-error.ts';
