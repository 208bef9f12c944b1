import { parsePointer, toPointer } from '../documents/pointer.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { isJsonObject } from '../documents/json-object.ts';
import { TimeSlices } from '../ports/time-slices.ts';

export interface Entry {
  /** The keys that lead to the value, joined with dots: `flags.K1001.title`. */
  readonly key: string;
  readonly value: unknown;
  readonly pointer: string;
}

/** Returns the first key of an entry: `K1001` of `K1001.title`. */
export function getFirstKey({ key }: Entry): string {
  return key.replace(/\..*/, '');
}

/**
 * Returns the pointer of the first key: `/flags/K1001` for `/flags/K1001/title`. If keys are flat, returns the
 * pointer of the entry.
 */
export function getFirstKeyPointer(entry: Entry, prefix: string): string {
  const { length: keyLength } = prefix + getFirstKey(entry);
  const names: string[] = [];
  for (const name of parsePointer(entry.pointer)) {
    names.push(name);
    if (joinNames(names).length >= keyLength) break;
  }
  return toPointer(...names);
}

function joinNames(names: readonly string[]): string {
  return names.map((name) => name.slice(0, MAX_NAME_LENGTH)).join('.');
}

/** The messages of a document: the entries whose keys start with the prefix. */
export interface MessageMap {
  /** The keys omit the prefix. */
  readonly entries: readonly Entry[];
  /** The prefix: `flags.`, or an empty text. */
  readonly prefix: string;
  /** The place of the map, which findings about missing messages refer to. */
  readonly pointer: string;
}

/** The maximum number of entries that are searched for a prefix. */
const MAX_SEARCHED_ENTRIES = 1000;

/** Maximum length of a name. Further characters are ignored, because codes are shorter. */
const MAX_NAME_LENGTH = 200;

/** The prefix of `messageKey` in the expectations of a user. */
const DEFAULT_PREFIX = 'flags.';

/**
 * Finds the messages in a document with nested or flat keys.
 *
 * @param keyPrefix the prefix of the codes: `errors.flags`, `flag_`. Default: `flags` if the document has a
 * map `flags` or keys that start with `flags.`, else no prefix
 */
export async function readMessageMap(
  { value }: SourceDocument,
  keyPrefix: string | undefined,
): Promise<MessageMap> {
  const slices = new TimeSlices();
  const allEntries: Entry[] = [];
  for (const entry of listEntries(value, '', '')) {
    allEntries.push(entry);
    if (slices.isUsedUp) await slices.yieldToEvents();
  }
  const prefix = findPrefix(keyPrefix, value, allEntries);
  const entries: Entry[] = [];
  for (const entry of allEntries) {
    const { key } = entry;
    if (key.startsWith(prefix)) entries.push({ ...entry, key: key.slice(prefix.length) });
    if (slices.isUsedUp) await slices.yieldToEvents();
  }
  return { entries, prefix, pointer: findPointer(value, prefix.replace(/\.$/, '')) };
}

/** Searches the first entries for a flag code in a key. Returns the text before the code: `errors.flags`. */
export async function findCodePrefix(
  { value }: SourceDocument,
  codes: readonly string[],
): Promise<string | undefined> {
  const slices = new TimeSlices();
  let searched = 0;
  for (const { key } of listEntries(value, '', '')) {
    searched += 1;
    if (searched > MAX_SEARCHED_ENTRIES) break;
    if (slices.isUsedUp) await slices.yieldToEvents();
    for (const code of codes) {
      const [prefix = '', textAfterCode] = key.split(code, 2);
      const isCode = textAfterCode !== undefined && /^(\.|$)/.test(textAfterCode);
      if (isCode && /[^A-Za-z0-9]$/.test(prefix)) return prefix.replace(/\.$/, '');
    }
  }
  return undefined;
}

function* listEntries(value: unknown, key: string, pointer: string): Generator<Entry> {
  if (!isJsonObject(value)) {
    // A document that is not a map has no entries.
    if (key !== '') yield { key, value, pointer };
    return;
  }
  for (const [name, child] of Object.entries(value)) {
    // `$schema` is for editors, `@K1001` for translators (Application Resource Bundle).
    if (/^[$@]/.test(name)) continue;
    const shortName = name.slice(0, MAX_NAME_LENGTH);
    const childKey = key === '' ? shortName : `${key}.${shortName}`;
    yield* listEntries(child, childKey, pointer + toPointer(name));
  }
}

function findPrefix(
  keyPrefix: string | undefined,
  document: unknown,
  entries: readonly Entry[],
): string {
  // Adds a dot, unless the prefix ends with a separator, such as `flag_`.
  if (keyPrefix !== undefined) return keyPrefix.replace(/[A-Za-z0-9]$/, '$&.');
  // Also true for an empty map, which has no entries.
  const hasMap = findPointer(document, 'flags') !== '';
  return hasMap || entries.some(({ key }) => key.startsWith(DEFAULT_PREFIX)) ? DEFAULT_PREFIX : '';
}

/** Returns the pointer of a nested map; the pointer of the document if its keys are flat. */
function findPointer(document: unknown, key: string): string {
  let pointer = '';
  let value = document;
  for (const name of key.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return '';
    value = value[name];
    pointer += toPointer(name);
  }
  return isJsonObject(value) ? pointer : '';
}
