/**
 * Measures the memory of workspaces. measurements/workspace-memory.mjs runs this script in a separate process:
 *
 *   node --expose-gc bench/workspace-memory.mjs INDEX-FILE WORKSPACES
 *
 * Prints a line of JSON for each round, with the bytes per workspace: idle, after a sign-in by email, and
 * after the workspace is deleted. The last line has the bytes per workspace after 1,000 sent codes.
 */
import { pathToFileURL } from 'node:url';
import { CLIENT, runTimed } from './http.mjs';

const [indexFile, workspaces] = process.argv.slice(2);
const { startSandbox } = await import(pathToFileURL(indexFile).href);
const COUNT = Number(workspaces);
const ROUNDS = 3;
const BUSY_WORKSPACES = 10;
const REQUESTS_PER_WORKSPACE = 1000;

const sandbox = await startSandbox({ workspaceLimit: 1_000_000, workspaceTtl: 'none' });

const headers = { ...CLIENT, 'content-type': 'application/json' };

/** @returns {Promise<any>} */
async function send(/** @type {string} */ path, /** @type {object} */ body, method = 'POST') {
  const requestBody = method === 'GET' || method === 'DELETE' ? undefined : JSON.stringify(body);
  const response = await fetch(sandbox.url + path, { method, headers, body: requestBody });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

async function signIn(/** @type {string} */ workspace) {
  const path = `/w/${workspace}/v1/auth/otp/email`;
  const { emailId } = await send(`${path}:send`, { emailAddress: 'me@example.test' });
  const { items } = await send(`/w/${workspace}/sandbox/inbox`, {}, 'GET');
  await send(`${path}:authenticate`, { emailId, otp: items[0].code });
}

/** Runs a function for each index, 32 at a time. */
const forEach = (
  /** @type {number} */ count,
  /** @type {(index: number) => Promise<unknown>} */ run,
) => runTimed([...Array(count).keys()], 32, run);

/** Returns the bytes in use after a garbage collection. */
async function measureHeap() {
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

// Warm-up: compiles the code and fills caches before the first measurement.
for (const name of ['warm-1', 'warm-2']) {
  await send('/sandbox/workspaces', { name });
  await signIn(name);
  await send(`/sandbox/workspaces/${name}`, {}, 'DELETE');
}
for (let round = 1; round <= ROUNDS; round += 1) {
  const before = await measureHeap();
  await forEach(COUNT, (index) => send('/sandbox/workspaces', { name: `w${index}` }));
  const idle = (await measureHeap()) - before;
  await forEach(COUNT, (index) => signIn(`w${index}`));
  const afterSignIn = (await measureHeap()) - before;
  await forEach(COUNT, (index) => send(`/sandbox/workspaces/w${index}`, {}, 'DELETE'));
  const afterDeletion = (await measureHeap()) - before;
  const sums = Object.entries({ idle, afterSignIn, afterDeletion });
  console.log(JSON.stringify(Object.fromEntries(sums.map(([name, sum]) => [name, sum / COUNT]))));
}
const before = await measureHeap();
await forEach(BUSY_WORKSPACES, (index) => send('/sandbox/workspaces', { name: `busy${index}` }));
await forEach(BUSY_WORKSPACES * REQUESTS_PER_WORKSPACE, (index) =>
  send(`/w/busy${index % BUSY_WORKSPACES}/v1/auth/otp/email:send`, {
    emailAddress: `u${index}@example.test`,
  }),
);
console.log(JSON.stringify({ busy: ((await measureHeap()) - before) / BUSY_WORKSPACES }));
await sandbox.close();
