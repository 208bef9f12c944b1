import { placeAt } from '../../documents/json-error.ts';

/** A file that can't be read as what it should be. Its message begins with path, line and column. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
  readonly path: string;

  constructor(path: string, text: string, offset: number, what: string) {
    const { line, column } = placeAt(text, offset);
    super(`${path}:${line}:${column}: ${what}`);
    this.path = path;
  }
}
