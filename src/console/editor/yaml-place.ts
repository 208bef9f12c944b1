/** Finds the place of the cursor in a YAML document. */
import { yamlLanguage } from '@codemirror/lang-yaml';

export interface YamlPlace {
  /** The keys that lead to the cursor; `[]` for an item of a list. */
  readonly path: readonly string[];
  readonly wordKind: 'key' | 'value';
  /** Whether a colon follows the word. */
  readonly hasColon: boolean;
  /** The other keys of the map; empty if the word is a value. */
  readonly siblings: readonly string[];
}

/** Replaces the word at the cursor, so that the document can be parsed. */
const PLACEHOLDER = 'zzz';

/** Only this many characters before the word are searched. */
const MAX_SEARCHED = 500;

/** Matches the text before a value: `key: `, `[` or `[a, `. */
const BEFORE_VALUE = /(?:^|[\s,{[-])[\w$-]+:\s+$|\[\s*$|\[[^\]{}]*,\s*$/;

/** Returns the place of the word at the cursor. @param word the range of the word, which can be empty */
export function findYamlPlace(
  text: string,
  word: { readonly from: number; readonly to: number },
): YamlPlace {
  const line = text.slice(text.lastIndexOf('\n', word.from - 1) + 1, word.from);
  const wordKind = BEFORE_VALUE.test(line.slice(-MAX_SEARCHED)) ? 'value' : 'key';
  const textAfter = text.slice(word.to);
  const hasColon = /^["']?\s*:/.test(textAfter);
  const replacement = wordKind === 'key' && !hasColon ? `${PLACEHOLDER}: 0` : PLACEHOLDER;
  const document = text.slice(0, word.from) + replacement + textAfter;

  const path: string[] = [];
  const siblings: string[] = [];
  let node = yamlLanguage.parser.parse(document).resolveInner(word.from, 1);
  for (let parent = node.parent; parent !== null; node = parent, parent = parent.parent) {
    if (node.name === 'Pair') {
      const key = node.getChild('Key');
      const name = key === null ? '' : unquote(document.slice(key.from, key.to));
      // The parser can read an open brace as a key.
      if (name !== PLACEHOLDER && /^[\w$-]+$/.test(name)) path.unshift(name);
      if (name === PLACEHOLDER) {
        for (const pair of parent.getChildren('Pair')) {
          const sibling = pair.getChild('Key');
          if (sibling !== null) siblings.push(unquote(document.slice(sibling.from, sibling.to)));
        }
      }
    }
    const isItem = node.name === 'Item' || parent.name === 'FlowSequence';
    if (isItem) path.unshift('[]');
  }
  return { path, wordKind, hasColon, siblings: siblings.filter((name) => name !== PLACEHOLDER) };
}

function unquote(key: string): string {
  return key.replace(/^(["'])(.*)\1$/, '$2');
}
