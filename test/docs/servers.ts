/** Servers that a page starts. They use free ports instead of the ports on the page. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { PageFolder } from './page-folder.ts';
import type { Screen } from './screen.ts';

const SANDBOX = { url: 'http://127.0.0.1:4020', port: 4020 };
/** The deployment that the pages name. A second sandbox replaces the deployment. */
const STAGING = { url: 'https://staging.example.test', port: 443 };
const PROXY_PORT = 4030;

/** Matches commands that run until they are stopped. */
const SERVER = /^(?:npx )?flagbearer (?<command>start|proxy)\b(?!.*--help)/;
/** The output when a server is ready. */
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
  /** The running servers by their port on the page. */
  readonly #running = new Map<number, Server>();
  /** Real ports by ports on the page. A restarted server keeps its port. */
  readonly #ports = new Map<number, number>();

  constructor(folder: PageFolder, screen: Screen) {
    this.#folder = folder;
    this.#screen = screen;
  }

  get sandboxUrl(): string | undefined {
    return this.#running.get(SANDBOX.port)?.url;
  }

  /**
   * Starts the servers that commands use and that do not run yet.
   *
   * @returns whether the commands use the deployment
   */
  async startRequiredServers(commands: string): Promise<boolean> {
    // The page does not show the output of these servers.
    const textBefore = this.#screen.text;
    const usesStaging = commands.includes(STAGING.url);
    // A page itself starts the sandbox that a server command names.
    const usesSandbox = commands.includes(SANDBOX.url) && !isServer(commands);
    const required = [...(usesStaging ? [STAGING] : []), ...(usesSandbox ? [SANDBOX] : [])];
    for (const { port } of required) {
      if (!this.#running.has(port)) await this.start(`flagbearer start --port ${port}`);
    }
    this.#screen.text = textBefore;
    return usesStaging;
  }

  /** Stops the server on the same port, starts a server, and waits until the new server is ready. */
  async start(line: string): Promise<void> {
    const command = SERVER.exec(line)?.groups?.['command'] === 'proxy' ? 'proxy' : 'start';
    const defaultPort = command === 'start' ? SANDBOX.port : PROXY_PORT;
    // A page with `--port 0`, which means any free port, shows the default port.
    const portOnPage = Number(/--port ([1-9]\d*)/.exec(line)?.[1] ?? defaultPort);
    await this.#stop(portOnPage);

    const port = String(this.#ports.get(portOnPage) ?? 0);
    const text = this.replaceUrls(line).replace(/--port \d+/, `--port ${port}`);
    const child = spawn('bash', ['-c', `exec ${text}`], {
      cwd: this.#folder.path,
      env: { ...this.#folder.env, FLAGBEARER_PORT: port },
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
    try {
      const isReady = () => READY[command].test(printed);
      await Promise.race([this.#screen.waitUntil(isReady, 20_000), ended]);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }

    const url = /https?:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '';
    this.#running.set(portOnPage, { process: child, url });
    this.#ports.set(portOnPage, Number(new URL(url).port));
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((port) => this.#stop(port)));
  }

  /** Replaces the URLs of the page with the URLs of the started servers. */
  replaceUrls(text: string): string {
    let replaced = text;
    for (const [port, { url }] of this.#running) {
      const localUrl = new RegExp(`https?://(?:127\\.0\\.0\\.1|localhost):${port}`, 'g');
      replaced = replaced.replaceAll(port === STAGING.port ? STAGING.url : localUrl, url);
    }
    return replaced;
  }

  /** Replaces the addresses in the output with the addresses on the page. */
  restoreUrls(text: string): string {
    let restored = text;
    for (const [port, { url }] of this.#running) {
      const host = port === STAGING.port ? new URL(STAGING.url).host : `127.0.0.1:${port}`;
      restored = restored.replaceAll(new URL(url).host, host);
    }
    return restored;
  }

  async #stop(port: number): Promise<void> {
    const server = this.#running.get(port)?.process;
    this.#running.delete(port);
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.stdout.removeAllListeners('data').resume();
    server.kill('SIGTERM');
    await ended;
  }
}
