/**
 * Measures the cost of requests as a store grows: `node bench/store-growth.mjs [FOLDER...]`. Each FOLDER is
 * a built checkout; they are measured alternately, with one column each. Options: --sizes 0,2000,8000,50000
 * (changed users), --seconds 4, --sign-ups 500, --entries 100000, --engines memory,file,postgres.
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
import { Connections } from './http.mjs';
import { tryStartPostgres } from './postgres.mjs';
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

/** @type {Map<string, Map<string, string>>} a row per measurement, a column per checkout */
const rows = new Map();

function record(root, what, value) {
  print(root, what, value);
  const row = rows.get(what) ?? new Map();
  rows.set(what, row.set(root, value));
}

function printTable() {
  const line = (...cells) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  line('', ...roots);
  line('---', ...roots.map(() => '---:'));
  for (const [what, row] of rows) line(what, ...roots.map((root) => row.get(root) ?? ''));
}

async function startServer(root, store) {
  const from = performance.now();
  const args = ['start', '--port', '0', '--json', '--store', store, '--seed', String(SEED)];
  const child = spawn(process.execPath, [join(resolve(root), 'dist/cli/main.js'), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  return {
    url: JSON.parse(line).url,
    pid: child.pid,
    startMs: performance.now() - from,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Repeats a request on each connection. @returns the number of responses */
async function repeatRequest(url, path, time, connections = CONNECTIONS) {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify(START.body);
  const headers = {
    ...START.headers,
    host: `${hostname}:${port}`,
    'content-type': 'application/json',
  };
  const head = Object.entries({ ...headers, 'content-length': body.length });
  const text = `POST ${path} HTTP/1.1\r\n${head.map((each) => each.join(': ')).join('\r\n')}\r\n\r\n${body}`;
  const end = performance.now() + time * 1000;
  let count = 0;
  const worker = () =>
    new Promise((done, failed) => {
      const socket = connect(Number(port), hostname, () => socket.write(text));
      let seen = '';
      socket.setNoDelay(true).on('error', failed);
      socket.on('data', (data) => {
        seen += data.toString('latin1');
        const at = seen.indexOf('\r\n\r\n');
        if (at === -1) return;
        const length = Number(/content-length: (\d+)/i.exec(seen)?.[1]);
        if (seen.length < at + 4 + length) return;
        if (!seen.startsWith('HTTP/1.1 200')) return failed(new Error(seen));
        seen = seen.slice(at + 4 + length);
        count += 1;
        if (performance.now() < end) return socket.write(text);
        socket.destroy();
        done();
      });
    });
  await Promise.all(Array.from({ length: connections }, worker));
  return count;
}

/** Returns the CPU time of the database, in microseconds. */
async function readDatabaseCpuTime() {
  const folder = join(tmpdir(), `flagbearer-bench-postgres-${process.pid}`);
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return 0;
  const [pid] = text.split('\n');
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const times = await Promise.all(children.split(' ').filter(Boolean).map(readCpuTime));
  return times.reduce((sum, each) => sum + each, 0);
}

/** Measures processes on one database, each with its own workspace. */
async function measureProcesses(root, store, count) {
  const servers = [];
  for (let at = 0; at < count; at += 1) servers.push(await startServer(root, store));
  const connections = new Connections();
  for (const [at, { url }] of servers.entries()) {
    await connections.send('POST', `${url}/sandbox/workspaces`, { name: `own-${count}-${at}` });
  }
  connections.close();
  const all = (time) =>
    Promise.all(
      servers.map(({ url }, at) => repeatRequest(url, `/w/own-${count}-${at}${START.path}`, time)),
    );
  await all(WARM_UP);
  const readCpuTimes = async () => {
    const times = await Promise.all(servers.map(({ pid }) => readCpuTime(pid)));
    return [times.reduce((sum, each) => sum + each, 0), await readDatabaseCpuTime()];
  };
  const before = await readCpuTimes();
  const counts = await all(seconds);
  const after = await readCpuTimes();
  const requests = counts.reduce((sum, each) => sum + each, 0);
  const [own, database] = after.map((each, at) => (each - before[at]) / requests);
  const name = `postgres, ${count} ${count === 1 ? 'process' : 'processes'}`;
  record(root, `${name}: startWalletAuth per second`, String(Math.round(requests / seconds)));
  record(
    root,
    `${name}: CPU per request, µs`,
    `${(own + database).toFixed(0)} (${own.toFixed(0)} + ${database.toFixed(0)})`,
  );
  for (const server of servers) await server.stop();
}

/** Signs up users by email until `to` users have changed. @returns sign-ups per second */
async function signUpUsers(url, from, to) {
  const connections = new Connections(CONNECTIONS);
  let next = from;
  const began = performance.now();
  const worker = async () => {
    while (next < to) {
      next += 1;
      await signInByEmail(connections, url, `person-${next}@example.test`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  connections.close();
  return ((to - from) * 1000) / (performance.now() - began);
}

async function measureLogSizes(folder) {
  const found = { log: 0, other: 0 };
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { size } = await stat(join(entry.parentPath, entry.name));
    found[entry.name.endsWith('.log') ? 'log' : 'other'] += size;
  }
  return found;
}

const toMegabytes = (bytes) => (bytes / 1e6).toFixed(1);

/** Returns a store for each checkout. */
async function createPlaces(engine, database, purpose) {
  const folders = await Promise.all(roots.map(() => mkdtemp(join(tmpdir(), 'flagbearer-growth-'))));
  return roots.map((root, at) => ({
    root,
    folder: folders[at],
    store: {
      memory: 'memory',
      file: `file:${folders[at]}`,
      postgres: `${database?.url}?schema=${purpose}_${process.pid}_${at}`,
    }[engine],
  }));
}

/** Measures an engine with a number of changed users. */
async function measureSize({ root, folder, server, users }, engine, size) {
  const name = `${engine}, ${size} changed users`;
  await signUpUsers(server.url, users, size);
  await repeatRequest(server.url, START.path, 1);
  const readCpuTimes = async () => [
    await readCpuTime(server.pid),
    engine === 'postgres' ? await readDatabaseCpuTime() : 0,
  ];
  const before = await readCpuTimes();
  const count = await repeatRequest(server.url, START.path, seconds);
  const [own, database] = (await readCpuTimes()).map((each, at) => (each - before[at]) / count);
  record(root, `${name}: startWalletAuth per second`, String(Math.round(count / seconds)));
  record(root, `${name}: CPU per request, µs`, (own + database).toFixed(0));
  const from = Math.max(users, size);
  const perSecond = await signUpUsers(server.url, from, from + signUps);
  record(root, `${name}: sign-ups per second`, String(Math.round(perSecond)));
  if (engine === 'file') {
    const bytes = await measureLogSizes(folder);
    record(
      root,
      `${name}: log and rest, MB`,
      `${toMegabytes(bytes.log)} + ${toMegabytes(bytes.other)}`,
    );
  }
  return from + signUps;
}

async function measure(engine, database) {
  const places = await createPlaces(engine, database, 'growth');
  for (const place of places) {
    Object.assign(place, { server: await startServer(place.root, place.store), users: 0 });
  }
  for (const size of sizes) {
    for (const place of places) place.users = await measureSize(place, engine, size);
  }
  for (const { server, folder } of places) {
    await server.stop();
    await rm(folder, { recursive: true });
  }
  if (engine === 'memory') return;
  for (const place of await createPlaces(engine, database, 'entries')) {
    await startWithEntries(place, engine);
    if (engine === 'postgres') {
      await measureProcesses(place.root, place.store, 1);
      await measureProcesses(place.root, place.store, 2);
    }
    await rm(place.folder, { recursive: true });
  }
}

/** Measures the start without log entries, and with many that are not in a snapshot. */
async function startWithEntries({ root, store }, engine) {
  const empty = await startServer(root, store);
  await empty.stop();
  const again = await startServer(root, store);
  await again.stop();
  record(root, `${engine}: start without entries, ms`, String(Math.round(again.startMs)));
  if (!(await appendEntries(root, store))) return;
  const filled = await startServer(root, store);
  await filled.stop();
  record(root, `${engine}: start with ${entries} entries, ms`, String(Math.round(filled.startMs)));
}

/** Fills the log of the default workspace. @returns false if the checkout is too old for this */
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
          "export { COMPACT_AT } from './src/store/log.ts';",
        ].join('\n'),
        resolveDir: resolve(root),
      },
      ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external' },
      ...{ outfile: file, logLevel: 'silent' },
    });
  } catch {
    return false;
  }
  const { systemClock, systemFiles, silentLog, systemPauses, openStore } = await import(file);
  const store = await openStore(setting, {
    ...{ clock: systemClock, files: systemFiles, log: silentLog, pauses: systemPauses },
    tenancy: { permanent: 'default', limit: Infinity, unusedFor: null },
    compactAt: Infinity,
  });
  for (let count = 0; count < entries; count += 1000) {
    await Promise.all(
      Array.from({ length: 1000 }, () =>
        store.write('default', (unit) => unit.countDraw('entry', 'same')),
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
