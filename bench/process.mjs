/** Starts servers in separate processes, and reads their CPU time and memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';

/**
 * @typedef {object} RunningServer
 * @property {string} url
 * @property {number} pid
 * @property {() => Promise<void>} stop
 */

/** Number of tries of `startNode`, one every 5 ms: at least 20 seconds. */
const MAX_TRIES = 4000;

export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts a server with node; resolves when the server is ready. The output is discarded.
 *
 * @param {string[]} args
 * @param {(url: string) => Promise<boolean>} isReady
 * @returns {Promise<RunningServer>}
 */
export async function startNode(args, port, isReady, environment = {}) {
  const child = spawn(process.execPath, args, {
    stdio: 'ignore',
    env: { ...process.env, NO_COLOR: '1', ...environment },
  });
  const exited = once(child, 'exit');
  let hasEnded = false;
  void exited.then(() => (hasEnded = true));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (!hasEnded) child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 3000);
    await exited;
    clearTimeout(killTimer);
  };
  for (let tries = 0; ; tries += 1) {
    if (hasEnded) throw new Error(`node ${args.join(' ')} ended before it was ready`);
    if (await isReady(url).catch(() => false)) return { url, pid: child.pid, stop };
    if (tries > MAX_TRIES) {
      await stop();
      throw new Error(`node ${args.join(' ')} did not respond in time`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Returns the CPU time of a process and its threads, user and system, in µs (Linux). */
export async function readCpuTime(/** @type {number} */ pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Fields after the name in brackets; 11 and 12 are the user and system time in ticks of 10 ms.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Returns the resident memory of a process and its descendants, in MiB (Linux). */
export async function readResidentMemory(/** @type {number} */ pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const ownMemory = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pids = children.split(' ').filter(Boolean).map(Number);
  const childMemory = await Promise.all(pids.map(readResidentMemory));
  return childMemory.reduce((sum, memory) => sum + memory, ownMemory);
}
