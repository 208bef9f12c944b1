import { defineConfig } from 'vitest/config';

/**
 * The files of which `npm test` runs a short form (test/length.ts), whole, and those that it leaves out:
 * `npm run test:long`.
 */
export default defineConfig({
  test: {
    include: [
      'test/client-report/chaos.test.ts',
      'test/concurrency/workspaces.test.ts',
      'test/console/console.test.ts',
      'test/contract/effective-validity.test.ts',
      'test/control/snapshot/goes-on.test.ts',
      'test/crash/crash.test.ts',
      'test/cli/contract/formats.test.ts',
      'test/cli/mock.test.ts',
      'test/cli/start-postgres.test.ts',
      'test/engines/postgres.test.ts',
      'test/expected-ui/agreement.test.ts',
      'test/independent/*.test.ts',
      'test/state-machine/state-machine.test.ts',
      'test/mutants/company.test.ts',
      'test/mutants/crash.test.ts',
      'test/mutants/in-short/*.test.ts',
      'test/mutants/neighbouring-contexts.test.ts',
      'test/mutants/otp-contexts.test.ts',
      'test/mutants/surprises.test.ts',
      'test/mutants/user-contexts.test.ts',
      'test/prism/*.test.ts',
      'test/replicas/replicas.test.ts',
      'test/testkit/memory.test.ts',
      'test/ports/signatures/engines-agree.test.ts',
      'test/scenarios/large.test.ts',
    ],
    globalSetup: ['test/build-once.ts', 'test/engines/shared-postgres.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: '100%',
    env: { FLAGBEARER_TESTS: 'long' },
    testTimeout: 120_000,
  },
});
