/** Runs the validating proxy of Prism in a separate process. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

const executable = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');

export interface Prism {
  readonly url: string;
  stop(): Promise<void>;
}

/** A violation of the contract that Prism reports in the header `sl-violations`. */
export interface Violation {
  /** Such as `['response', 'body', 'challenge']`. */
  readonly location: readonly string[];
  readonly severity: string;
  readonly code?: string | number;
  readonly message: string;
}

/** Starts Prism as a proxy before the upstream; resolves when it listens. */
export async function startPrism(contractFile: string, upstream: string): Promise<Prism> {
  const port = String(await findFreePort());
  const options = ['--port', port, '--errors=false'];
  const child = spawn(process.execPath, [executable, 'proxy', contractFile, upstream, ...options], {
    env: { NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => lines.push(text));
  await new Promise<void>((resolve, reject) => {
    // Prism blocks if its output is not read.
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      if (line.includes('Prism is listening')) resolve();
    });
    void closed.then(() => reject(new Error(`Prism ended: ${lines.slice(-20).join('\n')}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

export function parseViolations(headers: Headers): readonly Violation[] {
  const text = headers.get('sl-violations');
  return text === null ? [] : JSON.parse(text);
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
