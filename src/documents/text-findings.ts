/** Problems of a text, independent of its content. */
import type { Finding } from './finding.ts';

const error = { clause: null, severity: 'error' } as const;

export function duplicateKey(name: string, pointer: string): Finding {
  return {
    ...error,
    rule: 'duplicate-key',
    message: `Duplicate key "${cutName(name)}".`,
    hint: 'Remove one of them.',
    pointer,
  };
}

export const tooDeep: Finding = {
  ...error,
  rule: 'nested-too-deep',
  message: 'The document is nested too deeply.',
  hint: 'Check for unclosed brackets; such a document has about five levels.',
  pointer: '',
};

export const tooLarge: Finding = {
  ...error,
  rule: 'too-large',
  message: 'The document is too large for YAML.',
  hint: 'Use JSON, or put each item of a large list or map in brackets on its own line.',
  pointer: '',
};

export const notText: Finding = {
  ...error,
  rule: 'not-text',
  message: 'The file is not UTF-8 text.',
  hint: 'Save it as UTF-8 (the > of Windows PowerShell writes UTF-16), or check the file name.',
  pointer: '',
};

/** Aliases let a small text represent any number of values, so they are not supported. */
export function aliasUsed(pointer: string): Finding {
  return {
    ...error,
    rule: 'alias',
    message: 'Aliases are not supported.',
    hint: 'Repeat the value, or put a string that begins with * in quotes.',
    pointer,
  };
}

/** Of YAML 1.1; Compose and GitLab still take it. */
export function mergeKey(pointer: string): Finding {
  return {
    ...error,
    rule: 'merge-key',
    message: 'The merge key << is not supported.',
    hint: 'YAML 1.2 has no merge keys; repeat the keys.',
    pointer,
  };
}

export function tagUsed(pointer: string): Finding {
  return {
    ...error,
    rule: 'yaml-syntax',
    message: 'This tag is not supported.',
    hint: 'Remove the tag.',
    pointer,
  };
}

export function collectionAsKey(pointer: string): Finding {
  return {
    ...error,
    rule: 'yaml-syntax',
    message: 'A key must be a string, not a list or a map.',
    hint: 'Check for misplaced braces or brackets.',
    pointer,
  };
}

/** A name as messages show it: one in a document may have any length. */
export function cutName(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}

const LONGEST_NAME = 60;
