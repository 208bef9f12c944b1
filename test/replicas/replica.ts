import {
  spawnFlagbearer,
  type CommandResult,
  type RunningCommand,
  type StartOutput,
} from '../cli/run-flagbearer.ts';
import { ClientApp, sendRequest } from '../sandbox.ts';
import type { RequestOptions, HttpResponse } from '../sandbox.ts';

export class Replica {
  readonly startOutput: StartOutput;
  readonly #running: RunningCommand;

  constructor(running: RunningCommand, startOutput: StartOutput) {
    this.#running = running;
    this.startOutput = startOutput;
  }

  client(id?: string, workspace = ''): ClientApp {
    return new ClientApp(`${this.startOutput.url}${workspace}`, id);
  }

  send(path: string, options?: RequestOptions): Promise<HttpResponse> {
    return sendRequest(`${this.startOutput.url}${path}`, options);
  }

  control(path: string, options?: RequestOptions): Promise<HttpResponse> {
    return this.send(`/sandbox${path}`, options);
  }

  /** Stops the process and returns its exit code. */
  async stop(): Promise<CommandResult['exit']> {
    this.#running.sendSignal('SIGTERM');
    return (await this.#running.result).exit;
  }
}

/** Starts `flagbearer start` on a store. Throws with stderr of the command if the command exits. */
export async function startReplica(store: string, ...options: string[]): Promise<Replica> {
  const running = spawnFlagbearer(['start', '--port', '0', '--json', ...options], {
    env: { FLAGBEARER_STORE: store, NODE_ENV: 'production' },
  });
  return new Replica(running, JSON.parse(await running.nextLine()));
}
