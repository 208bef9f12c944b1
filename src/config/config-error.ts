/** A problem and its place. */
export interface SettingProblem {
  /** The flag, the variable, or file:line:column. */
  readonly where: string;
  readonly problem: string;
}

/** Settings can't be used. The message has a line for each problem: where it is, and what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(where: string, problem: string, others: readonly SettingProblem[] = []) {
    const all = [{ where, problem }, ...others];
    super(all.map((each) => `${each.where}: ${each.problem}`).join('\n'));
  }
}
