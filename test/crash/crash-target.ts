/** The sandbox that is crashed and restarted on the same store. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

import { startSandbox } from '../../src/server/listen.ts';
import type { OwnPostgresServer } from '../engines/own-postgres.ts';
import type { SimulatedDisk } from '../store/file/simulated-disk.ts';
import type { Ledger } from './ledger.ts';

export interface CrashTarget {
  /** Resolves with its url when it is ready. */
  start(): Promise<string>;
  /** Crashes it at a random moment, or when no request is in progress. */
  crash(ledger: Ledger, writing: Promise<unknown>): Promise<void>;
  /** Stops it permanently. */
  stop(): Promise<void>;
}

const executable = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/**
 * A process that is killed with SIGKILL.
 *
 * @param store as `--store` takes it
 * @param random picks the moments
 */
export function createKilledProcess(store: string, random: () => number): CrashTarget {
  const sandbox = createSandboxProcess(store);
  return {
    start: () => sandbox.start(),
    async crash(ledger, whatGoesOn) {
      await waitForRandomMoment(ledger, whatGoesOn, random);
      await sandbox.end('SIGKILL');
    },
    stop: () => sandbox.end('SIGTERM'),
  };
}

/**
 * A process whose database server is killed, and which continues when the database is back.
 *
 * @param random picks the moments
 */
export function createKilledDatabase(server: OwnPostgresServer, random: () => number): CrashTarget {
  const sandbox = createSandboxProcess(server.createStore());
  let url: string | undefined;
  return {
    async start() {
      url ??= await sandbox.start();
      const ready = `${url}/sandbox/ready`;
      await expect.poll(() => readStatus(ready), { timeout: 30_000 }).toBe(200);
      return url;
    },
    async crash(ledger, whatGoesOn) {
      await waitForRandomMoment(ledger, whatGoesOn, random);
      await server.kill();
      await whatGoesOn;
      await server.start();
    },
    async stop() {
      url = undefined;
      await sandbox.end('SIGTERM');
    },
  };
}

async function readStatus(url: string): Promise<number> {
  return (await fetch(url)).status;
}

/** Resolves after some responses, at a random moment between two of them. */
async function waitForRandomMoment(
  ledger: Ledger,
  whatGoesOn: Promise<unknown>,
  random: () => number,
): Promise<void> {
  await Promise.race([ledger.waitForResponses(1 + Math.floor(random() * 80)), whatGoesOn]);
  await new Promise((resolve) => setTimeout(resolve, random() * 8));
}

interface SandboxProcess {
  start(): Promise<string>;
  end(signal: NodeJS.Signals): Promise<void>;
}

function createSandboxProcess(store: string): SandboxProcess {
  let child: ChildProcess | undefined;
  const end = (signal: NodeJS.Signals): Promise<void> =>
    new Promise((resolve) => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) resolve();
      child?.once('exit', () => resolve());
      child?.kill(signal);
    });
  return {
    async start() {
      const options = ['start', '--port', '0', '--json', '--workspace-ttl', 'none'];
      child = spawn(process.execPath, [executable, ...options, '--store', store], {
        env: {},
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let errorOutput = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        errorOutput = `${errorOutput}${text}`.slice(-2000);
      });
      if (child.stdout === null) throw new Error('it has no output');
      for await (const line of createInterface({ input: child.stdout }))
        return JSON.parse(line).url;
      throw new Error(`it does not start: ${errorOutput}`);
    },
    end,
  };
}

/**
 * A sandbox in this process, on a disk whose power is cut.
 *
 * @param moment after how many operations of the disk
 */
export function createPowerCutSandbox(disk: SimulatedDisk, moment: () => number): CrashTarget {
  let running: Awaited<ReturnType<typeof startSandbox>> | undefined;
  return {
    async start() {
      const options = {
        log: 'silent' as const,
        ...{ port: 0, host: '127.0.0.1', store: 'file:/store', allowHost: [], cors: [] },
        ...{ workspaceLimit: 100, workspaceTtl: 'none', journalLimit: 10 },
      } satisfies Parameters<typeof startSandbox>[0];
      running = await startSandbox(options, disk.createFiles());
      return running.url;
    },
    async crash(_ledger, whatGoesOn) {
      await Promise.race([disk.cutPowerAfter(moment()), whatGoesOn]);
      await running?.close();
      disk.restart();
    },
    async stop() {
      await running?.close();
      disk.restart();
    },
  };
}
