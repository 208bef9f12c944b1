import { lstat, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ensureDir } from '../ensure-dir.ts';
import { describeFileProblem } from '../ports/input-file.ts';
import { writeOutputFile } from '../ports/output-file.ts';
import { exitCode, UsageError, type Command } from './command/command.ts';
import { formatConfig } from './init/config-text.ts';
import { firstScenario } from './init/first-scenario.ts';

const CONFIG = 'flagbearer.config.yaml';
const SCENARIO = 'scenarios/first.yaml';

export const init: Command = {
  name: 'init',
  summary: `Create ${CONFIG} and a first scenario in this folder.`,
  options: [],
  notes: ['If one of the files exists, no file is written and the exit code is 2.'],
  examples: [{ line: 'flagbearer init', description: `Create ${CONFIG} and ${SCENARIO}.` }],
  async run({ cwd }) {
    await writeNewFiles(cwd, [
      { path: CONFIG, text: formatConfig(`./${SCENARIO}`) },
      { path: SCENARIO, text: firstScenario },
    ]);
    process.stdout.write(
      [
        `${CONFIG}: every setting of flagbearer start, with its default or an example`,
        `${SCENARIO}: a scenario with two users`,
        'Next: npx flagbearer start, then open http://127.0.0.1:4020/sandbox/console',
        '',
      ].join('\n'),
    );
    return exitCode.success;
  },
};

/** Creates all files. If one file cannot be created, removes the others again. */
async function writeNewFiles(
  folder: string,
  files: readonly { readonly path: string; readonly text: string }[],
): Promise<void> {
  const existing: string[] = [];
  for (const { path } of files) {
    // `lstat` also finds a symbolic link whose target is missing.
    const found = await lstat(resolve(folder, path)).catch(() => undefined);
    if (found !== undefined) existing.push(path);
  }
  if (existing.length > 0) {
    const [verb, pronoun] = existing.length === 1 ? ['exists', 'it'] : ['exist', 'them'];
    throw new UsageError(
      `${existing.join(' and ')} already ${verb}; nothing was written. Rename ${pronoun}, or run flagbearer init in another folder.`,
    );
  }
  const written: string[] = [];
  for (const { path, text } of files) {
    const target = resolve(folder, path);
    try {
      const created = await ensureDir(dirname(target));
      if (created !== undefined) written.push(created);
      await writeOutputFile(target, text, { readers: 'all', overwrite: false });
      written.push(target);
    } catch (error) {
      for (const created of written) await rm(created, { recursive: true, force: true });
      throw new UsageError(
        `cannot write ${path}: ${describeFileProblem(error)}. Nothing was written.`,
      );
    }
  }
}
