/** Configures the tests that `npm run mutation` runs for each mutant: the tests of src/domain, in one thread. */

/** @type {import('vitest/config').ViteUserConfig} */
export default {
  cacheDir: '.cache',
  test: { include: ['test/domain/**/*.test.ts'], pool: 'threads', isolate: false },
};
