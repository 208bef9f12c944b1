/** The terminal in which the commands of a page are typed, from its first block to its last: one bash. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { makePageFolder, type PageFolder } from './page-folder.ts';
import { root } from './pages.ts';
import { Screen } from './screen.ts';
import { isServer, Servers } from './servers.ts';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Printed after the commands of a block, with those that failed. */
const END = /<<end of the block(?<failed>[^>]*)>>\n/;

/** The names of the variables on the pages, for the client that a deployment knows. */
const CLIENT = [
  'export FLAGBEARER_CLIENT_ID=wallet-app FLAGBEARER_CLIENT_SECRET=wallet-app-secret',
  'export FLAGBEARER_ACCESS_TOKEN=wallet-app-token',
];

export interface Printed {
  readonly text: string;
  /** Commands that ended with another exit code than 0. */
  readonly failed: string;
}

export class Terminal implements AsyncDisposable {
  readonly #folder: PageFolder;
  readonly #bash: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #screen = new Screen();
  readonly #servers: Servers;
  /** The printed ids, by the ids that the page shows. */
  readonly #ids = new Map<string, string>();

  static async open(): Promise<Terminal> {
    return new Terminal(await makePageFolder());
  }

  private constructor(folder: PageFolder) {
    this.#folder = folder;
    this.#servers = new Servers(folder, this.#screen);
    this.#bash = spawn('bash', ['--noprofile', '--norc'], {
      cwd: folder.path,
      env: folder.env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#bash.stdout.setEncoding('utf8').on('data', (text: string) => this.#screen.print(text));
    this.#print('exec 2>&1', 'trap \'FAILED="$FAILED $BASH_COMMAND;"\' ERR');
  }

  async write(path: string, text: string): Promise<void> {
    const file = join(this.#folder.path, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, this.#servers.replaceUrls(text));
  }

  /**
   * Types a block.
   *
   * @param isWhole whether all has been printed that was to come: servers print a little later
   * @param checks prefix of the checks that a conformance run executes, to save time
   */
  async type(
    block: string,
    { isWhole, checks }: { isWhole: (printed: string) => boolean; checks: string },
  ): Promise<Printed> {
    this.#screen.text = '';
    this.#print(`export FLAGBEARER_ONLY=${checks}`);
    let failed = '';
    for (const part of splitBlock(block)) {
      if (await this.#servers.startNeeded(part)) this.#print(...CLIENT);
      await this.#copyExamples(part);
      if (isServer(part)) await this.#servers.start(part);
      else failed += await this.#run(part);
    }
    await this.#screen.waitUntil(() => isWhole(this.#formatOutput()), 2000).catch(() => undefined);
    return { text: this.#formatOutput(), failed };
  }

  /** Replaces ids of the page with the printed ones, also in later commands. */
  learnIds(shown: string, printed: string): void {
    const ids = shown.match(ID) ?? [];
    const got = printed.match(ID) ?? [];
    if (ids.length !== got.length) return;
    for (const [index, id] of ids.entries()) this.#ids.set(id, got[index] ?? id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#bash.stdin.end();
    await this.#servers.stopAll();
    if (this.#bash.exitCode === null) this.#bash.kill('SIGKILL');
    await rm(this.#folder.path, { recursive: true, force: true });
  }

  /** Copies the files of examples/ that a command names. */
  async #copyExamples(commands: string): Promise<void> {
    for (const [path] of commands.matchAll(/\bexamples\/[\w./-]+\.\w+/g)) {
      await this.write(path, await readFile(join(root, path), 'utf8'));
    }
  }

  #formatOutput(): string {
    const text = this.#screen.text.replace(END, '').replaceAll(this.#folder.path, '.');
    return this.#servers.restoreUrls(text);
  }

  #print(...lines: readonly string[]): void {
    this.#bash.stdin.write(`${lines.join('\n')}\n`);
  }

  /** @returns the commands that failed */
  async #run(commands: string): Promise<string> {
    const typed = this.#servers
      .replaceUrls(commands)
      .replaceAll(ID, (id) => this.#ids.get(id) ?? id);
    // Commands such as client-report use the sandbox of the page instead of the default port.
    this.#print(`export FLAGBEARER_URL=${this.#servers.sandboxUrl ?? ''}`);
    this.#print(
      '{ :',
      typed,
      '} </dev/null',
      `printf '<<end of the block%s>>\\n' "\${FAILED//>/}"; FAILED=`,
    );
    await this.#screen.waitUntil(() => END.test(this.#screen.text), 90_000);
    const failed = END.exec(this.#screen.text)?.groups?.['failed'] ?? '';
    this.#screen.text = this.#screen.text.replace(END, '');
    return failed;
  }
}

/** The commands of a block; those that run in the background are separate. */
function splitBlock(block: string): readonly string[] {
  const found: string[] = [];
  let before = '';
  for (const line of block.replaceAll('\\\n', ' ').split('\n')) {
    if (!isServer(line)) before += `${line}\n`;
    else {
      if (before.trim() !== '') found.push(before);
      before = '';
      found.push(line);
    }
  }
  if (before.trim() !== '') found.push(before);
  return found;
}
