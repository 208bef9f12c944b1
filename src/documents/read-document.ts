import { readJson } from './json-text.ts';
import type { Finding } from './finding.ts';
import { isTooDeep, findExcessiveNesting } from './depth.ts';
import { createValueDocument, type ReadDocument } from './source-document.ts';
import { controlCharacter, notUtf8, REPLACEMENT_CHARACTER, tooDeep } from './text-findings.ts';

/** Some Windows editors write this character, which JSON.parse rejects. */
const BYTE_ORDER_MARK = /^\uFEFF/;

/** Control characters that neither JSON nor YAML allows unescaped. */
// oxlint-disable-next-line no-control-regex -- the purpose of the pattern
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/;

/**
 * Reads a text as JSON (RFC 8259) or YAML 1.2. Duplicate keys and aliases are errors. JSON is also YAML, but
 * reading it as JSON is a hundred times faster, without loading `yaml`.
 */
export async function readDocument(
  source: string,
  options: { readonly file?: string | undefined } = {},
): Promise<ReadDocument> {
  const text = source.replace(BYTE_ORDER_MARK, '');
  // In a text from a file, this character stands for bytes that are not UTF-8.
  if (options.file !== undefined && text.includes(REPLACEMENT_CHARACTER)) {
    return { findings: [addFile(notUtf8, options.file)] };
  }
  const json = await readJson(text, options.file);
  if (json !== undefined) return json;
  if (CONTROL_CHARACTERS.test(text)) return { findings: [addFile(controlCharacter, options.file)] };
  const excessPosition = findExcessiveNesting(text);
  if (excessPosition !== undefined) {
    return { findings: [addFile({ ...tooDeep, ...excessPosition }, options.file)] };
  }
  const { readYaml } = await import('./yaml-text.ts');
  return readYaml(text, options.file);
}

/** Returns a parsed value, such as a request body, as a document; reports excessive nesting. */
export async function readValue(value: unknown, file?: string): Promise<ReadDocument> {
  return (await isTooDeep(value))
    ? { findings: [addFile(tooDeep, file)] }
    : { document: createValueDocument(value, file) };
}

function addFile(finding: Finding, file: string | undefined): Finding {
  return file === undefined ? finding : { ...finding, file };
}
