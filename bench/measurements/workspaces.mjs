/** Operations on whole workspaces in the memory store: the cost does not depend on the size. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median, rowOf } from '../measurement.mjs';
import { scenarioFile } from '../scenario-file.mjs';
import { storeBundle } from '../store-bundle.mjs';
import { DEEDS, nameOf } from './workspaces-http.mjs';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../workspace-deeds.mjs', import.meta.url));
const SIZES = [10, 1000, 100_000];

/** @type {import('../measurement.mjs').Measurement} */
export const workspaces = {
  name: 'workspaces',
  title: 'A workspace created, forked, reset and deleted, in process',
  unit: 'ms',
  better: 'less',
  goals: [
    {
      what: 'ms, p50, the slowest of them at any size',
      of: DEEDS.flatMap((deed) => SIZES.map((users) => nameOf(deed, users))),
      atMost: 1,
    },
    // Flat means within 10 %, as for getUser.
    ...DEEDS.map((deed) => ({
      what: `times 10 users, the slowest of the greater: ${deed}`,
      of: SIZES.slice(1).map((users) => nameOf(deed, users)),
      to: nameOf(deed, SIZES[0]),
      atMost: 1.1,
    })),
  ],
  async measure({ flagbearer: installed, pace, say }) {
    const files = await Promise.all(pace.users.map((users) => scenarioFile(installed, users)));
    const rounds = String(pace.repeats * 200);
    const { stdout } = await run(
      process.execPath,
      ['--expose-gc', script, rounds, await storeBundle(installed), ...files],
      { maxBuffer: 2 ** 26 },
    );
    const bySize = JSON.parse(stdout);
    return DEEDS.flatMap((deed) =>
      pace.users.map((users, index) => {
        const took = bySize[index][deed];
        const late = took.slice(Math.floor(took.length / 4));
        say(`${nameOf(deed, users)}: ${(median(late) * 1000).toFixed(1)} µs`);
        return rowOf(nameOf(deed, users), late);
      }),
    );
  },
};
