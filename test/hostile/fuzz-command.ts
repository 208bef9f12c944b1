/** Starts a sandbox as a process and sends hostile requests. `node scripts/fuzz.mjs` runs this file. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import { ClientApp, createWallet } from '../sandbox.ts';
import { runFuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '20000' },
  },
});
const seed = parseWholeNumber('--seed', values.seed);
const requests = parseWholeNumber('--requests', values.requests);

// With this limit, a memory leak ends the sandbox before the machine is out of memory.
const heap = '--max-old-space-size=192';
const sandbox = spawn(
  process.execPath,
  [heap, 'dist/cli/main.js', 'start', '--port', '0', '--json'],
  { stdio: ['ignore', 'pipe', 'pipe'] },
);
let lastLog = '';
const errors: string[] = [];
createInterface({ input: sandbox.stderr }).on('line', (line) => {
  if (line.includes('"level":"info"')) return;
  lastLog = `${lastLog}${line}\n`.slice(-4000);
  if (line.includes('"level":"error"')) errors.push(line);
});

try {
  const url = await readUrl();
  const startTime = Date.now();
  const { requestCount, statuses, problems } = await runFuzz(url, {
    seed,
    requests,
    onProgress(done) {
      void readResidentMegabytes().then((megabytes) => {
        log(`${done} of ${requests} requests, ${megabytes} MB`);
      });
    },
  });
  const counts = [...statuses].map(([status, count]) => `${status} ${count}`).toSorted();
  log(`responses: ${counts.join(', ')}`);
  if (await canSignIn(url)) log('a sign-in works');
  else problems.push('a sign-in fails');
  problems.push(...errors.map((line) => `the log has an error: ${line}`));
  for (const problem of problems) log(`\n${problem}`);
  const seconds = Math.round((Date.now() - startTime) / 1000);
  log(`seed ${seed}: ${requestCount} requests in ${seconds} s, problems: ${problems.length}`);
  if (problems.length > 0) process.exitCode = 1;
} catch (error) {
  log(`${String(error)}\n${lastLog}`);
  process.exitCode = 1;
} finally {
  sandbox.kill();
}

function log(line: string): void {
  process.stdout.write(`${line}\n`);
}

function parseWholeNumber(flag: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  log(`${flag} ${text}: must be a whole number`);
  process.exit(2);
}

async function readUrl(): Promise<string> {
  for await (const line of createInterface({ input: sandbox.stdout })) {
    const { url }: { url: string } = JSON.parse(line);
    return url;
  }
  throw new Error('the sandbox did not start');
}

/** Returns the resident memory of the sandbox, or 0 if the system does not report the memory. */
async function readResidentMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${sandbox.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
}

async function canSignIn(url: string): Promise<boolean> {
  const client = new ClientApp(url);
  const { body } = await client.signIn(createWallet());
  return (await client.readUser(body.sessionJwt)).status === 200;
}
