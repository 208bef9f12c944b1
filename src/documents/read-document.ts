import { readJson } from './json-text.ts';
import type { ReadDocument } from './source-document.ts';

/**
 * Reads a text as JSON (RFC 8259) or YAML 1.2. Everything that is wrong with it is found at once.
 * A key given twice is refused, and so are aliases that blow a small text up.
 *
 * JSON is YAML too, but as JSON it is read a hundred times faster, and `yaml` stays unloaded.
 *
 * @param about `file` names the text in findings
 */
export async function readDocument(
  text: string,
  about: { readonly file?: string | undefined } = {},
): Promise<ReadDocument> {
  const json = readJson(text, about.file);
  if (json !== undefined) return json;
  const { readYaml } = await import('./yaml-text.ts');
  return readYaml(text, about.file);
}
