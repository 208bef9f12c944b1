/** Runs the commands and the code that the console copies. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface CommandResult {
  /** The parsed output if the output is JSON, otherwise the text. */
  readonly output: unknown;
  readonly stderr: string;
}

/** Runs a command in a POSIX shell with these environment variables. */
export async function runInShell(
  command: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const env = { ...process.env, ...variables };
  const result = await run('sh', ['-c', command], { env }).catch(getOutput);
  return { output: parseJson(result.stdout), stderr: result.stderr };
}

/** Runs JavaScript as a module of this project, and returns the value of a variable. */
export async function runAsModule(code: string, variable: string): Promise<unknown> {
  const program = `${code}\nconsole.log(JSON.stringify(${variable}));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  return parseJson(stdout);
}

export const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

/** Returns the output of a failed command. */
function getOutput(error: unknown): { stdout: string; stderr: string } {
  if (error instanceof Error && 'stdout' in error && 'stderr' in error) {
    return { stdout: String(error.stdout), stderr: String(error.stderr) };
  }
  throw error;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
