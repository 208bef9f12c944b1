/** Findings about the text of a document (encoding, size, syntax), not about its values. */
import type { Finding } from './finding.ts';

function createTextFinding(rule: string, message: string, hint: string): Finding {
  return { rule, clause: null, severity: 'error', message, hint, pointer: '' };
}

export function createDuplicateKeyFinding(name: string, pointer: string): Finding {
  const message = `Duplicate key "${truncateName(name)}".`;
  return {
    ...createTextFinding('duplicate-key', message, 'Remove one of the two, or rename it.'),
    pointer,
  };
}

export const tooDeep = createTextFinding(
  'nested-too-deep',
  'The document is nested too deeply.',
  'Close every bracket and brace; valid documents have about five levels.',
);

export const tooLarge = createTextFinding(
  'too-large',
  'The document is too large for YAML.',
  'Write it as JSON. If only a list or map in brackets is large, you can instead write it without brackets, with one item per line.',
);

/** Replaces bytes of a file that are not UTF-8. */
export const REPLACEMENT_CHARACTER = '\uFFFD';

export const notUtf8 = createTextFinding(
  'not-text',
  'The file is not UTF-8 text.',
  'Save it as UTF-8 (the > of Windows PowerShell writes UTF-16), or check the file name.',
);

export const controlCharacter = createTextFinding(
  'not-text',
  'The document contains a control character.',
  'Remove it, or write it in quotes as an escape such as \\u0007. Check that the file is UTF-8 text.',
);

/** Aliases let a small text represent any number of values, so they are not supported. */
export const aliasUsed = createTextFinding(
  'alias',
  'Aliases are not supported.',
  'Repeat the value. To write a string that begins with *, put it in quotes.',
);

/** Part of YAML 1.1; Compose and GitLab still support it. */
export const mergeKey = createTextFinding(
  'merge-key',
  'The merge key << is not supported.',
  'Write the merged keys here: YAML 1.2 has no merge keys.',
);

export const collectionAsKey = createTextFinding(
  'yaml-syntax',
  'A key must be a string, not a list or a map.',
  'Write the key as a string; put a key that begins with { or [ in quotes.',
);

export const MAX_NAME_LENGTH = 60;

/** Returns the beginning of a name for a message: a name in a document may have any length. */
export function truncateName(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}
