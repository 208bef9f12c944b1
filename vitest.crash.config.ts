import { defineConfig } from 'vitest/config';

/** Sandboxes that are killed a hundred times and lose nothing, and what a write costs: `npm run test:crash`. */
export default defineConfig({
  test: {
    include: ['test/crash/long/*.crash.ts'],
    globalSetup: 'test/build-once.ts',
    pool: 'threads',
    testTimeout: 3_600_000,
  },
});
