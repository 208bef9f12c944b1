/**
 * What requests cost as a store grows: `node bench/store-growth.mjs [FOLDER...]`, each a checkout that
 * was built. Flags: --sizes 0,2000,8000 (users that have changed), --seconds 4, --engines memory,file,postgres.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import { START } from './calls.mjs';
import { Connections } from './http.mjs';
import { postgresIfAny } from './postgres.mjs';
import { processorTime } from './process.mjs';
import { signInByEmail } from './sign-in.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: '0,2000,8000,50000' },
    seconds: { type: 'string', default: '4' },
    engines: { type: 'string', default: 'memory,file,postgres' },
  },
});
const roots = positionals.length === 0 ? [join(import.meta.dirname, '..')] : positionals;
const sizes = values.sizes.split(',').map(Number);
const CONNECTIONS = 32;

const say = (...cells) => process.stdout.write(`${cells.join(' | ')}\n`);

async function start(root, store) {
  const from = performance.now();
  const words = ['start', '--port', '0', '--json', '--store', store, '--seed', '7'];
  const child = spawn(process.execPath, [join(resolve(root), 'dist/cli/main.js'), ...words], {
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

/** Sends one request over and over on each connection. @returns responses */
async function hammer(url, path, seconds, connections = CONNECTIONS) {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify(START.body);
  const headers = {
    ...START.headers,
    host: `${hostname}:${port}`,
    'content-type': 'application/json',
  };
  const head = Object.entries({ ...headers, 'content-length': body.length });
  const text = `POST ${path} HTTP/1.1\r\n${head.map((each) => each.join(': ')).join('\r\n')}\r\n\r\n${body}`;
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const one = () =>
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
  await Promise.all(Array.from({ length: connections }, one));
  return count;
}

/** Processor time of a database, in us. */
async function databaseTime() {
  const folder = join(tmpdir(), `flagbearer-bench-postgres-${process.pid}`);
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return 0;
  const [pid] = text.split('\n');
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const times = await Promise.all(children.split(' ').filter(Boolean).map(processorTime));
  return times.reduce((sum, each) => sum + each, 0);
}

/** A workspace of its own for each process, on one database. */
async function severalProcesses(root, store, count) {
  const servers = [];
  for (let at = 0; at < count; at += 1) servers.push(await start(root, store));
  const connections = new Connections();
  for (const [at, { url }] of servers.entries()) {
    await connections.call('POST', `${url}/sandbox/workspaces`, { name: `own-${count}-${at}` });
  }
  connections.close();
  const all = (seconds) =>
    Promise.all(
      servers.map(({ url }, at) => hammer(url, `/w/own-${count}-${at}${START.path}`, seconds)),
    );
  await all(6);
  const spentBy = async () => {
    const times = await Promise.all(servers.map(({ pid }) => processorTime(pid)));
    return [times.reduce((sum, each) => sum + each, 0), await databaseTime()];
  };
  const before = await spentBy();
  const counts = await all(Number(values.seconds));
  const after = await spentBy();
  const requests = counts.reduce((sum, each) => sum + each, 0);
  const [own, database] = after.map((each, at) => (each - before[at]) / requests);
  const rate = Math.round(requests / Number(values.seconds));
  say(
    root,
    `${count} processes, ${count} workspaces`,
    `${rate} startWalletAuth/s`,
    `${own.toFixed(0)} us CPU, database ${database.toFixed(0)} us`,
  );
  for (const server of servers) await server.stop();
}

/** Signs people up by email, so that as many users have changed. @returns sign-ups per second */
async function signUp(url, from, to) {
  const connections = new Connections(CONNECTIONS);
  let next = from;
  const began = performance.now();
  const one = async () => {
    while (next < to) {
      next += 1;
      await signInByEmail(connections, url, `person-${next}@example.test`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, one));
  connections.close();
  return ((to - from) * 1000) / (performance.now() - began);
}

async function bytesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = { log: 0, other: 0 };
  for (const entry of entries.filter((each) => each.isFile())) {
    const { size } = await stat(join(entry.parentPath, entry.name));
    found[entry.name.endsWith('.log') ? 'log' : 'other'] += size;
  }
  return found;
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

async function measure(root, engine, database) {
  const folder = await mkdtemp(join(tmpdir(), 'flagbearer-growth-'));
  const schema = `growth_${process.pid}_${roots.indexOf(root)}`;
  const store =
    engine === 'postgres'
      ? `${database.url}?schema=${schema}`
      : engine === 'file'
        ? `file:${folder}`
        : engine;
  let server = await start(root, store);
  const path = START.path;
  await hammer(server.url, path, 2);
  let people = 0;
  for (const size of sizes) {
    // The rate of the sign-ups is that of the last thousand.
    await signUp(server.url, people, Math.max(people, size - 1000));
    const perSecond =
      size === 0 ? 0 : await signUp(server.url, Math.max(people, size - 1000), size);
    people = size;
    await hammer(server.url, path, 1);
    const cpu = await processorTime(server.pid);
    const inDatabase = engine === 'postgres' ? await databaseTime() : 0;
    const count = await hammer(server.url, path, Number(values.seconds));
    const spent = ((await processorTime(server.pid)) - cpu) / count;
    const ofDatabase = engine === 'postgres' ? ((await databaseTime()) - inDatabase) / count : 0;
    const bytes = engine === 'file' ? await bytesOf(folder) : undefined;
    say(
      root,
      engine,
      `${size} changed`,
      `${Math.round(count / Number(values.seconds))} startWalletAuth/s`,
      `${spent.toFixed(0)} us CPU${engine === 'postgres' ? `, database ${ofDatabase.toFixed(0)} us` : ''}`,
      size === 0 ? '-' : `${Math.round(perSecond)} sign-ups/s`,
      bytes === undefined
        ? ''
        : `log ${megabytes(bytes.log)} MB, rest ${megabytes(bytes.other)} MB`,
    );
  }
  await server.stop();
  if (engine !== 'memory') {
    server = await start(root, store);
    say(root, engine, `${people} changed`, `starts again in ${Math.round(server.startMs)} ms`);
    await server.stop();
  }
  if (engine === 'postgres') {
    await severalProcesses(root, store, 1);
    await severalProcesses(root, store, 2);
  }
  await rm(folder, { recursive: true });
}

const engines = values.engines.split(',');
const database = engines.includes('postgres') ? await postgresIfAny(say) : undefined;
for (const engine of engines) {
  if (engine === 'postgres' && database === undefined) continue;
  for (const root of roots) await measure(root, engine, database);
}
await database?.stop();
