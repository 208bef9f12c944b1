/** Measures the memory of workspaces, and whether deletion frees it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { toRow } from '../measurement.mjs';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../workspace-memory.mjs', import.meta.url));
const IDLE = 'an idle workspace';

/** @type {import('../measurement.mjs').Measurement} */
export const workspaceMemory = {
  name: 'workspace-memory',
  title: 'Memory of a workspace',
  unit: 'kB',
  better: 'lower',
  // An idle workspace has no data of its own, so all its memory is overhead.
  goals: [{ what: 'idle memory per workspace beyond its own data, kB', rows: IDLE, atMost: 50 }],
  async measure({ flagbearer: { folder }, pace, log }) {
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
    const { busy: busyBytes } = lines.at(-1);
    const listKilobytes = (name) => rounds.map((round) => round[name] / 1000);
    const idle = listKilobytes('idle');
    log(`idle: ${idle.map((kilobytes) => kilobytes.toFixed(1)).join(' ')} kB`);
    return [
      toRow(IDLE, idle),
      toRow(
        'a workspace with a sign-in: user, session, key, message, journal',
        listKilobytes('afterSignIn'),
      ),
      toRow('a workspace with 1,000 messages and a full journal', [busyBytes / 1000]),
      toRow('memory in use after deletion, per workspace', listKilobytes('afterDeletion')),
    ];
  },
};
