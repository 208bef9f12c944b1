/**
 * Which mutants of conformance/ are tried: as many as a seed draws. A plugin of Stryker: what is not
 * drawn never gets to a test, and counts as nothing.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';

/** Changing it draws others. */
const SEED = 5;

/** The share of all mutants that is tried. */
const SHARE = 0.03;

/** What came of each mutant, a line each, as soon as it is known: a run that is cut off is not lost. */
const FOUND = '.cache/conformance-mutation.jsonl';

/**
 * @typedef {object} Mutant
 * @property {string} id
 * @property {string} fileName
 * @property {string} mutatorName
 * @property {string} [replacement]
 * @property {{ start: Place, end: Place }} location
 */

/** @typedef {{ line: number, column: number }} Place counted from 0, in a report from 1 */

/** @typedef {{ mutant: string, status: string }} Found */

/** With MUTATION_GO_ON set, what a run before has found out; what it killed is not tried again. */
const isGoingOn = process.env['MUTATION_GO_ON'] !== undefined;
/** @type {Map<string, string>} */
const found = isGoingOn ? foundBefore() : new Map();

const checker = {
  init: () => Promise.resolve(),
  /** By lot, so that what a run has tried when it is cut off is a sample, too. */
  group: (/** @type {Mutant[]} */ mutants) =>
    Promise.resolve(
      mutants.toSorted((one, other) => lotOf(one) - lotOf(other)).map(({ id }) => [id]),
    ),
  check: (/** @type {Mutant[]} */ mutants) =>
    Promise.resolve(
      Object.fromEntries(
        mutants.map((mutant) => [
          mutant.id,
          isTried(mutant)
            ? { status: 'passed' }
            : { status: 'compileError', reason: 'not in the sample' },
        ]),
      ),
    ),
};

const reporter = {
  onDryRunCompleted() {
    if (!isGoingOn) rmSync(FOUND, { force: true });
  },
  onMutantTested(/** @type {Mutant & { status: string }} */ mutant) {
    if (mutant.status === 'CompileError') return;
    const line = { mutant: nameOf(mutant, 0), status: mutant.status };
    found.set(line.mutant, line.status);
    mkdirSync('.cache', { recursive: true });
    appendFileSync(FOUND, `${JSON.stringify(line)}\n`);
  },
  onMutationTestReportReady(
    /** @type {{ files: Record<string, { mutants: Mutant[] }> }} */ { files },
  ) {
    const all = Object.entries(files).flatMap(([fileName, { mutants }]) =>
      mutants.map((mutant) => nameOf({ ...mutant, fileName }, 0)),
    );
    // A file that has changed since has other mutants.
    for (const name of found.keys()) if (!all.includes(name)) found.delete(name);
    console.log(`\nOf ${all.length} mutants ${found.size} were drawn (seed ${SEED}).`);
    for (const [folder, statuses] of inFolders()) console.log(`  ${folder}: ${scoreOf(statuses)}`);
    console.log(scoreOf([...found.values()]));
  },
};

export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', value: checker },
  { kind: 'Reporter', name: 'sample', value: reporter },
];

function isTried(/** @type {Mutant} */ mutant) {
  return lotOf(mutant) < SHARE && !isKilled(found.get(nameOf(mutant, 1)));
}

/** A number from 0 to 1, the same for the same mutant. */
function lotOf(/** @type {Mutant} */ mutant) {
  const digest = createHash('sha256')
    .update(`${SEED} ${nameOf(mutant, 1)}`)
    .digest();
  return digest.readUInt32BE() / 2 ** 32;
}

/** @returns {Map<string, string>} */
function foundBefore() {
  const statuses = new Map();
  if (!existsSync(FOUND)) return statuses;
  for (const line of readFileSync(FOUND, 'utf8').trim().split('\n')) {
    /** @type {Found} */
    const { mutant, status } = JSON.parse(line);
    statuses.set(mutant, status);
  }
  return statuses;
}

/** @param {0 | 1} offset what makes of lines and columns what editors show */
function nameOf(/** @type {Mutant} */ mutant, offset) {
  const { fileName, mutatorName, replacement, location } = mutant;
  const file = relative(process.cwd(), fileName).replace(/^.*sandbox-[^/]+\//, '');
  const [from, to] = [location.start, location.end].map(
    ({ line, column }) => `${line + offset}:${column + offset}`,
  );
  return `${file}:${from}-${to} ${mutatorName}: ${replacement}`;
}

/** What came of the mutants, by the folder below conformance/ that they lie in. */
function inFolders() {
  /** @type {Map<string, string[]>} */
  const folders = new Map();
  for (const [name, status] of found) {
    const folder = /^conformance(?:\/[^/.]+(?=\/))?/.exec(name)?.[0] ?? '';
    folders.set(folder, [...(folders.get(folder) ?? []), status]);
  }
  return [...folders].toSorted(([one], [other]) => one.localeCompare(other));
}

function isKilled(/** @type {string | undefined} */ status) {
  return status === 'Killed' || status === 'Timeout';
}

function scoreOf(/** @type {string[]} */ statuses) {
  const killed = statuses.filter(isKilled).length;
  const late = statuses.filter((status) => status === 'Timeout').length;
  const share = ((100 * killed) / Math.max(statuses.length, 1)).toFixed(1);
  return `${killed} of ${statuses.length} killed (${share} %), ${late} of them by time-out`;
}
