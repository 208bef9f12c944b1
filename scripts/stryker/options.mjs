/**
 * What all runs of Stryker have in common. It is no dependency: it brings 128 packages, which only
 * these commands need, so npx fetches it.
 */
import { fileURLToPath } from 'node:url';

/** @param {string} path of a plugin, beside this file */
export function plugin(path) {
  return fileURLToPath(new URL(path, import.meta.url));
}

/**
 * @param {string} name of the run, and of what it leaves in .cache
 * @param {string} tests that have to notice: their paths below test/, as a regular expression
 * @param {Record<string, unknown>} its what is its own: at least `mutate` and `thresholds`
 * @returns {Record<string, unknown>}
 */
export function strykerOptions(name, tests, its) {
  return {
    plugins: [plugin('one-process/runner.mjs')],
    testRunner: 'one-process',
    oneProcess: { tests },
    // No types are checked; given a tsconfig, it asks for a TypeScript of its own.
    tsconfigFile: 'none',
    coverageAnalysis: 'perTest',
    // Half of a run goes to what is evaluated once, when a module is loaded.
    warnings: { slow: false, unknownOptions: false },
    concurrency: 2,
    dryRunTimeoutMinutes: 30,
    // A mutant is tried for a minute; what takes twice as long hangs.
    timeoutMS: 120_000,
    timeoutFactor: 0.1,
    // Runs that were left in the middle take up memory.
    maxTestRunnerReuse: 200,
    ignorePatterns: ['dist', 'bench', 'docs', 'examples', '.cache'],
    reporters: ['clear-text', 'progress-append-only', 'json'],
    jsonReporter: { fileName: `.cache/${name}-mutation.json` },
    clearTextReporter: { logTests: false, reportTests: false },
    tempDirName: `.cache/${name}-mutation`,
    ...its,
  };
}
