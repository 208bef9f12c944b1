/** What `npm run mutation` runs against each mutant: the tests of the pure rules, in one thread. */

/** @type {import('vitest/config').ViteUserConfig} */
export default {
  cacheDir: '.cache',
  test: { include: ['test/domain/**/*.test.ts'], pool: 'threads', isolate: false },
};
