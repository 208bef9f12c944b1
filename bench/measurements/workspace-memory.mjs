/** The memory of workspaces, and whether deletion frees it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rowOf } from '../measurement.mjs';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../workspace-memory.mjs', import.meta.url));
const IDLE = 'a workspace that nobody has called';

/** @type {import('../measurement.mjs').Measurement} */
export const workspaceMemory = {
  name: 'workspace-memory',
  title: 'Memory of a workspace',
  unit: 'kB',
  better: 'less',
  // It has no data, so all its memory is overhead.
  goals: [{ what: 'idle memory per workspace beyond its own data, kB', of: IDLE, atMost: 50 }],
  async measure({ flagbearer: { folder }, pace, say }) {
    const count = pace.name === 'quick' ? 500 : 2000;
    const { stdout } = await run(process.execPath, [
      '--expose-gc',
      script,
      join(folder, 'dist/index.js'),
      String(count),
    ]);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const rounds = lines.slice(0, -1);
    const kilobytes = (name) => rounds.map((round) => round[name] / 1000);
    say(
      `idle: ${kilobytes('idle')
        .map((one) => one.toFixed(1))
        .join(' ')} kB`,
    );
    return [
      rowOf(IDLE, kilobytes('idle')),
      rowOf('the same with a sign-in: user, session, key, message, journal', kilobytes('used')),
      rowOf('one that sent 1,000 messages, its journal full', [lines.at(-1).busy / 1000]),
      rowOf('what is left of each after its deletion', kilobytes('left')),
    ];
  },
};
