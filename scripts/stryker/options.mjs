/**
 * What all runs of Stryker have in common. It is no dependency: it brings 128 packages, which only
 * these commands need, so npx fetches it.
 */

/**
 * @param {string} name of the run: of its Vitest config here, and of what it leaves in .cache
 * @param {Record<string, unknown>} its what is its own: at least `mutate` and `thresholds`
 * @returns {Record<string, unknown>}
 */
export function strykerOptions(name, its) {
  return {
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: `scripts/stryker/${name}.vitest.mjs`, related: false },
    // No types are checked; given a tsconfig, it asks for a TypeScript of its own.
    tsconfigFile: 'none',
    coverageAnalysis: 'perTest',
    // Half of a run goes to what is evaluated once, when a module is loaded.
    warnings: { slow: false },
    concurrency: 2,
    // A machine that is busy must not look like an endless loop.
    timeoutMS: 20_000,
    ignorePatterns: ['dist', 'bench', 'docs', 'examples', '.cache'],
    reporters: ['clear-text', 'progress-append-only', 'json'],
    jsonReporter: { fileName: `.cache/${name}-mutation.json` },
    clearTextReporter: { logTests: false, reportTests: false },
    tempDirName: `.cache/${name}-mutation`,
    ...its,
  };
}
