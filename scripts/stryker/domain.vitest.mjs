/** Configures the tests that `npm run mutation` runs for each mutant: those of the pure rules, in one thread. */

/** @type {import('vitest/config').ViteUserConfig} */
export default {
  cacheDir: '.cache',
  test: { include: ['test/domain/**/*.test.ts'], pool: 'threads', isolate: false },
};
