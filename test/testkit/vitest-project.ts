/** A separate project with vitest tests that import the built `flagbearer/vitest`. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFolder } from '../setup/folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface VitestTest {
  /** The titles of its suites and its own title. */
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending';
  readonly messages: readonly string[];
}

export interface VitestRun {
  readonly exit: number;
  readonly tests: readonly VitestTest[];
  readonly output: string;
}

/** Runs the text of a test file in a separate folder, with only `env` and PATH in the environment. */
export async function runVitest(
  text: string,
  env: Readonly<Record<string, string>>,
): Promise<VitestRun> {
  const built = join(root, 'dist/vitest.js');
  const config = `export default {
    resolve: { alias: { 'flagbearer/vitest': ${JSON.stringify(built)} } },
    test: { include: ['*.test.ts'], reporters: [['json', { outputFile: 'results.json' }]] },
  };`;
  const files = { 'conformance.test.ts': text, 'vitest.config.mjs': config };
  const cwd = await createFolder(files);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { exit, output } = await new Promise<Pick<VitestRun, 'exit' | 'output'>>((resolve) => {
    execFile(
      process.execPath,
      [vitest, 'run', '--root', cwd],
      { cwd, env: { ...env, PATH: process.env['PATH'] } },
      (error, stdout, stderr) =>
        resolve({ exit: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
  const results = await readFile(join(cwd, 'results.json'), 'utf8').catch(() => null);
  if (results === null) throw new Error(output);
  const { testResults }: { testResults: { assertionResults: ReportedTest[] }[] } =
    JSON.parse(results);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults.map(toTest));
  return { exit, tests, output };
}

/** A test in the output of vitest's json reporter. */
interface ReportedTest {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: VitestTest['status'];
  readonly failureMessages: readonly string[];
}

function toTest({ ancestorTitles, title, status, failureMessages }: ReportedTest): VitestTest {
  return { name: [...ancestorTitles, title].join(' > '), status, messages: failureMessages };
}
