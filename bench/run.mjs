import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { measurements } from './measurements/index.mjs';
import { installFlagbearer } from './install-flagbearer.mjs';
import { evaluateGoal } from './evaluate-goal.mjs';
import { describeMachine } from './machine.mjs';
import { writeResults } from './write-results.mjs';
import { compareWithPreviousRun } from './compare-runs.mjs';
import { toTable } from './table.mjs';

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

/** Names of the measurements with goals: a quick run measures only these. */
const QUICK_NAMES = new Set(
  measurements.filter(({ goals }) => goals !== undefined).map(({ name }) => name),
);

/** @returns {Promise<number>} exit code */
export async function main(/** @type {string[]} */ args) {
  let values;
  try {
    ({ values } = parseArgs({
      args,
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
  const selectedMeasurements = measurements.filter(({ name }) =>
    values.only.length > 0
      ? values.only.some((prefix) => name.startsWith(prefix))
      : !values.quick || QUICK_NAMES.has(name),
  );
  if (selectedMeasurements.length === 0) {
    console.error(
      `error: no measurement starts with ${values.only.join(' or ')}. To list the measurements, use --list`,
    );
    return 2;
  }
  if (values.list) {
    for (const { name, title } of selectedMeasurements) console.log(`${name}  ${title}`);
    return 0;
  }

  const pace = values.quick ? PACES.quick : PACES.whole;
  console.error('packing and installing flagbearer');
  const flagbearer = await installFlagbearer();
  const results = {
    schemaVersion: 1,
    flagbearer: flagbearer.version,
    measuredAt: new Date().toISOString(),
    machine: describeMachine(),
    pace: pace.name,
    measurements: [],
  };
  try {
    for (const measurement of selectedMeasurements) {
      console.error(`\n${measurement.name}: ${measurement.title}`);
      const startTime = performance.now();
      const rows = await measurement.measure({
        flagbearer,
        pace,
        log: (line) => console.error(`  ${line}`),
      });
      const { name, title, unit, better, plot, goals = [] } = measurement;
      const result = {
        name,
        title,
        unit,
        better,
        ...(plot && { plot }),
        rows,
        goals: goals.map((goal) => evaluateGoal(goal, rows)),
      };
      results.measurements.push(result);
      console.log(`\n${toTable(result)}`);
      console.error(`  (${Math.round((performance.now() - startTime) / 1000)} s)`);
    }
  } finally {
    await flagbearer.remove();
  }
  const resultsFile = new URL('results.json', import.meta.url);
  const previous = JSON.parse(await readFile(resultsFile, 'utf8'));
  const comparison = compareWithPreviousRun(previous, results);
  console.log(`\n${comparison.join('\n')}`);
  if (!values.quick && (values.keep || values.only.length === 0)) {
    const savedResults =
      values.only.length === 0 ? { ...results, comparison } : mergeResults(results, previous);
    await writeResults(savedResults);
    await writeFile(resultsFile, `${JSON.stringify(savedResults, null, 2)}\n`);
  }
  return 0;
}

/** Returns the results of this run, and the previous results of the measurements that this run omitted. */
function mergeResults(results, previous) {
  const candidates = [...results.measurements, ...previous.measurements];
  const merged = measurements.flatMap(
    (measurement) => candidates.find(({ name }) => name === measurement.name) ?? [],
  );
  // The comparison is between two complete runs, so it does not change.
  return { ...previous, measurements: merged };
}
