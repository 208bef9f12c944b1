/**
 * Writes YAML. To load `yaml` on demand, use `import()` with this file: in a bundle, `import('yaml')` itself
 * has no named exports (CommonJS).
 */
import {
  Document,
  visit,
  type CreateNodeOptions,
  type DocumentOptions,
  type ToStringOptions,
} from 'yaml';
import { hasInvisible, toVisibleJson } from '../reporting/text/visible-text.ts';

/** Returns a value as YAML. Invisible and control characters are escaped. */
export function stringify(
  value: unknown,
  options: CreateNodeOptions & DocumentOptions & ToStringOptions = {},
): string {
  const document = new Document(value, options);
  visit(document, {
    Scalar(_, node) {
      const { value: text } = node;
      if (typeof text !== 'string') return;
      // Only double quotes allow escapes.
      if (hasInvisible(text) || LOG_COMMAND_AT_LINE_START.test(text)) node.type = 'QUOTE_DOUBLE';
    },
  });
  const written = document.toString({ ...options, ...ON_ONE_LINE });
  return toVisibleJson(written.replaceAll(UNICODE_TAG_CHARACTERS, escapeCharacter));
}

/** A command for GitHub Actions, such as `::error::`, must start its line. */
const LOG_COMMAND_AT_LINE_START = /^[\t ]*::/m;

/** Disables the folding of long lines, which can move any part of a text to the start of a line. */
const ON_ONE_LINE = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER };

/**
 * Invisible characters of Unicode (not YAML tags). `toVisibleJson` would write each as two escapes, which YAML
 * reads as two characters.
 */
const UNICODE_TAG_CHARACTERS = /[\u{E0000}-\u{E007F}]/gu;

function escapeCharacter(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
}
