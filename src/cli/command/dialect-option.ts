import { loadSettings } from '../../config.ts';
import { configFile, listSettings } from '../../config/setting.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { LoadedScenario, ScenarioSource } from '../../scenarios/load.ts';
import { createTerminalProgress } from '../text/progress-line.ts';
import type { Invocation, Option } from './command.ts';

type Given = Pick<Invocation, 'flags' | 'cwd' | 'interpolated'>;

export const dialectOptions: readonly Option[] = [
  ...listSettings('sandbox').filter(({ key }) => key === 'dialect'),
  configFile,
];

/**
 * Returns the dialect of --dialect, else of the variable, else of the configuration file, else the default.
 *
 * @throws ConfigError, StartError for an invalid one
 */
export async function readChosenDialect(given: Given): Promise<Dialect> {
  const { dialect } = await loadSettings('sandbox', given);
  const { loadGivenDialect } = await import('../../server/dialect-file.ts');
  return loadGivenDialect(dialect);
}

/**
 * Returns a function that loads a scenario as `start` does: with the chosen dialect, else that of a snapshot.
 *
 * @throws ConfigError, StartError for an invalid dialect
 */
export async function createScenarioLoader(
  given: Given,
): Promise<(source: ScenarioSource) => Promise<LoadedScenario & { readonly dialect: Dialect }>> {
  const { dialect: file } = await loadSettings('sandbox', given);
  const dialect = await readChosenDialect(given);
  const { loadScenario, loadWithItsDialect } = await import('../../scenarios/load.ts');
  return async (source) => {
    const progress = createTerminalProgress();
    try {
      return file === undefined
        ? await loadWithItsDialect([source], dialect, progress)
        : { ...(await loadScenario([source], dialect, progress)), dialect };
    } finally {
      progress.end();
    }
  };
}
