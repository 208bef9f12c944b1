/** Starts a sandbox as a process and puts it under load. `node scripts/soak.mjs` runs this file. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import { JOURNAL_LIMIT, runSoak } from './soak.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    store: { type: 'string', default: 'memory' },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  log(`--minutes ${values.minutes}: must be a number above 0`);
  process.exit(2);
}

const storeOptions = ['--store', values.store, '--journal-limit', String(JOURNAL_LIMIT)];
const sandbox = spawn(
  process.execPath,
  ['dist/cli/main.js', 'start', '--port', '0', '--json', ...storeOptions],
  { stdio: ['ignore', 'pipe', 'pipe'] },
);
const errors: string[] = [];
createInterface({ input: sandbox.stderr }).on('line', (line) => {
  if (!line.includes('"level":"info"')) errors.push(line);
});

try {
  const problems = await runSoak(await readUrl(), { minutes, log });
  problems.push(...errors.slice(0, 10).map((line) => `in the log: ${line}`));
  for (const problem of problems) log(problem);
  log(`problems: ${problems.length}`);
  if (problems.length > 0) process.exitCode = 1;
} catch (error) {
  log(`${String(error)}\n${errors.join('\n')}`);
  process.exitCode = 1;
} finally {
  sandbox.kill();
}

function log(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function readUrl(): Promise<string> {
  for await (const line of createInterface({ input: sandbox.stdout })) {
    const { url }: { url: string } = JSON.parse(line);
    return url;
  }
  throw new Error('the sandbox did not start');
}
