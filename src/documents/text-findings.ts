/** What is wrong with a text before anyone asks what it says. */
import type { Finding } from './finding.ts';

const error = { clause: null, severity: 'error' } as const;

export function duplicateKey(name: string, pointer: string): Finding {
  return {
    ...error,
    rule: 'duplicate-key',
    message: `The key "${cutName(name)}" is given twice.`,
    hint: 'Keep one of the two.',
    pointer,
  };
}

export const tooDeep: Finding = {
  ...error,
  rule: 'nested-too-deep',
  message: 'The document is nested too deep.',
  hint: 'A document of this kind has some five levels: look for brackets that are not closed.',
  pointer: '',
};

export const tooLarge: Finding = {
  ...error,
  rule: 'too-large',
  message: 'This is too large to be read as YAML.',
  hint: 'Write it as JSON; or, of a list or map in brackets with thousands of items, each on a line of its own.',
  pointer: '',
};

export const notText: Finding = {
  ...error,
  rule: 'not-text',
  message: 'This is not a text in UTF-8.',
  hint: 'Save it as UTF-8 (what Windows PowerShell writes by > is UTF-16), or check that it is the file you mean.',
  pointer: '',
};

/** Aliases let a small text stand for any number of values, so there are none. */
export function aliasUsed(pointer: string): Finding {
  return {
    ...error,
    rule: 'alias',
    message: 'Aliases are not supported.',
    hint: 'Write the value out, or put a text that begins with * in quotes.',
    pointer,
  };
}

/** Of YAML 1.1; Compose and GitLab still take it. */
export function mergeKey(pointer: string): Finding {
  return {
    ...error,
    rule: 'merge-key',
    message: 'The merge key << is not supported.',
    hint: 'YAML 1.2 merges no maps: write the keys out.',
    pointer,
  };
}

export function tagUsed(pointer: string): Finding {
  return {
    ...error,
    rule: 'yaml-syntax',
    message: 'A value with this tag is not supported.',
    hint: 'Leave the tag out.',
    pointer,
  };
}

export function collectionAsKey(pointer: string): Finding {
  return {
    ...error,
    rule: 'yaml-syntax',
    message: 'A key is a word or a text, not a list or a map.',
    hint: 'Look for braces or brackets where none should be.',
    pointer,
  };
}

/** A name as messages show it: one in a document may have any length. */
export function cutName(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}

const LONGEST_NAME = 60;
