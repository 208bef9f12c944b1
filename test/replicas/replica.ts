import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { ClientApp, sendRequest } from '../sandbox.ts';
import type { RequestOptions, HttpResponse } from '../sandbox.ts';

/** The output of `flagbearer start --json`. */
export interface StartOutput {
  readonly url: string;
  readonly seed: number;
  readonly scenario: string;
}

export class Replica {
  readonly startOutput: StartOutput;
  readonly #process: ChildProcess;

  constructor(process: ChildProcess, startOutput: StartOutput) {
    this.#process = process;
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
  async stop(): Promise<number | null> {
    const { exitCode } = this.#process;
    if (exitCode !== null) return exitCode;
    this.#process.kill('SIGTERM');
    const [code] = (await once(this.#process, 'exit')) as [number | null];
    return code;
  }
}

/** Starts `flagbearer start` on a store. Throws with stderr of the command if the command exits. */
export async function startReplica(store: string, ...options: string[]): Promise<Replica> {
  const child = spawn(
    process.execPath,
    ['dist/cli/main.js', 'start', '--port', '0', '--json', ...options],
    {
      env: { ...process.env, FLAGBEARER_STORE: store, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let errorOutput = '';
  child.stderr.on('data', (data: Buffer) => {
    errorOutput = `${errorOutput}${data.toString()}`.slice(-2000);
  });
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => String(text)),
    once(child, 'close').then(([code]) => new Error(`exit code ${code}: ${errorOutput}`)),
  ]);
  if (line instanceof Error) throw line;
  return new Replica(child, JSON.parse(line) as StartOutput);
}
