/** Thrown if a sandbox cannot start, such as for an invalid scenario or a port in use. Each line is one problem. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly lines: readonly [string, ...string[]];

  constructor(...lines: readonly [string, ...string[]]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}
