const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const hidden = /\uE000\uE001([A-Za-z0-9_]+)\uE002/g;

/**
 * Makes every `${NAME}` of a YAML text a plain word. YAML ends a plain value at a brace inside
 * `{a: ${NAME}}`, so the marks travel through its parser as private-use characters: one for one,
 * which keeps the columns, and not yet replaced, so no value of a variable is ever read as YAML.
 */
export function hideReferences(text: string): string {
  return text.replace(reference, '\uE000\uE001$1\uE002');
}

/** The text as its author wrote it. */
export function showReferences(text: string): string {
  return text.replace(hidden, '${$1}');
}

export function hasReference(text: string): boolean {
  return text.search(hidden) !== -1;
}

/** The text with the value of each variable, which `valueOf` looks up or throws about. */
export function replaceReferences(text: string, valueOf: (name: string) => string): string {
  return text.replace(hidden, (_, name: string) => valueOf(name));
}
