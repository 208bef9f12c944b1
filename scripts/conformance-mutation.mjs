/**
 * Measures the conformance suite: runs it against deployments that are broken in every way of
 * test/mutants/operators, against legal ones in hundreds of dialects, and fifty times against one;
 * writes docs/conformance-mutation.md.
 *
 *   node scripts/conformance-mutation.mjs        takes half an hour
 *   node scripts/conformance-mutation.mjs 5.1    only rules whose id starts so; writes nothing
 *
 * Exits 1 when fewer than 95 % of the broken deployments fail, when a legal one does, or when two
 * runs against the same one differ.
 */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { parse as parseYaml } from 'yaml';
import { mutationPage, scoreOf, scoreText } from './conformance-mutation-page.mjs';

/** @typedef {import('./conformance-mutation-page.mjs').Figures} Figures */

const GOAL = 0.95;

const root = fileURLToPath(new URL('../', import.meta.url));
const page = join(root, 'docs/conformance-mutation.md');
const [rule = ''] = process.argv.slice(2);

const folder = await mkdtemp(join(tmpdir(), 'flagbearer-mutation-'));
try {
  await measure();
  const figures = await figuresIn(folder);
  if (rule === '') await writePage(figures);
  report(figures);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure() {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = '--config=scripts/conformance-mutation.vitest.mjs';
  const filters = rule === '' ? [] : ['sandbox-', 'independent-'];
  const run = spawn(process.execPath, [vitest, 'run', config, ...filters], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CONFORMANCE_MUTATION_FOLDER: folder,
      CONFORMANCE_MUTATION_RULE: rule,
    },
  });
  const [status] = await once(run, 'exit');
  if (status !== 0) throw new Error('a measurement did not come to its end');
}

/** @returns {Promise<Figures>} */
async function figuresIn(/** @type {string} */ where) {
  const names = (await readdir(where)).toSorted();
  const read = async (/** @type {string} */ name) =>
    JSON.parse(await readFile(join(where, name), 'utf8'));
  const mutants = names.filter((name) => name.startsWith('mutants-'));
  return {
    mutants: (await Promise.all(mutants.map(read))).flat(),
    legal: names.includes('false-alarms.json') ? await read('false-alarms.json') : [],
    stability: names.includes('stability.json') ? await read('stability.json') : [],
    unseen: names.includes('unseen.json') ? await read('unseen.json') : [],
    trouble: names.includes('trouble.json') ? await read('trouble.json') : [],
  };
}

async function writePage(/** @type {Figures} */ figures) {
  const { requirements } = parseYaml(
    await readFile(join(root, 'openapi/requirements.yaml'), 'utf8'),
  );
  const style = await resolveConfig(page);
  const text = mutationPage(figures, requirements);
  await writeFile(page, await format(text, { ...style, parser: 'markdown' }));
}

function report(/** @type {Figures} */ { mutants, legal, stability, trouble }) {
  for (const { deployment, operator, killedBy, own } of mutants) {
    if (killedBy !== 'none') continue;
    console.log(`SURVIVED in ${deployment}: ${operator.requirement}: ${operator.name}`);
    for (const line of own) console.log(`    ${line}`);
  }
  for (const { deployment, alarms } of legal) {
    for (const alarm of alarms) console.log(`FALSE ALARM in ${deployment}: ${alarm}`);
  }
  for (const { deployment, alarms } of trouble) {
    for (const alarm of alarms) console.log(`FALSE ALARM on a bad day of ${deployment}: ${alarm}`);
  }
  for (const { deployment, unstable } of stability) {
    for (const { id, verdicts } of unstable) {
      console.log(`UNSTABLE in ${deployment}: ${id}: ${verdicts.join('; ')}`);
    }
  }
  const score = scoreOf(mutants);
  console.log(scoreText(score));
  const alarms = legal.filter(({ alarms }) => alarms.length > 0).length;
  if (rule === '') console.log(`False alarms in ${alarms} of ${legal.length} legal deployments.`);
  const unsteady =
    stability.some(({ unstable }) => unstable.length > 0) ||
    trouble.some(({ alarms }) => alarms.length > 0);
  if (score.killed < GOAL * score.mutants || alarms > 0 || unsteady) process.exitCode = 1;
}
