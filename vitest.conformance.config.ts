import { defineConfig } from 'vitest/config';

/** The power of the conformance suite, and that it accuses no legal deployment: `npm run test:conformance`. */
export default defineConfig({
  test: {
    include: ['test/mutants/**/*.test.ts'],
    globalSetup: 'test/build-once.ts',
    pool: 'threads',
    maxWorkers: '100%',
    testTimeout: 120_000,
  },
});
