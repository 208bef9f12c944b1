/**
 * Servers that a page starts and leaves running, each on a free port instead of that of the page; and the
 * deployment that pages refer to, which is a second sandbox.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { PageFolder } from './page-folder.ts';
import type { Screen } from './screen.ts';

const SANDBOX = { url: 'http://127.0.0.1:4020', port: 4020 };
const STAGING = { url: 'https://staging.example.test', port: 443 };
const PROXY_PORT = 4030;

/** Commands that go on until they are stopped. */
const SERVER = /^(?:npx )?flagbearer (?<command>start|proxy)\b(?!.*--help)/;
const READY = {
  start: /^console: .*\n|^\{.*"console":.*\n/m,
  proxy: /^flagbearer proxy listening on .*\n|^\{.*\n/m,
};

interface Server {
  readonly process: ChildProcessByStdio<null, Readable, Readable>;
  readonly url: string;
}

export function isServer(line: string): boolean {
  return SERVER.test(line);
}

export class Servers {
  readonly #folder: PageFolder;
  readonly #screen: Screen;
  /** By their port in the page. */
  readonly #running = new Map<number, Server>();
  /** Replaces ports of the page, also after a restart: the commands use variables. */
  readonly #ports = new Map<number, number>();

  constructor(folder: PageFolder, screen: Screen) {
    this.#folder = folder;
    this.#screen = screen;
  }

  /** The URL of the sandbox that the page has started, if it has. */
  get sandboxUrl(): string | undefined {
    return this.#running.get(SANDBOX.port)?.url;
  }

  /**
   * Starts what commands take for running: the deployment, and the sandbox of a page that has not said
   * how to start it.
   *
   * @returns whether the deployment is among it
   */
  async startNeeded(commands: string): Promise<boolean> {
    const before = this.#screen.text;
    const isStaging = commands.includes(STAGING.url);
    const isSandbox = commands.includes(SANDBOX.url) && !isServer(commands);
    const needed = [...(isStaging ? [STAGING] : []), ...(isSandbox ? [SANDBOX] : [])];
    for (const { port } of needed) {
      if (!this.#running.has(port)) await this.start(`flagbearer start --port ${port}`);
    }
    this.#screen.text = before;
    return isStaging;
  }

  /** Starts the server of a line, in place of one on the same port, and waits until it is ready. */
  async start(line: string): Promise<void> {
    const command = SERVER.exec(line)?.groups?.['command'] === 'proxy' ? 'proxy' : 'start';
    const preset = command === 'start' ? SANDBOX.port : PROXY_PORT;
    const port = Number(/--port (?<port>\d+)/.exec(line)?.groups?.['port'] ?? preset) || preset;
    await this.#stop(port);

    const own = String(this.#ports.get(port) ?? 0);
    const text = this.replaceUrls(line).replace(/--port \d+/, `--port ${own}`);
    const child = spawn('bash', ['-c', `exec ${text}`], {
      cwd: this.#folder.path,
      env: { ...this.#folder.env, FLAGBEARER_PORT: own },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    let errorOutput = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      this.#screen.print(text);
    });
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${this.#screen.text}\n${line}\n${errorOutput}`);
    });
    ended.catch(() => undefined);
    await Promise.race([this.#screen.waitUntil(() => READY[command].test(printed), 20_000), ended]);

    const url = /https?:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '';
    this.#running.set(port, { process: child, url });
    this.#ports.set(port, Number(new URL(url).port));
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((port) => this.#stop(port)));
  }

  /** Replaces the URLs of the page with those of the started servers. */
  replaceUrls(text: string): string {
    let rest = text;
    for (const [port, { url }] of this.#running) {
      const names = ['127.0.0.1', 'localhost'].flatMap((host) => [
        `http://${host}:${port}`,
        `https://${host}:${port}`,
      ]);
      for (const name of port === STAGING.port ? [STAGING.url] : names) {
        rest = rest.replaceAll(name, url);
      }
    }
    return rest;
  }

  /** Replaces addresses in the output with those of the page. */
  restoreUrls(text: string): string {
    let rest = text;
    for (const [port, { url }] of this.#running) {
      const name = port === STAGING.port ? new URL(STAGING.url).host : `127.0.0.1:${port}`;
      rest = rest.replaceAll(new URL(url).host, name);
    }
    return rest;
  }

  async #stop(port: number): Promise<void> {
    const server = this.#running.get(port)?.process;
    this.#running.delete(port);
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    // Its last output is discarded.
    server.stdout.removeAllListeners('data').resume();
    server.kill('SIGTERM');
    await ended;
  }
}
