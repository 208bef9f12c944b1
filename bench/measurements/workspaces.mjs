/** Measures operations on whole workspaces in the memory store, whose cost must not depend on the number of users. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median, toRow } from '../measurement.mjs';
import { formatUserCount, writeScenario } from '../write-scenario.mjs';
import { bundleStore } from '../bundle-store.mjs';
import { OPERATIONS, formatRowName, removeWarmUp } from './workspaces-http.mjs';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../workspace-operations.mjs', import.meta.url));
const SIZES = [10, 1000, 100_000];

/** @type {import('../measurement.mjs').Measurement} */
export const workspaces = {
  name: 'workspaces',
  title: 'A workspace created, forked, reset and deleted, in process',
  unit: 'ms',
  better: 'lower',
  goals: [
    {
      what: 'ms, p50, the slowest operation at any size',
      rows: OPERATIONS.flatMap((operation) =>
        SIZES.map((users) => formatRowName(operation, users)),
      ),
      atMost: 1,
    },
    // The cost may grow by 10 % with the number of users.
    ...OPERATIONS.map((operation) => ({
      what: `ratio of the duration of ${operation} at the slowest size to the duration with ${formatUserCount(SIZES[0])}`,
      rows: SIZES.slice(1).map((users) => formatRowName(operation, users)),
      divisor: formatRowName(operation, SIZES[0]),
      atMost: 1.1,
    })),
  ],
  async measure({ flagbearer: installed, pace, log }) {
    const files = await Promise.all(pace.users.map((users) => writeScenario(installed, users)));
    const rounds = String(pace.repeats * 200);
    const { stdout } = await run(
      process.execPath,
      ['--expose-gc', script, rounds, await bundleStore(installed), ...files],
      { maxBuffer: 2 ** 26 },
    );
    const bySize = JSON.parse(stdout);
    return OPERATIONS.flatMap((operation) =>
      pace.users.map((users, index) => {
        const durations = removeWarmUp(bySize[index][operation]);
        log(`${formatRowName(operation, users)}: ${(median(durations) * 1000).toFixed(1)} µs`);
        return toRow(formatRowName(operation, users), durations);
      }),
    );
  },
};
