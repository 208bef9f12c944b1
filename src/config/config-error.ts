/** A setting can't be used. The message is the one line to show: where it was, and what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** The flag, the variable, or file:line:column. */
  readonly where: string;

  constructor(where: string, problem: string) {
    super(`${where}: ${problem}`);
    this.where = where;
  }
}
