/** Whether a client has a text for each flag: "Each flag must be mapped to its required error message" (§7.1). */
import { nearestTo } from '../did-you-mean.ts';
import type { FlagCategory } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Finding } from '../documents/finding.ts';
import { placed, type SourceDocument } from '../documents/source-document.ts';
import { FALLBACK_FOR_ALL, isFallbackFor } from './fallback.ts';
import { nameOf, type Entry, type MessageMap } from './message-map.ts';

/** A finding about a map of messages. */
export interface MessageFinding extends Finding {
  /** The flag that it is about, if it is about one. */
  readonly flag?: string;
}

/**
 * Compares a map of messages with the catalogue of a dialect. A message is a text, or a map of texts
 * such as a title and a body.
 *
 * @returns with their places: errors for flags without a text, warnings for the rest
 */
export function checkMessages(
  map: MessageMap,
  document: SourceDocument,
  dialect: Dialect,
): MessageFinding[] {
  const { catalogue } = dialect.flags;
  const codes = catalogue.map(({ code }) => code);
  const categories = new Set(catalogue.flatMap(({ category }) => category ?? []));
  const unclaimed = new Set(map.entries);
  const take = (isMine: (entry: Entry) => boolean): Entry[] => {
    const mine = [...unclaimed].filter(isMine);
    for (const entry of mine) unclaimed.delete(entry);
    return mine;
  };

  const findings: MessageFinding[] = [];
  for (const code of codes.toSorted(longestFirst)) {
    const entries = take(({ key }) => key === code || key.startsWith(`${code}.`));
    if (entries.length === 0) findings.push(missing(code, map.pointer));
    findings.push(...entries.flatMap((entry) => textFindings(entry, code)));
  }
  const forAll = take((entry) => nameOf(entry) === FALLBACK_FOR_ALL);
  findings.push(...forAll.flatMap((entry) => textFindings(entry)));
  for (const category of categories) {
    const entries = take((entry) => isFallbackFor(category, nameOf(entry), dialect));
    findings.push(...entries.flatMap((entry) => textFindings(entry)));
    if (entries.length === 0 && forAll.length === 0) {
      findings.push(withoutFallback(category, map.pointer));
    }
  }
  findings.push(...unknown([...unclaimed], [...codes, ...categories]));
  return placed(findings, document);
}

/** The catalogue may have both `K1` and `K1.a`: what begins with the longer code is of that one. */
function longestFirst(one: string, other: string): number {
  return other.length - one.length;
}

/** §7.1 */
function missing(flag: string, pointer: string): MessageFinding {
  return {
    rule: 'missing-message',
    clause: '7.1',
    severity: 'error',
    message: `There is no message for the flag ${flag}.`,
    hint: `Add a text with the key ${flag}.`,
    pointer,
    flag,
  };
}

/** §7.1: a message that says nothing is none. */
function textFindings({ key, value, pointer }: Entry, flag?: string): MessageFinding[] {
  if (typeof value === 'string' && value.trim() !== '') return [];
  const about = flag === undefined ? {} : { flag };
  const isEmpty = value === null || value === undefined || typeof value === 'string';
  return [
    {
      rule: isEmpty ? 'empty-message' : 'message-not-text',
      clause: '7.1',
      severity: 'error',
      message: isEmpty ? `The text of ${key} is empty.` : `${key} is not a text.`,
      hint: isEmpty ? 'Say what the user has to know.' : 'Put a text here, in quotes.',
      pointer,
      ...about,
    },
  ];
}

/** §2.7: the catalogue is not shown, so a flag may come that the client has never heard of. */
function withoutFallback(category: FlagCategory, pointer: string): MessageFinding {
  return {
    rule: 'category-without-fallback',
    clause: '2.7',
    severity: 'warning',
    message: `A flag of the category ${category} that is not in this file has no message.`,
    hint: `Add a text with the key "${category}" for such flags, or "${FALLBACK_FOR_ALL}" for those of all categories.`,
    pointer,
  };
}

/** §2.7: one finding for each key, however many texts are under it. */
function unknown(entries: readonly Entry[], known: readonly string[]): MessageFinding[] {
  const byName = new Map(entries.map((entry) => [nameOf(entry), entry]));
  return [...byName].map(([name, { pointer }]) => {
    const nearest = nearestTo(name, known);
    return {
      rule: 'unknown-flag',
      clause: '2.7',
      severity: 'warning',
      message: `The catalogue has no flag "${name}".`,
      hint:
        nearest === undefined
          ? 'Take it away, or give the dialect that has it (--dialect).'
          : `Did you mean ${nearest}?`,
      pointer,
    };
  });
}
