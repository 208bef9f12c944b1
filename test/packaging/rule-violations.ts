/** A source file that violates one rule. */
interface Violation {
  readonly rule: string;
  readonly file: string;
  readonly text: string;
}

/** Code that oxlint rejects. */
export const badCode: Violation[] = [
  {
    rule: 'typescript(no-floating-promises)',
    file: 'src/server/floating.ts',
    text: `export function run(work: () => Promise<void>): void { work(); }`,
  },
  {
    rule: 'typescript(switch-exhaustiveness-check)',
    file: 'src/server/switch.ts',
    text: `export function run(sign: 'a' | 'b'): void { switch (sign) { case 'a': run('b'); } }`,
  },
  {
    rule: 'typescript(no-explicit-any)',
    file: 'src/server/explicit-any.ts',
    text: `export const toUnknown = (value: any): unknown => value;`,
  },
  {
    rule: 'typescript(no-unsafe-assignment)',
    file: 'src/server/implicit-any.ts',
    text: `const value = JSON.parse('1'); export { value };`,
  },
  {
    rule: 'eslint(no-console)',
    file: 'src/server/console.ts',
    text: `console.log('started');`,
  },
  {
    rule: 'eslint(no-restricted-properties)',
    file: 'src/server/date-now.ts',
    text: `export const now = Date.now();`,
  },
  {
    rule: 'house(no-current-date)',
    file: 'src/server/new-date.ts',
    text: `export const now = new Date();`,
  },
  {
    rule: 'house(no-nested-quantifiers)',
    file: 'src/server/nested-quantifiers.ts',
    text: `export const blank = /^(a+)+$/;`,
  },
  {
    rule: 'eslint(no-restricted-properties)',
    file: 'src/server/math-random.ts',
    text: `export const draw = Math.random();`,
  },
  {
    rule: 'eslint(no-restricted-properties)',
    file: 'src/server/global-uuid.ts',
    text: `export const id = crypto.randomUUID();`,
  },
  {
    rule: 'eslint(no-restricted-properties)',
    file: 'src/server/any-signal.ts',
    text: `export const over = AbortSignal.any([]);`,
  },
  {
    rule: 'eslint(no-restricted-imports)',
    file: 'src/server/imported-uuid.ts',
    text: `import { randomUUID } from 'node:crypto'; export const id = randomUUID();`,
  },
  {
    rule: 'node(no-process-env)',
    file: 'src/server/environment.ts',
    text: `export const port = process.env['PORT'];`,
  },
  {
    rule: 'node(no-process-env)',
    file: 'src/cli/environment.ts',
    text: `export const port = process.env['PORT'];`,
  },
  {
    rule: 'node(no-process-env)',
    file: 'conformance/actors/environment.ts',
    text: `export const port = process.env['PORT'];`,
  },
  {
    rule: 'eslint(max-lines)',
    file: 'src/operations/long.ts',
    // .oxlintrc.json allows 150 lines in src/operations.
    text: `export const line = 1;${'\n'.repeat(150)}export const last = 1;`,
  },
];

/** Imports that dependency-cruiser rejects. */
export const badImports: Violation[] = [
  {
    rule: 'no-cycles',
    file: 'src/server/circle.ts',
    text: `import { half } from './half-circle.ts'; export const whole = half;`,
  },
  {
    rule: 'no-vague-file-names',
    file: 'src/server/named.ts',
    text: `export * from './utils.ts';`,
  },
  {
    rule: 'domain-imports-contract-and-dialect',
    file: 'src/domain/port.ts',
    text: `import type { Clock } from '../ports/clock.ts'; export type Time = Clock;`,
  },
  {
    rule: 'domain-imports-only-types',
    file: 'src/domain/value.ts',
    text: `export { defaults } from '../dialect/defaults.ts';`,
  },
  {
    rule: 'operations-import-domain-and-ports',
    file: 'src/operations/journal.ts',
    text: `export { journal } from '../traffic/journal/journals.ts';`,
  },
  {
    rule: 'operations-import-domain-and-ports',
    file: 'src/operations/driver.ts',
    text: `import type { memory } from '../store/memory-engine.ts'; export type Store = typeof memory;`,
  },
  {
    rule: 'operations-import-domain-and-ports',
    file: 'src/operations/express.ts',
    text: `import type { Request } from 'express'; export type Call = Request;`,
  },
  {
    rule: 'operations-import-contract-and-store-types',
    file: 'src/operations/effective.ts',
    text: `export { effective } from '../contract/effective.ts';`,
  },
  {
    rule: 'no-upward-imports',
    file: 'src/store/upwards.ts',
    text: `export { app } from '../server/app.ts';`,
  },
  {
    rule: 'only-cli-imports-cli',
    file: 'src/server/cli.ts',
    text: `export { start } from '../cli/start.ts';`,
  },
  {
    rule: 'no-internal-barrel-imports',
    file: 'src/server/barrel.ts',
    text: `export { flagbearer } from '../index.ts';`,
  },
  {
    rule: 'test-kit-uses-http',
    file: 'src/testkit/rules.ts',
    text: `export { flags } from '../domain/flags.ts';`,
  },
  {
    rule: 'test-kit-imports-contract-types',
    file: 'src/testkit/effective.ts',
    text: `export { effective } from '../contract/effective.ts';`,
  },
  {
    rule: 'pure-folders-import-no-node-builtins',
    file: 'src/dialect/files.ts',
    text: `export { readFileSync } from 'node:fs';`,
  },
  {
    rule: 'wallet-page-runs-in-a-browser',
    file: 'src/wallet/page/clock.ts',
    text: `export { clock } from '../../ports/clock.ts';`,
  },
  {
    rule: 'judge-is-pure',
    file: 'src/judge/sending.ts',
    text: `import { send } from '../http/send.ts';\nexport { send };`,
  },
  {
    rule: 'judge-imports-no-validators',
    file: 'src/judge/compiling.ts',
    text: `import { getCompiledContract } from '../contract/validators.ts';\nexport { getCompiledContract };`,
  },
  {
    rule: 'heavy-packages-are-imported-dynamically',
    file: 'src/ports/heavy.ts',
    text: `export { Wallet } from 'ethers';`,
  },
  {
    rule: 'only-validators-import-ajv',
    file: 'src/server/schema.ts',
    text: `export { Ajv } from 'ajv';`,
  },
  {
    rule: 'only-server-and-control-import-express',
    file: 'src/traffic/express.ts',
    text: `import type { Request } from 'express'; export type Call = Request;`,
  },
  {
    rule: 'only-postgres-engine-imports-sql',
    file: 'src/store/sql.ts',
    text: `export { Pool } from 'pg';`,
  },
  {
    rule: 'only-two-engines-import-lowdb',
    file: 'src/store/lowdb.ts',
    text: `import { Low } from 'lowdb'; export const memory = Low;`,
  },
  {
    rule: 'conformance-imports-no-sandbox',
    file: 'conformance/inside.check.ts',
    text: `import type { app } from '../src/server/app.ts'; export type App = typeof app;`,
  },
  {
    rule: 'conformance-imports-effective-contract',
    file: 'conformance/validators.check.ts',
    text: `export { validators } from '../src/contract/validators.ts';`,
  },
  {
    rule: 'console-uses-http',
    file: 'src/console/rule.ts',
    text: `export { flags } from '../domain/flags.ts';`,
  },
  {
    rule: 'console-imports-generated-types',
    file: 'src/console/state.ts',
    text: `import type { flags } from '../domain/flags.ts'; export type Flags = typeof flags;`,
  },
  {
    rule: 'only-conformance-tests-import-conformance',
    file: 'test/server/both.test.ts',
    text: `export { effective } from '../../conformance/contract.check.ts';`,
  },
  {
    rule: 'conformance-tests-import-no-sandbox',
    file: 'test/conformance/inside.test.ts',
    text: `export { app } from '../../src/server/app.ts';`,
  },
  {
    rule: 'independent-server-imports-no-src',
    file: 'test/independent/server.ts',
    text: `export { flags } from '../../src/domain/flags.ts';`,
  },
  {
    rule: 'src-imports-no-test-code',
    file: 'src/server/test.ts',
    text: `export { both } from '../../test/mutants/both.test.ts';`,
  },
];

/** Files that both linters allow. Some of the violations above import these files. */
export const goodFiles: Readonly<Record<string, string>> = {
  'src/index.ts': `export const flagbearer = 1;`,
  'src/cli/start.ts': `console.log(new Date()); export const start = 1;`,
  'src/config.ts': `export const port = process.env['PORT'];`,
  'src/contract/types.ts': `export type Code = 'F0000';`,
  'src/contract/effective.ts': `export const effective = 1;`,
  'src/contract/validators.ts': `import { Ajv } from 'ajv'; export const validators = Ajv;`,
  'src/dialect/defaults.ts': `export const defaults = 1;`,
  'src/domain/flags.ts': `import type { Code } from '../contract/types.ts'; export const flags: Code[] = [];`,
  'src/operations/get-user.ts': `export { flags } from '../domain/flags.ts';`,
  'src/ports/clock.ts': `export interface Clock { now(): Date }\nexport const clock: Clock = { now: () => new Date() };`,
  'src/ports/curve.ts': `export const curve = async (): Promise<unknown> => import('ethers');`,
  'src/server/app.ts': `import { Router } from 'express'; export const app = Router();`,
  'src/server/listen.ts': `export const startedAt = Date.now();`,
  'src/server/half-circle.ts': `import { whole } from './circle.ts'; export const half: number = whole;`,
  'src/server/instant.ts': `export const instant = new Date(0);`,
  'src/server/utils.ts': `export const named = 1;`,
  'src/testkit/start-sandbox.ts': `import type { Code } from '../contract/types.ts'; export { startedAt } from '../server/listen.ts'; export type Flag = Code;`,
  'src/traffic/journal/journals.ts': `export const journal = 1;`,
  'conformance/contract.check.ts': `export { effective } from '../src/contract/effective.ts';`,
  'test/mutants/both.test.ts': `export { effective as both } from '../../conformance/contract.check.ts';`,
};
