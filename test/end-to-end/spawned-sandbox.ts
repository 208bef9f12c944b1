/** Runs the built command as a process; imports nothing of src. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const executable = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** The line that `flagbearer start --json` prints when it listens. */
export interface Announcement {
  readonly url: string;
  readonly scenario: string;
  readonly seed: number;
  readonly clients: readonly {
    readonly id: string;
    readonly secret: string;
    readonly accessToken: string;
  }[];
}

export interface SpawnedSandbox extends Announcement {
  /** Ends the process; returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts `flagbearer start --port 0 --json`, and resolves when it listens. */
export async function spawnSandbox(...options: readonly string[]): Promise<SpawnedSandbox> {
  const child = spawn(
    process.execPath,
    [executable, 'start', '--port', '0', '--json', ...options],
    { env: {}, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = `${errorOutput}${text}`.slice(-2000);
  });
  const line = await readFirstLine(child);
  if (line === undefined) throw new Error(`flagbearer ended before it listened: ${errorOutput}`);
  const announcement: Announcement = JSON.parse(line);
  return {
    ...announcement,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGTERM');
      }),
  };
}

async function readFirstLine({ stdout }: ChildProcess): Promise<string | undefined> {
  if (stdout === null) return undefined;
  for await (const line of createInterface({ input: stdout })) return line;
  return undefined;
}
