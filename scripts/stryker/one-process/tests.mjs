/** Tests, loaded by Node, each with what performs it. */
import { readdirSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** How long a test may take that says nothing else, in milliseconds. */
const LONGEST = 120_000;

/**
 * @typedef {object} Test
 * @property {string} id the same in each process
 * @property {string} name
 * @property {string} file its absolute path
 * @property {string} kind those of one kind stand side by side in a file
 * @property {() => Promise<unknown>} perform
 */

/** @typedef {import('vitest').RunnerTestSuite} Suite */
/** @typedef {import('vitest').RunnerTask} Task */
/** @typedef {import('vitest').RunnerTestCase} TestCase */
/** @typedef {(suite: Suite) => unknown} Hook */

/**
 * What Vitest itself collects tests with.
 *
 * @typedef {object} VitestRunner
 * @property {(paths: string[], runner: object) => Promise<import('vitest').RunnerTestFile[]>} collectTests
 * @property {(test: TestCase) => () => Promise<unknown>} getFn
 * @property {(suite: Suite) => { beforeAll: Hook[], beforeEach: Hook[] }} getHooks
 */

/**
 * Loads the tests of the project in a folder. Vitest's own functions make them, so that their names
 * are those that Vitest gives.
 *
 * @param {string} root
 * @param {RegExp} wanted their paths below test/, with `/` between folders
 * @returns {Promise<Map<string, Test>>} by id
 */
export async function loadTests(root, wanted) {
  register(new URL('modules.mjs', import.meta.url));
  const { collectTests, getFn, getHooks } = await vitestRunner();
  const folder = join(root, 'test');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && wanted.test(path.replaceAll('\\', '/')))
    .toSorted()
    .map((path) => join(folder, path));
  const files = await collectTests(paths, {
    config: {
      root,
      setupFiles: [],
      sequence: { hooks: 'stack' },
      tags: [],
      retry: 0,
      testTimeout: LONGEST,
      hookTimeout: LONGEST,
    },
    importFile: (/** @type {string} */ path) => import(pathToFileURL(path).href),
    trace: (/** @type {unknown[]} */ ...given) => /** @type {() => unknown} */ (given.at(-1))(),
  });

  /** @type {Map<Suite, Promise<void>>} */
  const begun = new Map();
  const begin = (/** @type {Suite} */ suite) => {
    const before = begun.get(suite) ?? each(getHooks(suite).beforeAll, suite);
    begun.set(suite, before);
    return before;
  };

  /** @type {Map<string, Test>} */
  const tests = new Map();
  for (const file of files) {
    if (file.result?.state === 'fail') throw new Error(file.result.errors?.[0]?.message);
    for (const test of testsIn(file)) {
      const suites = suitesOf(test);
      const perform = async () => {
        for (const suite of suites) await begin(suite);
        for (const suite of suites) await each(getHooks(suite).beforeEach, suite);
        await getFn(test)();
      };
      // Stryker sends the ids of all tests that come by a mutant, for all mutants at once.
      const id = String(tests.size);
      const name = test.fullTestName;
      tests.set(id, {
        id,
        name,
        file: file.filepath,
        kind: `${file.name} > ${suites.at(1)?.name}`,
        perform,
      });
    }
  }
  return tests;
}

/** @returns {Promise<VitestRunner>} of which Vitest gives only the type to others */
async function vitestRunner() {
  const ofVitest = createRequire(import.meta.resolve('vitest/package.json'));
  return import(pathToFileURL(ofVitest.resolve('@vitest/runner')).href);
}

async function each(/** @type {Hook[]} */ hooks, /** @type {Suite} */ suite) {
  for (const hook of hooks) await hook(suite);
}

/** @returns {TestCase[]} those that are run anywhere */
function testsIn(/** @type {Task} */ task) {
  if (task.mode === 'skip' || task.mode === 'todo') return [];
  return task.type === 'suite' ? task.tasks.flatMap(testsIn) : [task];
}

/** @returns {Suite[]} from the outside in */
function suitesOf(/** @type {Task} */ { suite, file }) {
  return suite === undefined ? [file] : [...suitesOf(suite), suite];
}
