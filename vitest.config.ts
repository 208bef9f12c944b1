import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/build-once.ts',
    pool: 'threads',
    // By default one core is left alone, which on two halves the speed.
    maxWorkers: '100%',
  },
});
