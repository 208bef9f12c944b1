import { PassThrough } from 'node:stream';
import { runCommandLine } from '../../../src/cli/command/program.ts';
import { createConformCommand } from '../../../src/cli/conform.ts';
import type { Interruption } from '../../../src/cli/stop-signal.ts';
import { UsageError } from '../../../src/cli/command/command.ts';
import { ConfigError } from '../../../src/config.ts';
import { InterpolatedValues } from '../../../src/config/interpolated-values.ts';
import { StartError } from '../../../src/start-error.ts';
import { readFiles, createFolder } from '../../setup/folder.ts';
import type { Runner } from '../../../src/cli/conform/host.ts';
import { createOutcome, createRunner } from './fake-runner.ts';

type Env = Readonly<Record<string, string>>;

export interface RunOptions {
  readonly runner?: Runner;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Env | ((cwd: string) => Env);
  readonly beforeRun?: (cwd: string) => Promise<unknown>;
  /** The width of the terminal; undefined if there is no terminal. */
  readonly columns?: number;
  readonly interruption?: Interruption;
  readonly stdin?: PassThrough;
}

export interface ConformResult {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Files of the folder after the run, by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Valid client credentials, the only required settings. */
export const clientEnv = {
  FLAGBEARER_CLIENT_ID: 'qa',
  FLAGBEARER_CLIENT_SECRET: 'a-client-secret',
};

/** Runs `flagbearer conform` in this process, in a separate folder, by default with a fake runner. */
export async function runConform(
  args: readonly string[],
  options: RunOptions = {},
): Promise<ConformResult> {
  const { runner = createRunner(createOutcome()), files = {}, env = clientEnv, columns } = options;
  const cwd = await createFolder(files);
  const output = { stdout: '', stderr: '' };
  const createStream = (name: keyof typeof output) => ({
    write: (text: string) => void (output[name] += text),
    isTTY: columns !== undefined,
    columns,
  });
  const stdin = options.stdin ?? new PassThrough();
  const command = createConformCommand({
    stdout: createStream('stdout'),
    stderr: createStream('stderr'),
    stdin: Object.assign(stdin, { isTTY: columns !== undefined }),
    env: typeof env === 'function' ? env(cwd) : env,
    loadRunner: async () => ({
      ...runner,
      async runConformance(...args) {
        await options.beforeRun?.(cwd);
        return runner.runConformance(...args);
      },
    }),
    createInterruption: () =>
      options.interruption ?? { signal: new AbortController().signal, receivedSignal: null },
    now: () => 0,
  });
  let exit = 0;
  await runCommandLine([command], ['conform', ...args], async (_, parsed) => {
    const interpolated = new InterpolatedValues();
    exit = await interpolated.runMasked(() => command.run({ ...parsed, cwd, interpolated }));
  }).catch((error: unknown) => {
    if (!isUserError(error)) throw error;
    output.stderr += `${error.message}\n`;
    exit = 2;
  });
  return { exit, ...output, files: await readFiles(cwd) };
}

/** Returns whether the executable prints the error without a stack trace. */
function isUserError(error: unknown): error is Error {
  return [ConfigError, UsageError, StartError].some((kind) => error instanceof kind);
}
