/**
 * Which mutants of conformance/ are tried: all of the files that are pure, and of the others as many as
 * a seed draws. A plugin of Stryker: what is not drawn never gets to a test, and counts as nothing.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Changing it draws others. */
const SEED = 1;

/** Of the mutants of a file that is not looked at as a whole, this share. */
const SHARE = 0.05;

/** What takes no deployment to be looked at: every mutant is tried. */
const WHOLE = [
  'answers/',
  'chosen-checks.ts',
  'company.ts',
  'ends.ts',
  'gate.ts',
  'judge.ts',
  'parties/otp-ledger.ts',
  'schema-cases/',
  'sentence.ts',
].map((name) => `conformance/${name}`);

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
    const rows = Object.entries(files).map(([name, { mutants }]) => ({
      name,
      ...countOf(mutants),
    }));
    const whole = rows.filter(({ name }) => isWhole(name));
    const drawn = rows.filter(({ name }) => !isWhole(name));
    console.log(`\nSeed ${SEED}, ${SHARE * 100} % of the files that are not looked at as a whole.`);
    for (const row of rows) if (row.tried > 0) console.log(`  ${row.name}: ${scoreOf([row])}`);
    console.log(`whole files: ${scoreOf(whole)}`);
    console.log(`drawn:       ${scoreOf(drawn)}`);
    console.log(`together:    ${scoreOf(rows)}`);
  },
};

export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', value: checker },
  { kind: 'Reporter', name: 'sample', value: reporter },
];

function isTried(/** @type {Mutant} */ mutant) {
  const name = relative(process.cwd(), mutant.fileName).replace(/^.*sandbox-[^/]+\//, '');
  if (again !== null) return again.has(nameOf(name, mutant, 1));
  if (isWhole(name)) return true;
  const digest = createHash('sha256')
    .update(`${SEED} ${nameOf(name, mutant, 1)}`)
    .digest();
  return digest.readUInt32BE() < SHARE * 2 ** 32;
}

function isWhole(/** @type {string} */ name) {
  return WHOLE.some((beginning) => name.startsWith(beginning));
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

function countOf(/** @type {Tried[]} */ mutants) {
  const withStatus = (/** @type {string} */ status) =>
    mutants.filter((mutant) => mutant.status === status).length;
  const killed = withStatus('Killed');
  const timeout = withStatus('Timeout');
  const survived = withStatus('Survived') + withStatus('NoCoverage');
  return { killed, timeout, survived, tried: killed + timeout + survived };
}

function scoreOf(/** @type {ReturnType<typeof countOf>[]} */ rows) {
  const sum = (/** @type {keyof ReturnType<typeof countOf>} */ of) =>
    rows.reduce((total, row) => total + row[of], 0);
  const found = sum('killed') + sum('timeout');
  const share = ((100 * found) / Math.max(sum('tried'), 1)).toFixed(1);
  return `${found} of ${sum('tried')} killed (${share} %), ${sum('timeout')} of them by time-out`;
}
