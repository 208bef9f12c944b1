/** HTML in which every text is escaped. */

/** A piece of HTML. Only `markup` and the functions here create one. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Content = Html | string | number | readonly Html[];

/** Returns a template with escaped texts and numbers, for an element or a quoted attribute. */
export function markup(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const filled = contents.map((content, at) => toSource(content) + (parts[at + 1] ?? ''));
  return new Html((parts[0] ?? '') + filled.join(''));
}

export const nothing = new Html('');

export function renderIf(condition: boolean, content: () => Html): Html {
  return condition ? content() : nothing;
}

function toSource(content: Content): string {
  if (content instanceof Html) return content.source;
  if (typeof content === 'object') return content.map(({ source }) => source).join('\n');
  return escape(String(content));
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character);
}
