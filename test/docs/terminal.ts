/** Runs the commands of one page in a shell, from the first block to the last. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { createPageFolder, type PageFolder } from './page-folder.ts';
import { root } from './pages.ts';
import { Screen } from './screen.ts';
import { isServer, Servers } from './servers.ts';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Matches the line after the output of a block, with the commands that failed. */
const END = /<<end of the block(?<failed>[^>]*)>>\n/;

/** Commands that set the credentials for the deployment. */
const CREDENTIALS = [
  'export FLAGBEARER_CLIENT_ID=wallet-app FLAGBEARER_CLIENT_SECRET=wallet-app-secret',
  'export FLAGBEARER_ACCESS_TOKEN=wallet-app-token',
];

export interface BlockResult {
  readonly text: string;
  readonly failedCommands: string;
}

export class Terminal implements AsyncDisposable {
  readonly #folder: PageFolder;
  readonly #bash: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #screen = new Screen();
  readonly #servers: Servers;
  /** The printed ids, by the ids that the page shows. */
  readonly #ids = new Map<string, string>();

  static async open(): Promise<Terminal> {
    return new Terminal(await createPageFolder());
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
    this.#writeToShell('exec 2>&1', 'trap \'FAILED="$FAILED $BASH_COMMAND;"\' ERR');
  }

  async write(path: string, text: string): Promise<void> {
    const file = join(this.#folder.path, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, this.#servers.replaceUrls(text));
  }

  /**
   * Runs the commands of a block.
   *
   * @param isComplete returns whether the output is complete. Servers can print after the commands have ended.
   * @param checks prefix of the checks that a conformance run executes
   */
  async type(
    block: string,
    { isComplete, checks }: { isComplete: (printed: string) => boolean; checks: string },
  ): Promise<BlockResult> {
    this.#screen.text = '';
    this.#writeToShell(`export FLAGBEARER_ONLY=${checks}`);
    let failedCommands = '';
    for (const part of splitBlock(block)) {
      if (await this.#servers.startRequiredServers(part)) this.#writeToShell(...CREDENTIALS);
      await this.#copyExamples(part);
      if (isServer(part)) await this.#servers.start(part);
      else failedCommands += await this.#run(part);
    }
    const isDone = () => isComplete(this.#formatOutput());
    await this.#screen.waitUntil(isDone, 2000).catch(() => undefined);
    return { text: this.#formatOutput(), failedCommands };
  }

  /** Stores the printed ids. They replace the ids of the page in later commands. */
  rememberIds(outputOnPage: string, printed: string): void {
    const pageIds = outputOnPage.match(ID) ?? [];
    const printedIds = printed.match(ID) ?? [];
    if (pageIds.length !== printedIds.length) return;
    for (const [index, id] of pageIds.entries()) this.#ids.set(id, printedIds[index] ?? id);
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

  #writeToShell(...lines: readonly string[]): void {
    this.#bash.stdin.write(`${lines.join('\n')}\n`);
  }

  /** Returns the commands that failed. */
  async #run(commands: string): Promise<string> {
    const input = this.#servers
      .replaceUrls(commands)
      .replaceAll(ID, (id) => this.#ids.get(id) ?? id);
    // Commands such as client-report use the sandbox of the page instead of the default port.
    this.#writeToShell(`export FLAGBEARER_URL=${this.#servers.sandboxUrl ?? ''}`);
    this.#writeToShell(
      '{ :',
      input,
      '} </dev/null',
      `printf '<<end of the block%s>>\\n' "\${FAILED//>/}"; FAILED=`,
    );
    await this.#screen.waitUntil(() => END.test(this.#screen.text), 90_000);
    const failedCommands = END.exec(this.#screen.text)?.groups?.['failed'] ?? '';
    this.#screen.text = this.#screen.text.replace(END, '');
    return failedCommands;
  }
}

/** Splits a block into server commands and the lines between them. */
function splitBlock(block: string): readonly string[] {
  const parts: string[] = [];
  let commands = '';
  for (const line of block.replaceAll('\\\n', ' ').split('\n')) {
    if (isServer(line)) {
      parts.push(commands, line);
      commands = '';
    } else commands += `${line}\n`;
  }
  return [...parts, commands].filter((part) => part.trim() !== '');
}
