/** HTML in which every text is escaped. */

/** A piece of HTML, as created by `markup`. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** `undefined` is no content. */
type Content = Html | string | number | undefined | readonly (Html | undefined)[];

/** Returns a template with escaped texts and numbers, for an element or a quoted attribute. */
export function markup(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const filled = contents.map((content, index) => toSource(content) + (parts[index + 1] ?? ''));
  return new Html((parts[0] ?? '') + filled.join(''));
}

function toSource(content: Content): string {
  if (content === undefined) return '';
  if (content instanceof Html) return content.source;
  if (typeof content === 'object') return content.map(toSource).join('\n');
  return escape(String(content));
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Escapes a text for an element or a quoted attribute. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character);
}
