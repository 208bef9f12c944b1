/**
 * Measures the conformance suite and writes docs/internals/conformance-mutation.md. Runs the suite against:
 * - a broken deployment for each operator of test/mutants/operators
 * - legal deployments in hundreds of dialects (legal)
 * - legal deployments with an unreliable network (trouble)
 * - the same deployment, fifty times (stability)
 *
 *   node scripts/conformance-mutation.mjs                  takes about an hour; with FLAGBEARER_TESTS=complete,
 *                                                          six deployments per operator, about six hours
 *   node scripts/conformance-mutation.mjs 5.1              only rules with this prefix; writes no page
 *   node scripts/conformance-mutation.mjs --figures DIR    stores figures in DIR, and resumes an
 *                                                          interrupted run
 *
 * Exits 1 if more than 5 % of the broken deployments pass, a legal deployment fails, or runs against the same
 * deployment differ. Also exits 1 if a measurement ends with an error; then the page is unchanged.
 */
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { parse as parseYaml } from 'yaml';
import { formatPage, computeScore, formatScore } from './conformance-mutation-page.mjs';

/** @typedef {import('./conformance-mutation-page.mjs').Figures} Figures */

/** Share of the broken deployments that may pass. */
const MAX_PASSED = 0.05;

/**
 * Maps the names of the measurements of legal deployments to the properties of Figures.
 *
 * @type {Readonly<Record<string, 'legal' | 'stability' | 'trouble'>>}
 */
const legalMeasurements = { 'false-alarms': 'legal', stability: 'stability', trouble: 'trouble' };

const root = fileURLToPath(new URL('../', import.meta.url));
const page = join(root, 'docs/internals/conformance-mutation.md');
const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { figures: { type: 'string' } },
});
const { requirements } = parseYaml(await readFile(join(root, 'openapi/requirements.yaml'), 'utf8'));
const [rule = ''] = positionals;
if (!requirements.some((/** @type {{ id: string }} */ { id }) => id.startsWith(rule))) {
  throw new Error(`unknown rule ${rule}; openapi/requirements.yaml lists the rules`);
}
if (rule !== '' && options.figures !== undefined) {
  throw new Error('a rule and --figures cannot be combined: only complete measurements are stored');
}
const folder = options.figures
  ? resolve(options.figures)
  : await mkdtemp(join(tmpdir(), 'flagbearer-mutation-'));

try {
  await mkdir(folder, { recursive: true });
  const names = await listMeasurements();
  const remaining = (await readFigures(names)).missing;
  if (remaining.length > 0) await measure(remaining);
  const { figures, missing } = await readFigures(names);
  if (rule === '' && missing.length === 0) await writePage(figures);
  report(figures, missing);
} finally {
  if (options.figures === undefined) await rm(folder, { recursive: true, force: true });
}

/** Lists the measurements to run: files of test/mutants/measured, each of which writes its figures. */
async function listMeasurements() {
  const files = await readdir(join(root, 'test/mutants/measured'));
  return files
    .flatMap((file) => /^(.+)\.measure\.ts$/.exec(file)?.[1] ?? [])
    .filter((name) => rule === '' || !(name in legalMeasurements))
    .toSorted();
}

/** Runs the measurements. A measurement that fails writes no figures, so the exit code is not needed. */
async function measure(/** @type {string[]} */ names) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = '--config=scripts/conformance-mutation.vitest.mjs';
  const run = spawn(process.execPath, [vitest, 'run', config, ...names], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CONFORMANCE_MUTATION_FOLDER: folder,
      CONFORMANCE_MUTATION_RULE: rule,
    },
  });
  await once(run, 'exit');
}

/**
 * Reads the stored figures.
 *
 * @returns {Promise<{ figures: Figures, missing: string[] }>} `missing`: the measurements without figures
 */
async function readFigures(/** @type {string[]} */ names) {
  const files = new Set(await readdir(folder));
  const missing = [];
  /** @type {Figures} */
  const figures = { mutants: [], legal: [], stability: [], trouble: [] };
  for (const name of names) {
    if (!files.has(`${name}.json`)) {
      missing.push(name);
      continue;
    }
    const storedFigures = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'));
    figures[legalMeasurements[name] ?? 'mutants'].push(...storedFigures);
  }
  return { figures, missing };
}

async function writePage(/** @type {Figures} */ figures) {
  const style = await resolveConfig(page);
  const text = formatPage(figures, requirements);
  await writeFile(page, await format(text, { ...style, parser: 'markdown' }));
}

function report(
  /** @type {Figures} */ { mutants, legal, stability, trouble },
  /** @type {string[]} */ missing,
) {
  for (const { deployment, operator, killedBy, own, stop } of mutants) {
    if (killedBy !== 'none') continue;
    const reason = operator.undetectable === undefined ? '' : ' (undetectable)';
    console.log(`SURVIVED in ${deployment}${reason}: ${operator.requirement}: ${operator.name}`);
    for (const line of [stop, ...own]) if (line !== null) console.log(`    ${line}`);
  }
  for (const { deployment, alarms } of legal) {
    for (const alarm of alarms) console.log(`FALSE ALARM in ${deployment}: ${alarm}`);
  }
  for (const { deployment, alarms } of trouble) {
    for (const alarm of alarms)
      console.log(`FALSE ALARM with an unreliable network in ${deployment}: ${alarm}`);
  }
  for (const { deployment, unstable } of stability) {
    for (const { id, verdicts } of unstable) {
      console.log(`UNSTABLE in ${deployment}: ${id}: ${verdicts.join('; ')}`);
    }
  }
  console.log(formatScore(mutants));
  const alarmed = legal.filter(({ alarms }) => alarms.length > 0).length;
  if (rule === '') console.log(`False alarms in ${alarmed} of ${legal.length} legal deployments.`);
  const hasTroubleAlarms = trouble.some(({ alarms }) => alarms.length > 0);
  const isUnstable = stability.some(({ unstable }) => unstable.length > 0);
  for (const name of missing) {
    console.log(`MISSING: ${name} did not finish; the page is unchanged`);
  }
  const { passed, mutants: total } = computeScore(mutants);
  const isOverLimit = passed > MAX_PASSED * total;
  if (isOverLimit || alarmed > 0 || hasTroubleAlarms || isUnstable || missing.length > 0) {
    process.exitCode = 1;
  }
}
