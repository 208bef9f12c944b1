import { configDefaults, defineConfig } from 'vitest/config';

/**
 * `npm test` runs the projects `unit` and `http`, `npm run test:all` all of them. With
 * FLAGBEARER_TESTS=complete, `conformance` and `slow` run every case, in about 20 minutes on two cores.
 */
const isComplete = process.env['FLAGBEARER_TESTS'] === 'complete';

const tests = (...folders: string[]): string[] =>
  folders.map((folder) => `test/${folder}/**/*.test.ts`);

/** A sandbox over HTTP, or the command as a process of its own. */
const HTTP = tests(
  ...['cli', 'client-report', 'concurrency', 'control', 'operations'],
  ...['scenarios', 'server', 'testkit', 'traffic'],
);

/** Files of test/mutants that run with FLAGBEARER_TESTS=complete only. */
const COMPLETE = [
  ...tests('mutants/trouble'),
  ...['partial-settings', 'mutation', 'secrets', 'legal-otp-dialects'].map(
    (name) => `test/mutants/${name}.test.ts`,
  ),
  ...['combined-1', 'combined-2', 'few-settings'].map(
    (name) => `test/mutants/round-trip/${name}.test.ts`,
  ),
];

/** The conformance suite and the proxy, run against deployments that break a rule and legal ones. */
const CONFORMANCE = [
  ...tests('cli/conform', 'cli/proxy', 'independent', 'mutants'),
  'test/testkit/conformance-tests.test.ts',
];

/** A browser, PostgreSQL, crashes, hostile requests, other tools, the commands of all pages. */
const SLOW = [
  ...tests(
    'ci',
    'console',
    'crash',
    'engines',
    'generators',
    'har',
    'hostile',
    'packaging',
    'replicas',
  ),
  ...tests('playwright', 'wallet/browser'),
  'test/cli/exec.test.ts',
  'test/cli/scenario-export.test.ts',
  'test/cli/start-postgres.test.ts',
  'test/cli/watch.test.ts',
  'test/dialect/behaviour/behaviour.test.ts',
  'test/docs/commands.test.ts',
  'test/store/file/lock.test.ts',
  'test/testkit/memory.test.ts',
];

/** Files of `unit` and `http` that `slow` repeats with more cases (test/setup/test-length.ts). */
const MORE_CASES = [
  'test/cli/contract/formats.test.ts',
  'test/cli/mock.test.ts',
  'test/client-report/chaos.test.ts',
  'test/concurrency/workspaces.test.ts',
  'test/contract/effective-validity.test.ts',
  'test/control/snapshot/continuation.test.ts',
  'test/ports/signatures/engines-agree.test.ts',
  'test/scenarios/large.test.ts',
];

const long = {
  env: { FLAGBEARER_TESTS: isComplete ? 'complete' : 'long', FLAGBEARER_DOCS: 'all' },
  testTimeout: isComplete ? 3_600_000 : 120_000,
};

export default defineConfig({
  test: {
    globalSetup: 'test/setup/build-once.ts',
    pool: 'threads',
    // Test files share the state of modules, and no test may depend on it.
    isolate: false,
    // By default, one core is idle. On a machine with two cores, this halves the speed.
    maxWorkers: '100%',
    testTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...HTTP, ...CONFORMANCE, ...SLOW],
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: HTTP,
          exclude: [...configDefaults.exclude, ...CONFORMANCE, ...SLOW],
        },
      },
      {
        extends: true,
        test: {
          ...long,
          name: 'conformance',
          globalSetup: 'test/setup/print-seed.ts',
          include: CONFORMANCE,
          exclude: [...configDefaults.exclude, ...(isComplete ? [] : COMPLETE)],
        },
      },
      {
        extends: true,
        test: {
          ...long,
          name: 'slow',
          globalSetup: 'test/engines/shared-postgres.ts',
          include: [...SLOW, ...MORE_CASES],
          // A test can fail because a browser renders late.
          retry: 1,
          // At most two pages of the documentation are run at the same time.
          maxConcurrency: 2,
        },
      },
    ],
  },
});
