/** The sandbox that is crashed and restarted on the same store. */
import { expect } from 'vitest';

import { startSandbox } from '../../src/server/listen.ts';
import { spawnFlagbearer, type RunningCommand } from '../cli/run-flagbearer.ts';
import type { OwnPostgresServer } from '../engines/own-postgres.ts';
import { plainSandbox } from '../plain-sandbox.ts';
import type { SimulatedDisk } from '../store/file/simulated-disk.ts';
import type { Ledger } from './ledger.ts';

export interface CrashTarget {
  /** Resolves with the URL of the sandbox when it is ready. */
  start(): Promise<string>;
  /** Crashes the sandbox at a random moment, or when the writers have stopped. */
  crash(ledger: Ledger, writing: Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Creates a sandbox process that is killed with SIGKILL.
 *
 * @param store value of `--store`
 * @param random chooses the moment of the crash
 */
export function createKilledProcess(store: string, random: () => number): CrashTarget {
  const sandbox = createSandboxProcess(store);
  return {
    start: () => sandbox.start(),
    async crash(ledger, writing) {
      await waitForRandomMoment(ledger, writing, random);
      await sandbox.end('SIGKILL');
    },
    stop: () => sandbox.end('SIGTERM'),
  };
}

/** Creates a sandbox process whose database server is killed and restarted. The process continues. */
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
    async crash(ledger, writing) {
      await waitForRandomMoment(ledger, writing, random);
      await server.kill();
      await writing;
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
  writing: Promise<unknown>,
  random: () => number,
): Promise<void> {
  await Promise.race([ledger.waitForResponses(1 + Math.floor(random() * 80)), writing]);
  await new Promise((resolve) => setTimeout(resolve, random() * 8));
}

interface SandboxProcess {
  start(): Promise<string>;
  end(signal: NodeJS.Signals): Promise<void>;
}

function createSandboxProcess(store: string): SandboxProcess {
  let sandbox: RunningCommand | undefined;
  return {
    async start() {
      const options = ['start', '--port', '0', '--json', '--workspace-ttl', 'none'];
      sandbox = spawnFlagbearer([...options, '--store', store]);
      return JSON.parse(await sandbox.nextLine()).url;
    },
    async end(signal) {
      sandbox?.sendSignal(signal);
      await sandbox?.result;
    },
  };
}

/**
 * Creates a sandbox in this process, on a simulated disk whose power is cut.
 *
 * @param drawOperations returns the number of disk operations until the next power cut
 */
export function createPowerCutSandbox(
  disk: SimulatedDisk,
  drawOperations: () => number,
): CrashTarget {
  let running: Awaited<ReturnType<typeof startSandbox>> | undefined;
  return {
    async start() {
      const options = {
        ...plainSandbox,
        store: 'file:/store',
        workspaceTtl: 'none',
        journalLimit: 10,
      };
      running = await startSandbox(options, disk.createFiles());
      return running.url;
    },
    async crash(_ledger, writing) {
      await Promise.race([disk.cutPowerAfter(drawOperations()), writing]);
      await running?.close();
      disk.restart();
    },
    async stop() {
      await running?.close();
      disk.restart();
    },
  };
}
