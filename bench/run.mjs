import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { measurements } from './measurements/index.mjs';
import { installFlagbearer } from './installed.mjs';
import { judged } from './judged.mjs';
import { machine } from './machine.mjs';
import { writeResults } from './page.mjs';
import { besideRunBefore } from './run-before.mjs';
import { table } from './table.mjs';

/** @typedef {import('./measurement.mjs').Pace} Pace */

/** @type {Record<'whole' | 'quick', Pace>} */
const PACES = {
  whole: {
    name: 'whole',
    rounds: 11,
    warmUp: 2,
    seconds: 2,
    repeats: 21,
    users: [10, 1000, 100_000],
  },
  quick: { name: 'quick', rounds: 2, warmUp: 0.5, seconds: 1, repeats: 3, users: [10, 1000] },
};

/** A quick run measures what has a goal. */
const QUICK = new Set(
  measurements.filter(({ goals }) => goals !== undefined).map(({ name }) => name),
);

/** @returns {Promise<number>} exit code */
export async function main(/** @type {string[]} */ words) {
  let values;
  try {
    ({ values } = parseArgs({
      args: words,
      options: {
        quick: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        keep: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 2;
  }
  const chosen = measurements.filter(({ name }) =>
    values.only.length > 0
      ? values.only.some((start) => name.startsWith(start))
      : !values.quick || QUICK.has(name),
  );
  if (values.list || chosen.length === 0) {
    for (const { name, title } of values.list ? chosen : measurements)
      console.log(`${name}  ${title}`);
    return values.list ? 0 : 2;
  }

  const pace = values.quick ? PACES.quick : PACES.whole;
  console.error('packing and installing flagbearer');
  const flagbearer = await installFlagbearer();
  const results = { ...machine(flagbearer.version), pace: pace.name, measurements: [] };
  try {
    for (const measurement of chosen) {
      console.error(`\n${measurement.name}: ${measurement.title}`);
      const began = performance.now();
      const rows = await measurement.measure({
        flagbearer,
        pace,
        say: (line) => console.error(`  ${line}`),
      });
      const { name, title, unit, better, plot, goals = [] } = measurement;
      const result = {
        name,
        title,
        unit,
        better,
        ...(plot && { plot }),
        rows,
        goals: goals.map((goal) => judged(goal, rows)),
      };
      results.measurements.push(result);
      console.log(`\n${table(result)}`);
      console.error(`  (${Math.round((performance.now() - began) / 1000)} s)`);
    }
  } finally {
    await flagbearer.remove();
  }
  const kept = new URL('results.json', import.meta.url);
  const before = JSON.parse(await readFile(kept, 'utf8'));
  const beside = besideRunBefore(before, results);
  console.log(`\n${beside.join('\n')}`);
  if (!values.quick && (values.keep || values.only.length === 0)) {
    const all = values.only.length === 0 ? { ...results, beside } : withTablesOf(results, before);
    await writeResults(all);
    await writeFile(kept, `${JSON.stringify(all, null, 2)}\n`);
  }
  return 0;
}

/** The saved results, with the tables of this run in place of the old ones. */
function withTablesOf(results, before) {
  const tables = [...results.measurements, ...before.measurements];
  const kept = measurements.flatMap((each) => tables.find(({ name }) => name === each.name) ?? []);
  // What was set side by side were two whole runs.
  return { ...results, beside: before.beside, measurements: kept };
}
