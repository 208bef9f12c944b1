export interface SettingProblem {
  /** The option, the environment variable, or file:line:column. */
  readonly where: string;
  readonly problem: string;
}

/** Thrown for invalid settings. The message has one line per problem: `where: problem`. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(...problems: readonly SettingProblem[]) {
    super(problems.map(({ where, problem }) => `${where}: ${problem}`).join('\n'));
  }
}
