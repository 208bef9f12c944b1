/** What is wrong with a text before anyone asks what it says. */
import type { Finding } from './finding.ts';

const error = { clause: null, severity: 'error' } as const;

export function duplicateKey(name: string, pointer: string): Finding {
  return {
    ...error,
    rule: 'duplicate-key',
    message: `The key "${name}" is given twice.`,
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

export const notText: Finding = {
  ...error,
  rule: 'not-text',
  message: 'This is not a text in UTF-8.',
  hint: 'Save it as UTF-8 (what Windows PowerShell writes by > is UTF-16), or check that it is the file you mean.',
  pointer: '',
};

export const tooManyAliases: Finding = {
  ...error,
  rule: 'too-many-aliases',
  message: 'The aliases of this document stand for too many nodes.',
  hint: 'Write the values out.',
  pointer: '',
};

export function unknownAlias(name: string, pointer: string): Finding {
  return {
    ...error,
    rule: 'unknown-alias',
    message: `Nothing before this place has the anchor &${name}.`,
    hint: 'Put a text that begins with * in quotes, or set the anchor before it is used.',
    pointer,
  };
}

export function circularAlias(name: string, pointer: string): Finding {
  return {
    ...error,
    rule: 'circular-alias',
    message: `The alias *${name} stands inside its own anchor.`,
    hint: 'Write the value out.',
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
