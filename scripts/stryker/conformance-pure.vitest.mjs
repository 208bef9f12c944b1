/** What is run against each mutant of the pure files of conformance/: their tests, in one thread. */

/** @type {import('vitest/config').ViteUserConfig} */
export default {
  cacheDir: '.cache',
  test: { include: ['test/conformance/**/*.test.ts'], pool: 'threads', isolate: false },
};
