import { loadSettings } from '../../config.ts';
import { configFile, listSettings } from '../../config/setting.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { LoadedScenario, ScenarioSource } from '../../scenarios/load.ts';
import { createTerminalProgress } from '../text/progress-line.ts';
import type { Invocation, Option } from './command.ts';

type SettingSources = Pick<Invocation, 'flags' | 'cwd' | 'interpolated'>;

export const dialectOptions: readonly Option[] = [
  ...listSettings('sandbox').filter(({ key }) => key === 'dialect'),
  configFile,
];

/** Returns the dialect of --dialect, else FLAGBEARER_DIALECT, else the configuration file, else the default. */
export async function readChosenDialect(invocation: SettingSources): Promise<Dialect> {
  return (await loadChoice(invocation)).dialect;
}

async function loadChoice(invocation: SettingSources) {
  const { dialect: file } = await loadSettings('sandbox', invocation);
  const { loadDialectSource } = await import('../../server/dialect-file.ts');
  return { isDialectChosen: file !== undefined, dialect: (await loadDialectSource(file)).dialect };
}

/** Returns a function that loads a scenario. Without a chosen dialect, a snapshot is loaded with its own dialect. */
export async function createScenarioLoader(
  invocation: SettingSources,
): Promise<(source: ScenarioSource) => Promise<LoadedScenario & { readonly dialect: Dialect }>> {
  const { isDialectChosen, dialect } = await loadChoice(invocation);
  const { loadWithDialect } = await import('../../scenarios/load.ts');
  return async (source) => {
    const progress = createTerminalProgress();
    try {
      return await loadWithDialect([source], dialect, { isDialectChosen, progress });
    } finally {
      progress.end();
    }
  };
}
