/** Runs Prism (Stoplight), which returns the examples of a contract. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { listenOn, stopListening, createUrl } from '../server/listening.ts';

/** Lines of output that are stored to report why Prism ended. */
const MAX_LINES = 20;

interface PrismOptions {
  readonly executable: string;
  readonly contract: object;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Further command-line arguments. */
  readonly options: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Receives the output of Prism, line by line. */
  readonly printLine: (line: string) => void;
  /** Stops Prism. */
  readonly signal: AbortSignal;
}

/** Resolves when Prism listens, with undefined if it ended early. @throws StartError for a port in use */
export async function startPrism(input: PrismOptions) {
  const { executable, contract, host, options, env, printLine, signal } = input;
  const port = await resolvePort(host, input.port);
  const folder = await mkdtemp(join(tmpdir(), 'flagbearer-mock-'));
  const file = join(folder, 'contract.json');
  await writeFile(file, JSON.stringify(contract));
  const args = [executable, 'mock', file, '--host', host, '--port', String(port), ...options];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => void child.kill('SIGTERM');
  // The signal may be aborted before Prism is started.
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  const closed = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  const ended = closed.then(() => rm(folder, { recursive: true, force: true }));
  const lastLines: string[] = [];
  const listening = new Promise<'listening' | 'ended'>((resolve) => {
    let isReady = false;
    for (const stream of [child.stdout, child.stderr]) {
      // All output is read; otherwise Prism would block.
      createInterface({ input: stream }).on('line', (line) => {
        if (isReady) printLine(line);
        else lastLines.push(line);
        if (lastLines.length > MAX_LINES) lastLines.shift();
        if (!/Prism is listening on/.test(line)) return;
        isReady = true;
        resolve('listening');
      });
    }
    void ended.then(() => resolve('ended'));
  });
  if ((await listening) === 'ended') {
    for (const line of signal.aborted ? [] : lastLines) printLine(line);
    return undefined;
  }
  return {
    url: createUrl(host, port),
    /** Resolves when Prism has ended, for any reason. */
    ended,
  };
}

/** Returns the port, or a free port for 0: Prism requires a port, and does not report clearly that the port is in use. */
async function resolvePort(host: string, requestedPort: number): Promise<number> {
  const server = createServer();
  await listenOn(server, { host, port: requestedPort });
  const { port } = server.address() as AddressInfo;
  await stopListening(server);
  return port;
}
