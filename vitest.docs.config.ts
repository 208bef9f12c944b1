import { defineConfig } from 'vitest/config';

/** The commands of all pages, of which `npm test` runs those of the first ones: `npm run test:docs`. */
export default defineConfig({
  test: {
    include: ['test/docs/commands.test.ts'],
    globalSetup: 'test/build-once.ts',
    pool: 'threads',
    env: { FLAGBEARER_DOCS: 'all' },
    // A run of checks has the machine to itself, or one other page beside it.
    maxConcurrency: 2,
    testTimeout: 120_000,
  },
});
