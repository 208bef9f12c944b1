/**
 * What runs of Stryker have in common. It is no dependency: it brings 128 packages, which only these
 * commands need, so npx fetches it.
 */
import { fileURLToPath } from 'node:url';

/**
 * @param {string} name of the run, and of what it leaves in .cache
 * @param {Record<string, unknown>[]} its what is its own: at least a way to run tests, `mutate` and `thresholds`
 * @returns {Record<string, unknown>}
 */
export function strykerOptions(name, ...its) {
  return {
    // No types are checked; given a tsconfig, it asks for a TypeScript of its own.
    tsconfigFile: 'none',
    coverageAnalysis: 'perTest',
    // Half of a run goes to what is evaluated once, when a module is loaded.
    warnings: { slow: false, unknownOptions: false },
    concurrency: 2,
    ignorePatterns: ['dist', 'bench', 'docs', 'examples', '.cache'],
    reporters: ['clear-text', 'progress-append-only', 'json'],
    jsonReporter: { fileName: `.cache/${name}-mutation.json` },
    clearTextReporter: { logTests: false, reportTests: false },
    tempDirName: `.cache/${name}-mutation`,
    ...Object.assign({}, ...its),
  };
}

/**
 * Tests by Vitest: each mutant has modules that nobody has used, and what hangs is ended soon.
 *
 * @param {string} name of the Vitest config, beside this file
 */
export function byVitest(name) {
  return {
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: `scripts/stryker/${name}.vitest.mjs`, related: false },
    // A machine that is busy must not look like an endless loop.
    timeoutMS: 20_000,
  };
}

/**
 * Tests in one process (one-process/), which are too many and too slow to begin anew for each mutant.
 *
 * @param {string} tests their paths below test/, as a regular expression
 */
export function inOneProcess(tests) {
  return {
    plugins: [plugin('one-process/runner.mjs')],
    testRunner: 'one-process',
    oneProcess: { tests },
    dryRunTimeoutMinutes: 30,
    // A mutant is tried for a minute; what takes twice as long hangs.
    timeoutMS: 120_000,
    timeoutFactor: 0.1,
    // Runs that were left in the middle take up memory.
    maxTestRunnerReuse: 200,
  };
}

/** @param {string} path beside this file */
export function plugin(path) {
  return fileURLToPath(new URL(path, import.meta.url));
}
