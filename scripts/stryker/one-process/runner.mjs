/**
 * A test runner of Stryker for tests that are runs against a deployment: a plugin. They are loaded
 * once, and a mutant is switched on while they run, those first that are likeliest to notice.
 *
 * Run by Vitest, which begins anew for each mutant, the same tests took ten minutes for each that lives.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadTests } from './tests.mjs';
import { during } from './vitest.mjs';

/** What no test has noticed after so many milliseconds lives. */
const PATIENCE = 60_000;

/** A test that takes no longer, in milliseconds, makes no run: it comes first. */
const QUICK = 60;

/** How many of those that have noticed something in the same file are run before all others. */
const FAMILIAR = 8;

/** What runners tell each other, in the folder where they run: for each mutant there may be a new one. */
const TIMES = 'one-process-times.json';
const NOTICED = 'one-process-noticed.jsonl';

/** As Stryker numbers what came of a test. */
const SUCCESS = 0;
const FAILED = 1;

/**
 * @typedef {object} MutantRun
 * @property {{ id: string, fileName: string }} activeMutant
 * @property {string[]} [testFilter] ids of the tests that come by it; all, where it is not known
 * @property {'runtime' | 'static'} mutantActivation
 * @property {number} [hitLimit] how often what has mutants may be come by before that is a loop
 */

/** What instrumented code looks at. */
const switches = /** @type {{ [name: string]: unknown }} */ (
  /** @type {Record<string, unknown>} */ (globalThis)['__stryker__'] ??= {}
);

class OneProcess {
  static inject = ['options'];

  /** @type {RegExp} */
  #files;
  /** @type {Promise<Map<string, import('./tests.mjs').Test>> | undefined} */
  #tests;

  /** @param {{ oneProcess: { tests: string } }} options `tests` as a regular expression */
  constructor({ oneProcess: { tests } }) {
    this.#files = new RegExp(tests);
    // What is left of a mutant that is done with must not end the process.
    process.on('uncaughtException', () => undefined);
  }

  capabilities() {
    return { reloadEnvironment: false };
  }

  async dryRun() {
    const mutantCoverage = { static: {}, perTest: {} };
    switches['mutantCoverage'] = mutantCoverage;
    const tests = [];
    for (const { id, name } of (await this.#load()).values()) {
      switches['currentTestId'] = id;
      const began = performance.now();
      const failureMessage = await this.#failureOf(id);
      const timeSpentMs = performance.now() - began;
      const status = failureMessage === null ? SUCCESS : FAILED;
      tests.push({ id, name, timeSpentMs, status, failureMessage: failureMessage ?? '' });
    }
    delete switches['currentTestId'];
    writeFileSync(TIMES, JSON.stringify(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs])));
    return { status: 'complete', tests, mutantCoverage };
  }

  /** @param {MutantRun} run */
  async mutantRun({ activeMutant: { id, fileName }, testFilter, mutantActivation, hitLimit }) {
    // What is evaluated once, when a module is loaded, is noticed by other tests than the rest.
    const place = mutantActivation === 'static' ? `${fileName}, when it is loaded` : fileName;
    switches['activeMutant'] = id;
    switches['hitLimit'] = hitLimit;
    switches['hitCount'] = 0;
    const all = await this.#load().catch((error) => String(error));
    if (typeof all === 'string') return killed([], all, 0);
    const began = performance.now();
    let nrOfTests = 0;
    const kindOf = (/** @type {string} */ test) => all.get(test)?.kind ?? '';
    for (const test of likeliestFirst(testFilter ?? [...all.keys()], place, kindOf)) {
      if (performance.now() - began > PATIENCE) break;
      switches['hitCount'] = 0;
      nrOfTests += 1;
      const failure = await this.#failureOf(test);
      if (failure === null) continue;
      appendFileSync(NOTICED, `${JSON.stringify([place, test])}\n`);
      return killed([test], failure, nrOfTests);
    }
    return { status: 'survived', nrOfTests };
  }

  #load() {
    this.#tests ??= loadTests(process.cwd(), this.#files);
    return this.#tests;
  }

  /**
   * What fails once may have failed by chance.
   *
   * @param {string} id of a test
   * @returns {Promise<string | null>} why it fails; null where it does not
   */
  async #failureOf(id) {
    const test = (await this.#load()).get(id);
    if (test === undefined) throw new Error(`there is no test ${id}`);
    return (await failureOf(test)) === null ? null : failureOf(test);
  }
}

async function failureOf(/** @type {import('./tests.mjs').Test} */ test) {
  /** @type {(error: unknown) => void} */
  let fail = () => undefined;
  /** @type {Promise<never>} */
  const elsewhere = new Promise((_, reject) => {
    fail = reject;
  });
  // What nobody waits for may fail as well.
  process.on('uncaughtException', fail);
  try {
    await Promise.race([during(test), elsewhere]);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    process.off('uncaughtException', fail);
  }
}

/**
 * @param {string[]} killedBy
 * @param {string} failureMessage
 * @param {number} nrOfTests
 */
function killed(killedBy, failureMessage, nrOfTests) {
  return { status: 'killed', killedBy, failureMessage, nrOfTests };
}

/**
 * Quick tests, then those that noticed something in the same place, the last of them first. Then each
 * kind of test gets as much time as any other.
 *
 * @param {string[]} tests their ids
 * @param {string} place
 * @param {(test: string) => string} kindOf
 */
function likeliestFirst(tests, place, kindOf) {
  const times = new Map(JSON.parse(readFileSync(TIMES, 'utf8')));
  const timeOf = (/** @type {string} */ test) => times.get(test) ?? 0;
  const quick = tests.filter((test) => timeOf(test) <= QUICK);
  const slow = tests.filter((test) => timeOf(test) > QUICK);
  const familiar = noticedIn(place)
    .filter((test) => slow.includes(test))
    .slice(0, FAMILIAR);
  const others = slow.filter((test) => !familiar.includes(test));

  /** @type {Map<string, number>} */
  const spent = new Map();
  const turns = shuffled(others).map((test) => {
    const turn = (spent.get(kindOf(test)) ?? 0) + timeOf(test);
    spent.set(kindOf(test), turn);
    return { test, turn };
  });
  const rest = turns.toSorted((one, other) => one.turn - other.turn).map(({ test }) => test);
  return [...quick, ...familiar, ...rest];
}

function shuffled(/** @type {string[]} */ tests) {
  return tests
    .map((test) => ({ test, lot: Math.random() }))
    .toSorted((one, other) => one.lot - other.lot)
    .map(({ test }) => test);
}

/** @returns {string[]} the tests that noticed something in a place, the last of them first */
function noticedIn(/** @type {string} */ place) {
  if (!existsSync(NOTICED)) return [];
  const lines = readFileSync(NOTICED, 'utf8').trim().split('\n');
  const tests = lines
    .map((line) => JSON.parse(line))
    .flatMap(([of, test]) => (of === place ? test : []));
  return [...new Set(tests.toReversed())];
}

export const strykerPlugins = [
  { kind: 'TestRunner', name: 'one-process', injectableClass: OneProcess },
];
