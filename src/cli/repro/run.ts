import { resolve } from 'node:path';
import { readInputFile } from '../../ports/input-file.ts';
import type { Replay } from '../../repro/replay.ts';
import type { Command } from '../command/command.ts';
import { jsonOption } from '../dialect/dialect-output.ts';
import { jsonText } from '../text/json-text.ts';
import { exitCode } from '../command/exit-code.ts';
import { isGiven } from '../command/option-value.ts';
import { UsageError } from '../command/usage-error.ts';
import { replayText, summaryOf } from './replay-text.ts';

/** `flagbearer repro run`: whether a run still goes as it was recorded. */
export const runRepro: Command = {
  name: 'repro run',
  summary: 'Replay a file of flagbearer repro on a fresh sandbox, and compare every answer.',
  operands: { word: 'FILE', least: 1, most: 1 },
  options: [jsonOption],
  notes: [
    'Secrets are not in the file: they are put back from the fresh sandbox. A call that can not be made again is "not replayed", with the reason, and never "same".',
    'Exit code 0: all answers are the same. 1: some differ, or were not replayed. 2: the file can not be used.',
  ],
  examples: [
    { line: 'flagbearer repro run bug.json', does: 'Says of each call how it went.' },
    { line: 'flagbearer repro run bug.json --json', does: 'The same for programs.' },
  ],
  async run({ operands: [file = ''], flags, cwd }) {
    const replayed = await replayOf(file, cwd);
    const summary = summaryOf(replayed);
    const isSame = summary.differs + summary.notReplayed === 0;
    const code = isSame && replayed.controls.length === 0 ? exitCode.done : exitCode.findings;
    process.stdout.write(
      isGiven(jsonOption, flags)
        ? jsonText({ reproVersion: 1, exitCode: code, summary, ...replayed })
        : replayText(replayed),
    );
    return code;
  },
};

async function replayOf(file: string, cwd: string): Promise<Replay> {
  const text = await readInputFile(resolve(cwd, file)).catch((error: Error) => {
    throw new UsageError(`cannot read ${file}: ${error.message}.`);
  });
  const { reproIn, UnfitRepro } = await import('../../repro/repro-file.ts');
  const { replay } = await import('../../repro/replay.ts');
  try {
    return await replay(await reproIn(text, file), file);
  } catch (error) {
    throw error instanceof UnfitRepro ? new UsageError(error.message) : error;
  }
}
