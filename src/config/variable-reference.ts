const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const hidden = /\uE000\uE001([A-Za-z0-9_]+)\uE002/g;
const alone = /^\uE000\uE001([A-Za-z0-9_]+)\uE002$/;

/**
 * Converts every `${NAME}` of a YAML text to a plain word. YAML ends a plain value at a brace inside `{a:
 * ${NAME}}`, so the characters are replaced one for one by private-use characters, which preserves columns.
 * Values are inserted after parsing, so they are never read as YAML.
 */
export function hideReferences(text: string): string {
  return text.replace(reference, '\uE000\uE001$1\uE002');
}

/** The text as its author wrote it. */
export function showReferences(text: string): string {
  return text.replace(hidden, '${$1}');
}

/** The names in a text, in their order. */
export function referencesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(hidden), ([, name = '']) => name);
}

/** The name that a text consists of; undefined for every other text. */
export function soleReference(text: string): string | undefined {
  return alone.exec(text)?.[1];
}
