/** The messages of a client, by key, wherever its file has them. */
import { pointerTo } from '../documents/pointer.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { isJsonObject } from '../documents/json-object.ts';
import { TimeSlices } from '../ports/time-slices.ts';

/** A value at the end of the keys. */
export interface Entry {
  /** The keys that lead to it, with dots between them: `flags.K1001.title`. */
  readonly key: string;
  readonly value: unknown;
  readonly pointer: string;
}

/** The first of the keys that lead to an entry: `K1001` of `K1001.title`. */
export function nameOf({ key }: Entry): string {
  return key.replace(/\..*/, '');
}

/** The entries under one prefix, their keys without it. */
export interface MessageMap {
  readonly entries: readonly Entry[];
  /** The place of the map: that of findings about missing messages. */
  readonly pointer: string;
}

/** How many entries are searched for a prefix. */
const MAX_ENTRIES = 1000;

/** How much of a name counts: no code is longer. */
const LONGEST_NAME = 200;

/** The default place of messages in the expectations of a user (`messageKey`). */
const USUAL_PREFIX = 'flags.';

/**
 * Finds the messages in a document with nested or flat keys.
 *
 * @param keyPrefix the prefix of the codes: `errors.flags`, `flag_`. Default: `flags` if there is such a
 * key, else none
 */
export async function messageMap(
  { value }: SourceDocument,
  keyPrefix: string | undefined,
): Promise<MessageMap> {
  const slices = new TimeSlices();
  const all: Entry[] = [];
  for (const entry of entriesOf(value, '', '')) {
    all.push(entry);
    if (slices.isOver) await slices.next();
  }
  const prefix = keyPrefix === undefined ? usualPrefix(all) : withDot(keyPrefix);
  const entries: Entry[] = [];
  for (const entry of all) {
    const { key } = entry;
    if (key.startsWith(prefix)) entries.push({ ...entry, key: key.slice(prefix.length) });
    if (slices.isOver) await slices.next();
  }
  return { entries, pointer: pointerOf(value, prefix.replace(/\.$/, '')) };
}

/**
 * The prefix behind which a document has one of these codes, if it has among its first entries; no dot at
 * its end.
 */
export async function prefixOfCodes(
  { value }: SourceDocument,
  codes: readonly string[],
): Promise<string | undefined> {
  const slices = new TimeSlices();
  let looked = 0;
  for (const { key } of entriesOf(value, '', '')) {
    looked += 1;
    if (looked > MAX_ENTRIES) break;
    if (slices.isOver) await slices.next();
    for (const code of codes) {
      const [before, afterNumber] = key.split(code, 2);
      const isCode =
        before !== undefined && afterNumber !== undefined && /^(\.|$)/.test(afterNumber);
      if (isCode && /[^A-Za-z0-9]$/.test(before)) return before.replace(/\.$/, '');
    }
  }
  return undefined;
}

function* entriesOf(value: unknown, key: string, pointer: string): Generator<Entry> {
  if (!isJsonObject(value)) {
    // A document that is no map at all has no entries.
    if (key !== '') yield { key, value, pointer };
    return;
  }
  for (const [name, child] of Object.entries(value)) {
    if (isRemark(name)) continue;
    const short = name.slice(0, LONGEST_NAME);
    yield* entriesOf(child, key === '' ? short : `${key}.${short}`, pointer + pointerTo(name));
  }
}

/** `$schema` is for editors, `@K1001` for translators (Application Resource Bundle). */
function isRemark(name: string): boolean {
  return name.startsWith('$') || name.startsWith('@');
}

function usualPrefix(entries: readonly Entry[]): string {
  return entries.some(({ key }) => key.startsWith(USUAL_PREFIX)) ? USUAL_PREFIX : '';
}

function withDot(prefix: string): string {
  return /[A-Za-z0-9]$/.test(prefix) ? `${prefix}.` : prefix;
}

/** Where the map at a key is that is nested; else the document, since its keys are flat. */
function pointerOf(document: unknown, key: string): string {
  let pointer = '';
  let value = document;
  for (const name of key.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return '';
    value = value[name];
    pointer += pointerTo(name);
  }
  return isJsonObject(value) ? pointer : '';
}
