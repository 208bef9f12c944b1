/**
 * The terminal in which the commands of a page are typed, from its first block to its last: one bash,
 * in a folder of its own, where `npx flagbearer` is the package as it was built. What runs until it is
 * stopped (`start`, `proxy`) runs beside it, on a free port in place of the one that the page names.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { tmpdir } from 'node:os';
import { once } from 'node:events';
import { root } from './pages.ts';

/** Where `flagbearer start` listens by default. */
const SANDBOX = 'http://127.0.0.1:4020';

/** A deployment of somebody else, as pages call it. */
const STAGING = 'https://staging.example.test';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Commands that go on until they are stopped. */
const SERVER = /^(?:npx )?flagbearer (?<command>start|proxy)\b(?!.*--help)/;
const READY = {
  start: /^console: .*\n|^\{.*"console":.*\n/m,
  proxy: /^flagbearer proxy listening on .*\n|^\{.*\n/m,
};

/** Of `flagbearer conform`: writes the default dialect, as a run against the sandbox does. */
const STAND_IN = `case "$*" in *--list*) ;; conform*)
  dir=conform-report
  while [ $# -gt 0 ]; do
    case "$1" in --dialect-out) echo 'version: 1' > "$2" ;; --report-dir) dir=$2 ;; esac
    shift
  done
  mkdir -p "$dir" && echo 'version: 1' > "$dir/dialect.yaml"
  exit
esac`;

interface Server {
  readonly process: ChildProcessByStdio<null, Readable, Readable>;
  /** Its port in the page. */
  readonly port: number;
  readonly url: string;
}

export interface Printed {
  readonly text: string;
  /** Commands that ended with another exit code than 0. */
  readonly failed: string;
}

export class Terminal implements AsyncDisposable {
  readonly #folder: string;
  readonly #bash: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #servers = new Map<number, Server>();
  /** What stands for a port of the page, also after a restart: the commands have it in variables. */
  readonly #ports = new Map<number, number>();
  /** What was printed in place of an id that the page shows. */
  readonly #ids = new Map<string, string>();
  /** What has been printed since the last command, by all of them. */
  #screen = '';
  #onText: () => void = () => undefined;

  /**
   * @param conformance whether `flagbearer conform` runs, which takes seconds; else a script stands in
   * for it that leaves the dialect where the commands after it look for it
   */
  static async open(conformance: 'run' | 'standIn'): Promise<Terminal> {
    const folder = await mkdtemp(join(tmpdir(), 'flagbearer-docs-'));
    const bin = join(folder, '.bin');
    const executable = join(root, 'dist/cli/main.js');
    const direct = `exec '${process.execPath}' '${executable}' "$@"`;
    const run = conformance === 'run' ? direct : `${STAND_IN}\n${direct}`;
    await mkdir(join(folder, 'node_modules'));
    await symlink(root, join(folder, 'node_modules/flagbearer'), 'dir');
    await mkdir(bin);
    await writeFile(join(bin, 'flagbearer'), `#!/bin/sh\n${run}\n`);
    await writeFile(join(bin, 'npx'), onlyFor('flagbearer', `shift\n${run}`));
    // Nothing here asks a registry; and npm itself takes half a second to start.
    const script = 'sh -c "$(jq -r .scripts.test package.json)"';
    await writeFile(
      join(bin, 'npm'),
      onlyFor('test', `PATH="node_modules/.bin:$PATH" exec ${script}`),
    );
    await Promise.all(['flagbearer', 'npx', 'npm'].map((name) => chmod(join(bin, name), 0o755)));
    return new Terminal(folder, bin);
  }

  private constructor(folder: string, bin: string) {
    this.#folder = folder;
    const env = {
      PATH: `${bin}:${dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: folder,
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      npm_config_update_notifier: 'false',
    };
    this.#bash = spawn('bash', ['--noprofile', '--norc'], {
      cwd: folder,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#bash.stdin.write('exec 2>&1\ntrap \'FAILED="$FAILED $BASH_COMMAND;"\' ERR\n');
    this.#bash.stdout.setEncoding('utf8').on('data', (text: string) => this.#print(text));
  }

  async write(path: string, text: string): Promise<void> {
    const file = join(this.#folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, this.#withUrls(text));
  }

  /**
   * Types a block.
   *
   * @param isWhole whether all has been printed that was to come: servers print a little later
   * @param checks which checks a conformance run makes, which takes seconds: those that begin so
   */
  async type(
    block: string,
    { isWhole, checks }: { isWhole: (printed: string) => boolean; checks: string },
  ): Promise<Printed> {
    this.#screen = '';
    this.#bash.stdin.write(`export FLAGBEARER_ONLY=${checks}\n`);
    await this.#copyExamples(block);
    let failed = '';
    for (const part of parts(block)) {
      if (part.includes(STAGING)) await this.#deployment();
      if (part.includes(SANDBOX) && !SERVER.test(part)) await this.#sandbox();
      const server = SERVER.exec(part)?.groups?.['command'];
      if (server === 'start' || server === 'proxy') await this.#serve(server, part);
      else failed += await this.#run(part);
    }
    await this.#text(() => isWhole(this.#shown()), 2000).catch(() => undefined);
    return { text: this.#shown(), failed };
  }

  /** Ids that a page shows stand for those that were printed, also in the commands that follow. */
  learnIds(shown: string, printed: string): void {
    const told = shown.match(ID) ?? [];
    const got = printed.match(ID) ?? [];
    if (told.length !== got.length) return;
    for (const [index, id] of told.entries()) this.#ids.set(id, got[index] ?? id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#bash.stdin.end();
    await Promise.all([...this.#servers.keys()].map((port) => this.#stop(port)));
    if (this.#bash.exitCode === null) this.#bash.kill('SIGKILL');
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** What a command names of examples/ is there, as it is in the repository. */
  async #copyExamples(block: string): Promise<void> {
    for (const [path] of block.matchAll(/\bexamples\/[\w./-]+\.\w+/g)) {
      await this.write(path, await readFile(join(root, path), 'utf8'));
    }
  }

  #print(text: string): void {
    this.#screen += text;
    this.#onText();
  }

  /** Waits until something holds of what was printed. */
  async #text(holds: () => boolean, patience: number): Promise<void> {
    const { promise, resolve, reject } = withResolvers();
    const timer = setTimeout(() => {
      reject(new Error(`Nothing more came after:\n${this.#screen}`));
    }, patience);
    this.#onText = () => {
      if (holds()) resolve();
    };
    this.#onText();
    await promise.finally(() => clearTimeout(timer));
  }

  /** The screen, with the folder and the ports of the page. */
  #shown(): string {
    let text = this.#screen.replaceAll(/\u0001.*?\u0001\n/g, '').replaceAll(this.#folder, '.');
    for (const { port, url } of this.#servers.values()) {
      text = text.replaceAll(new URL(url).host, `127.0.0.1:${port}`);
    }
    return text.replaceAll('127.0.0.1:443', 'staging.example.test');
  }

  /** Commands of the page as they have to be typed here. */
  #typed(text: string): string {
    return this.#withUrls(text).replaceAll(ID, (id) => this.#ids.get(id) ?? id);
  }

  #withUrls(text: string): string {
    let rest = text;
    for (const { port, url } of this.#servers.values()) {
      const names =
        port === 443 ? [STAGING] : [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
      for (const name of names) rest = rest.replaceAll(name, url);
    }
    return rest;
  }

  /** @returns the commands that failed */
  async #run(commands: string): Promise<string> {
    const sandbox = this.#servers.get(4020)?.url ?? '';
    const end = /\u0001END(?<failed>[^\u0001]*)\u0001\n/;
    this.#bash.stdin.write(
      `export FLAGBEARER_URL=${sandbox}\n{ :\n${this.#typed(commands)}\n} </dev/null\n` +
        `printf '\\001END%s\\001\\n' "$FAILED"; FAILED=\n`,
    );
    await this.#text(() => end.test(this.#screen), 90_000);
    const failed = end.exec(this.#screen)?.groups?.['failed'] ?? '';
    this.#screen = this.#screen.replace(end, '');
    return failed;
  }

  /** Starts what runs until it is stopped, in place of what has its port. */
  async #serve(command: 'start' | 'proxy', line: string): Promise<void> {
    const preset = command === 'start' ? 4020 : 4030;
    const port = Number(/--port (?<port>\d+)/.exec(line)?.groups?.['port'] || preset) || preset;
    await this.#stop(port);
    const free = String(this.#ports.get(port) ?? 0);
    const words = this.#withUrls(line).replace(/--port \d+/, `--port ${free}`);
    const child = spawn('bash', ['-c', `exec ${words}`], {
      cwd: this.#folder,
      env: {
        PATH: `${join(this.#folder, '.bin')}:${process.env['PATH']}`,
        HOME: this.#folder,
        FLAGBEARER_PORT: free,
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      this.#print(text);
    });
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${this.#screen}\n${line}\n${printed}${complaint}`);
    });
    await Promise.race([this.#text(() => READY[command].test(printed), 20_000), ended]);
    ended.catch(() => undefined);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '';
    this.#servers.set(port, { process: child, port, url });
    this.#ports.set(port, Number(new URL(url).port));
  }

  /** The sandbox that a page takes for running, where it has not said how to start it. */
  async #sandbox(): Promise<void> {
    if (this.#servers.has(4020)) return;
    const screen = this.#screen;
    await this.#serve('start', 'flagbearer start');
    this.#screen = screen;
  }

  /** A sandbox, in the place of the deployment that pages speak of. */
  async #deployment(): Promise<void> {
    if (this.#servers.has(443)) return;
    const screen = this.#screen;
    await this.#serve('start', 'flagbearer start --port 443');
    this.#screen = screen;
    const client = { ID: 'wallet-app', SECRET: 'wallet-app-secret' };
    for (const [name, value] of Object.entries(client)) {
      this.#bash.stdin.write(`export FLAGBEARER_CLIENT_${name}=${value}\n`);
    }
    this.#bash.stdin.write('export FLAGBEARER_ACCESS_TOKEN=wallet-app-token\n');
  }

  async #stop(port: number): Promise<void> {
    const server = this.#servers.get(port);
    this.#servers.delete(port);
    if (server === undefined || server.process.exitCode !== null) return;
    const ended = once(server.process, 'exit');
    // Its last words are for nobody.
    server.process.stdout.removeAllListeners('data').resume();
    server.process.kill('SIGTERM');
    await ended;
  }
}

/** A command that knows one word, and refuses others. */
function onlyFor(word: string, script: string): string {
  const refuse = `echo "$0: only ${word} is here" >&2; exit 1`;
  return `#!/bin/sh\n[ "$1" = ${word} ] || { ${refuse}; }\n${script}\n`;
}

/** The commands of a block, those apart that run beside the terminal. */
function parts(block: string): readonly string[] {
  const found: string[] = [];
  let before = '';
  for (const line of block.replaceAll('\\\n', ' ').split('\n')) {
    if (!SERVER.test(line)) before += `${line}\n`;
    else {
      if (before.trim() !== '') found.push(before);
      before = '';
      found.push(line);
    }
  }
  if (before.trim() !== '') found.push(before);
  return found;
}

function withResolvers(): {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (problem: Error) => void;
} {
  let resolve: () => void = () => undefined;
  let reject: (problem: Error) => void = () => undefined;
  const promise = new Promise<void>((onDone, onFail) => {
    resolve = onDone;
    reject = onFail;
  });
  return { promise, resolve, reject };
}
