/**
 * Which mutants of conformance/ are tried: as many as a seed draws. A plugin of Stryker: what is not
 * drawn never gets to a test, and counts as nothing.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Changing it draws others. */
const SEED = 1;

/** The share of all mutants that is tried. */
const SHARE = 0.0125;

/** Where Stryker leaves what it found. */
export const REPORT = '.cache/conformance-stryker.json';

/**
 * @typedef {object} Mutant
 * @property {string} id
 * @property {string} fileName
 * @property {string} mutatorName
 * @property {string} [replacement]
 * @property {{ start: Place, end: Place }} location
 */

/** @typedef {{ line: number, column: number }} Place counted from 0, in a report from 1 */

/** @typedef {Omit<Mutant, 'fileName'> & { status: string }} Tried */

/** @typedef {{ files: Record<string, { mutants: Tried[] }> }} Report */

/** With MUTATION_AGAIN set, only what the last run left alive. */
const again = process.env['MUTATION_AGAIN'] === undefined ? null : leftAlive();

const checker = {
  init: () => Promise.resolve(),
  /** All in one group: nothing is compiled. */
  group: (/** @type {Mutant[]} */ mutants) => Promise.resolve([mutants.map(({ id }) => id)]),
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
  onMutationTestReportReady(/** @type {Report} */ { files }) {
    const mutants = Object.values(files).flatMap((file) => file.mutants);
    const tried = mutants.filter(({ status }) => status !== 'CompileError');
    console.log(`\nOf ${mutants.length} mutants ${tried.length} were drawn (seed ${SEED}).`);
    for (const [folder, drawn] of inFolders(files)) console.log(`  ${folder}: ${scoreOf(drawn)}`);
    console.log(scoreOf(tried));
  },
};

export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', value: checker },
  { kind: 'Reporter', name: 'sample', value: reporter },
];

function isTried(/** @type {Mutant} */ mutant) {
  const name = relative(process.cwd(), mutant.fileName).replace(/^.*sandbox-[^/]+\//, '');
  if (again !== null) return again.has(nameOf(name, mutant, 1));
  const digest = createHash('sha256')
    .update(`${SEED} ${nameOf(name, mutant, 1)}`)
    .digest();
  return digest.readUInt32BE() < SHARE * 2 ** 32;
}

function nameOf(
  /** @type {string} */ file,
  /** @type {Omit<Mutant, 'fileName'>} */ { location: { start, end }, mutatorName, replacement },
  /** @type {0 | 1} */ offset,
) {
  const [from, to] = [start, end].map(({ line, column }) => `${line + offset}:${column + offset}`);
  return `${file} ${from}-${to} ${mutatorName} ${replacement}`;
}

function leftAlive() {
  if (!existsSync(REPORT)) throw new Error(`no run has left ${REPORT}`);
  /** @type {Report} */
  const { files } = JSON.parse(readFileSync(REPORT, 'utf8'));
  return new Set(
    Object.entries(files).flatMap(([file, { mutants }]) =>
      mutants
        .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
        .map((mutant) => nameOf(file, mutant, 0)),
    ),
  );
}

/** What was drawn, by the folder below conformance/ that it lies in. */
function inFolders(/** @type {Report['files']} */ files) {
  /** @type {Map<string, Tried[]>} */
  const folders = new Map();
  for (const [name, { mutants }] of Object.entries(files)) {
    const folder = name.split('/').slice(0, -1).slice(0, 2).join('/');
    const drawn = mutants.filter(({ status }) => status !== 'CompileError');
    folders.set(folder, [...(folders.get(folder) ?? []), ...drawn]);
  }
  return [...folders].toSorted(([one], [other]) => one.localeCompare(other));
}

function scoreOf(/** @type {Tried[]} */ tried) {
  const counted = (/** @type {string} */ status) =>
    tried.filter((mutant) => mutant.status === status).length;
  const killed = counted('Killed') + counted('Timeout');
  const share = ((100 * killed) / Math.max(tried.length, 1)).toFixed(1);
  return `${killed} of ${tried.length} killed (${share} %), ${counted('Timeout')} of them by time-out`;
}
