/** Masks the values that replace `${NAME}` in a configuration file, because each can be a secret. */

import { normalize } from 'node:path';
import { removeEndSlashes } from '../http/base-url.ts';
import { KnownSecrets } from '../redaction/known-secrets.ts';
import { replaceTexts } from '../redaction/replace-texts.ts';

/** A shorter value is not masked: other texts can contain it by chance. */
const MIN_LENGTH = 4;
/** A shorter value is masked only as a whole word. */
const MIN_LENGTH_WITHIN_WORD = 8;

export class InterpolatedValues {
  readonly #secrets = new KnownSecrets({ maxSecrets: Infinity });
  readonly #replacements = new Map<string, string>();

  /** Registers a value, and its parts if it is a list or a URL. */
  add(name: string, value: string): void {
    const items = [value, ...value.split(',').map((item) => item.trim())];
    const texts = items.flatMap((item) => [
      item,
      removeEndSlashes(item),
      shortenPath(item),
      ...listUrlParts(item),
    ]);
    const reference = `\${${name}}`;
    for (const text of texts) {
      if (text.length < MIN_LENGTH || this.#replacements.has(text)) continue;
      this.#replacements.set(text, reference);
      if (text.length < MIN_LENGTH_WITHIN_WORD) this.#secrets.addWord(text, reference);
      else this.#secrets.add(text, reference);
    }
  }

  /** The replacement of each value: `${NAME}`. */
  get replacements(): ReadonlyMap<string, string> {
    return this.#replacements;
  }

  /** The values, to find them in responses. */
  get secrets(): KnownSecrets {
    return this.#secrets;
  }

  /** Returns a copy of a text or of plain data, in which `${NAME}` replaces each value. */
  mask<Value>(value: Value): Value {
    return this.#replacements.size === 0
      ? value
      : replaceTexts(value, (text) => this.#secrets.hide(text));
  }

  /** Runs a function, and masks the values in its error. */
  async runMasked<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Error) this.#maskError(error);
      throw error;
    }
  }

  #maskError(error: Error): void {
    for (const part of ['lines', 'message', 'stack']) {
      const value: unknown = Reflect.get(error, part);
      if (value !== undefined) Reflect.set(error, part, this.mask(value));
    }
  }
}

/** Returns the part of a relative path that remains in messages after the path was made absolute. */
function shortenPath(text: string): string {
  return normalize(text.replace(/^file:/, '')).replace(/^(?:\.\.[/\\])+/, '');
}

/** Returns the parts of a URL that messages can contain separately. */
function listUrlParts(text: string): readonly string[] {
  if (!URL.canParse(text)) return [];
  const { host, origin, password } = new URL(text);
  return host === '' ? [] : [host, origin, password];
}
