/** A problem with a setting. */
export interface SettingProblem {
  /** The option, the environment variable, or file:line:column. */
  readonly where: string;
  readonly problem: string;
}

/** Thrown for invalid settings. The message has one line per problem: `where: problem`. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(where: string, problem: string, others: readonly SettingProblem[] = []) {
    const all = [{ where, problem }, ...others];
    super(all.map((each) => `${each.where}: ${each.problem}`).join('\n'));
  }
}
