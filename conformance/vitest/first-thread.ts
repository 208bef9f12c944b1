/** The thread of a run as vitest's pool has it: begun before vitest, which takes it as its worker. */
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { PoolWorker, WorkerRequest } from 'vitest/node';
import type { ConformSettings } from '../settings.ts';
import type { Given } from './live.ts';

export class FirstThread implements PoolWorker {
  readonly name = 'flagbearer';
  /** The command's end of the way to the run. */
  readonly port: MessagePort;
  readonly #worker: Worker;
  #failure: Error | null = null;

  /** @param file the script of the thread */
  constructor(file: string, settings: ConformSettings) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const given: Given = { settings, port: port2 };
    // What is printed in the thread is nobody's.
    const options = { workerData: given, transferList: [port2], stdout: true, stderr: true };
    this.#worker = new Worker(file, options);
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    // Vitest hears of what fails from `start` on.
    this.#worker.on('error', (error) => (this.#failure ??= error));
  }

  /** @throws what ended the thread before vitest was there */
  async start(): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
  }

  send(request: WorkerRequest): void {
    this.#worker.postMessage(request);
  }

  on(event: string, hear: (arg: unknown) => void): void {
    this.#worker.on(event, hear);
  }

  off(event: string, hear: (arg: unknown) => void): void {
    this.#worker.off(event, hear);
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
