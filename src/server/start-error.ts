/**
 * A sandbox can't start with what it was given: a bad scenario, a bad dialect, a busy port.
 * The lines say so to whoever gave it, findings one a line. Nothing listens when this is thrown.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly lines: readonly string[];

  constructor(...lines: readonly [string, ...string[]]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}
