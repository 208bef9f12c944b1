/**
 * Measures the cost of requests as a store grows: `node bench/store-growth.mjs [FOLDER...]`. Each FOLDER is
 * a built checkout, and a column of the table. The checkouts are measured alternately. Options with defaults:
 * --sizes 0,2000,8000,50000 (numbers of users), --seconds 4, --sign-ups 500, --entries 100000 (of the log),
 * --engines memory,file,postgres.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

import { START } from './requests.mjs';
import { Connections, expectStatus, runTimed } from './http.mjs';
import { POSTGRES_FOLDER, tryStartPostgres } from './postgres.mjs';
import { readCpuTime } from './process.mjs';
import { signInByEmail } from './sign-in.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: '0,2000,8000,50000' },
    seconds: { type: 'string', default: '4' },
    'sign-ups': { type: 'string', default: '500' },
    entries: { type: 'string', default: '100000' },
    engines: { type: 'string', default: 'memory,file,postgres' },
  },
});
const roots = positionals.length === 0 ? [join(import.meta.dirname, '..')] : positionals;
const sizes = values.sizes.split(',').map(Number);
const seconds = Number(values.seconds);
const signUps = Number(values['sign-ups']);
const entries = Number(values.entries);
const CONNECTIONS = 32;
/** Seconds until the JIT compiler has optimized the processes. */
const WARM_UP = 6;
const SEED = 7;

const print = (...cells) => process.stdout.write(`${cells.join(' | ')}\n`);

/** @type {Map<string, Map<string, string>>} figures by measurement and checkout */
const rows = new Map();

function record(root, measurement, value) {
  print(root, measurement, value);
  const row = rows.get(measurement) ?? new Map();
  rows.set(measurement, row.set(root, value));
}

function printTable() {
  const printRow = (...cells) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  printRow('', ...roots);
  printRow('---', ...roots.map(() => '---:'));
  for (const [name, row] of rows) printRow(name, ...roots.map((root) => row.get(root) ?? ''));
}

async function startServer(root, store) {
  const startTime = performance.now();
  const args = ['start', '--port', '0', '--json', '--store', store, '--seed', String(SEED)];
  const child = spawn(process.execPath, [join(resolve(root), 'dist/cli/main.js'), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  return {
    url: JSON.parse(line).url,
    pid: child.pid,
    startMs: performance.now() - startTime,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Repeats a request on each connection for some seconds. @returns the number of responses */
async function repeatRequest(url, path, duration) {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify(START.body);
  const headers = {
    ...START.headers,
    host: `${hostname}:${port}`,
    'content-type': 'application/json',
  };
  const lines = Object.entries({ ...headers, 'content-length': body.length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const text = `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
  const endTime = performance.now() + duration * 1000;
  let count = 0;
  const worker = () =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(text));
      let received = '';
      socket.setNoDelay(true).on('error', reject);
      socket.on('data', (data) => {
        received += data.toString('latin1');
        const headEnd = received.indexOf('\r\n\r\n');
        if (headEnd === -1) return;
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
        if (received.length < headEnd + 4 + length) return;
        if (!received.startsWith('HTTP/1.1 200')) return reject(new Error(received));
        received = received.slice(headEnd + 4 + length);
        count += 1;
        if (performance.now() < endTime) return socket.write(text);
        socket.destroy();
        resolve();
      });
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return count;
}

/** Returns the CPU time of the database, in microseconds. */
async function readDatabaseCpuTime() {
  const text = await readFile(join(POSTGRES_FOLDER, 'postmaster.pid'), 'utf8');
  const [pid] = text.split('\n');
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const times = await Promise.all(children.split(' ').filter(Boolean).map(readCpuTime));
  return sum(times);
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** Measures one or more processes on the same database, each with its own workspace. */
async function measureProcesses(root, store, count) {
  const servers = [];
  for (let index = 0; index < count; index += 1) servers.push(await startServer(root, store));
  const connections = new Connections();
  for (const [index, { url }] of servers.entries()) {
    const body = { name: `own-${count}-${index}` };
    expectStatus(await connections.send('POST', `${url}/sandbox/workspaces`, body), 201, 'create');
  }
  connections.close();
  const loadServers = (duration) =>
    Promise.all(
      servers.map(({ url }, index) =>
        repeatRequest(url, `/w/own-${count}-${index}${START.path}`, duration),
      ),
    );
  await loadServers(WARM_UP);
  const readCpuTimes = async () => {
    const times = await Promise.all(servers.map(({ pid }) => readCpuTime(pid)));
    return [sum(times), await readDatabaseCpuTime()];
  };
  const before = await readCpuTimes();
  const requests = sum(await loadServers(seconds));
  const after = await readCpuTimes();
  const [sandboxTime, databaseTime] = after.map((time, index) => (time - before[index]) / requests);
  const name = `postgres, ${count} ${count === 1 ? 'process' : 'processes'}`;
  record(root, `${name}: startWalletAuth per second`, String(Math.round(requests / seconds)));
  record(
    root,
    `${name}: CPU per request, µs`,
    `${(sandboxTime + databaseTime).toFixed(0)} (${sandboxTime.toFixed(0)} + ${databaseTime.toFixed(0)})`,
  );
  for (const server of servers) await server.stop();
}

/** Signs up users by email until the store has `newCount` users. @returns sign-ups per second */
async function signUpUsers(url, currentCount, newCount) {
  const connections = new Connections(CONNECTIONS);
  const addresses = Array.from(
    { length: Math.max(0, newCount - currentCount) },
    (_, index) => `person-${currentCount + index}@example.test`,
  );
  const { seconds } = await runTimed(addresses, 16, (address) =>
    signInByEmail(connections, url, address),
  );
  connections.close();
  return addresses.length / seconds;
}

async function measureLogSizes(folder) {
  const sizesByKind = { log: 0, other: 0 };
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { size } = await stat(join(entry.parentPath, entry.name));
    sizesByKind[entry.name.endsWith('.log') ? 'log' : 'other'] += size;
  }
  return sizesByKind;
}

const toMegabytes = (bytes) => (bytes / 1e6).toFixed(1);

/** Creates a folder and the setting of a store for each checkout. */
async function createStores(engine, database, purpose) {
  const folders = await Promise.all(roots.map(() => mkdtemp(join(tmpdir(), 'flagbearer-growth-'))));
  return roots.map((root, index) => ({
    root,
    folder: folders[index],
    store: {
      memory: 'memory',
      file: `file:${folders[index]}`,
      postgres: `${database?.url}?schema=${purpose}_${process.pid}_${index}`,
    }[engine],
  }));
}

/** Measures a store with `size` users, then adds users. @returns the new number of users */
async function measureSize({ root, folder, server, users }, engine, size) {
  const name = `${engine}, ${size} users`;
  await signUpUsers(server.url, users, size);
  await repeatRequest(server.url, START.path, 1);
  const readCpuTimes = async () => [
    await readCpuTime(server.pid),
    engine === 'postgres' ? await readDatabaseCpuTime() : 0,
  ];
  const before = await readCpuTimes();
  const count = await repeatRequest(server.url, START.path, seconds);
  const after = await readCpuTimes();
  const [sandboxTime, databaseTime] = after.map((time, index) => (time - before[index]) / count);
  record(root, `${name}: startWalletAuth per second`, String(Math.round(count / seconds)));
  record(root, `${name}: CPU per request, µs`, (sandboxTime + databaseTime).toFixed(0));
  const userCount = Math.max(users, size);
  const perSecond = await signUpUsers(server.url, userCount, userCount + signUps);
  record(root, `${name}: sign-ups per second`, String(Math.round(perSecond)));
  if (engine === 'file') {
    const bytes = await measureLogSizes(folder);
    record(
      root,
      `${name}: log and rest, MB`,
      `${toMegabytes(bytes.log)} + ${toMegabytes(bytes.other)}`,
    );
  }
  return userCount + signUps;
}

async function measure(engine, database) {
  const checkouts = await createStores(engine, database, 'growth');
  for (const checkout of checkouts) {
    const server = await startServer(checkout.root, checkout.store);
    Object.assign(checkout, { server, users: 0 });
  }
  for (const size of sizes) {
    for (const checkout of checkouts) checkout.users = await measureSize(checkout, engine, size);
  }
  for (const { server, folder } of checkouts) {
    await server.stop();
    await rm(folder, { recursive: true });
  }
  if (engine === 'memory') return;
  for (const { root, store, folder } of await createStores(engine, database, 'entries')) {
    await measureStart(root, store, engine);
    if (engine === 'postgres') {
      await measureProcesses(root, store, 1);
      await measureProcesses(root, store, 2);
    }
    await rm(folder, { recursive: true });
  }
}

/** Measures the start without log entries, and with many log entries that are not in a snapshot. */
async function measureStart(root, store, engine) {
  // The first start creates the store.
  await (await startServer(root, store)).stop();
  const emptyServer = await startServer(root, store);
  await emptyServer.stop();
  record(root, `${engine}: start without entries, ms`, String(Math.round(emptyServer.startMs)));
  if (!(await appendEntries(root, store))) return;
  const filledServer = await startServer(root, store);
  await filledServer.stop();
  record(
    root,
    `${engine}: start with ${entries} entries, ms`,
    String(Math.round(filledServer.startMs)),
  );
}

/** Fills the log of the default workspace. @returns false if the checkout has other modules */
async function appendEntries(root, setting) {
  const file = join(resolve(root), 'dist/bench-open-store.mjs');
  try {
    await build({
      stdin: {
        contents: [
          "export { systemClock } from './src/ports/clock.ts';",
          "export { systemFiles } from './src/ports/files.ts';",
          "export { silentLog } from './src/ports/log.ts';",
          "export { systemPauses } from './src/ports/pauses.ts';",
          "export { openStore } from './src/store/open-store.ts';",
          // Fails for an older checkout, whose store does not have the option compactAt.
          "export { COMPACT_AT } from './src/store/log.ts';",
        ].join('\n'),
        resolveDir: resolve(root),
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      outfile: file,
      logLevel: 'silent',
    });
  } catch {
    return false;
  }
  const { systemClock, systemFiles, silentLog, systemPauses, openStore } = await import(file);
  const store = await openStore(setting, {
    clock: systemClock,
    files: systemFiles,
    log: silentLog,
    pauses: systemPauses,
    workspaceLimits: { permanent: 'default', limit: Infinity, idleTimeout: null },
    compactAt: Infinity,
  });
  for (let count = 0; count < entries; count += 1000) {
    await Promise.all(
      Array.from({ length: 1000 }, () =>
        store.write('default', (unit) => unit.takeDrawNumber('entry', 'same')),
      ),
    );
  }
  await store.close();
  await rm(file);
  return true;
}

const engines = values.engines.split(',');
const database = engines.includes('postgres') ? await tryStartPostgres(print) : undefined;
for (const engine of engines) {
  if (engine !== 'postgres' || database !== undefined) await measure(engine, database);
}
await database?.stop();
printTable();
