/** Looks for things in a user read whose names are not shown (§2.7, §4.8). */
import { fieldsOrNull, type Fields } from './fields.ts';

export interface Leaf {
  /** Names and places from the outside in. */
  readonly path: string;
  readonly value: unknown;
}

/** Every value that is neither object nor list. */
export function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, `${path}/${name}`));
}

/** Every object, from the outside in, with the name that it stands under. */
export function objectsOf(value: unknown, name = ''): { name: string; fields: Fields }[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = fieldsOrNull(value);
  const inside = Object.entries(value).flatMap(([inner, part]) =>
    objectsOf(part, fields === null ? name : inner),
  );
  return fields === null ? inside : [{ name, fields }, ...inside];
}

/** Whether a word stands somewhere, as a value or as a name. */
export function holdsWord(value: unknown, word: string): boolean {
  return (
    leavesOf(value).some((leaf) => leaf.value === word) ||
    objectsOf(value).some(({ fields }) => Object.hasOwn(fields, word))
  );
}

/** Whether a text stands somewhere in any case, be it in the middle of another. */
export function mentions({ text }: { readonly text: string }, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase());
}

/** Where an email address stands, in any case. */
export function placeOfEmail(value: unknown, emailAddress: string): string | null {
  const sought = emailAddress.toLowerCase();
  return placeOf(value, (text) => text.trim().toLowerCase() === sought);
}

/** Where a phone number stands, with separators or without. */
export function placeOfPhone(value: unknown, phoneNumber: string): string | null {
  const sought = phoneNumber.replaceAll(/\D/g, '');
  return placeOf(value, (text) => text.replaceAll(/\D/g, '') === sought);
}

function placeOf(value: unknown, matches: (text: string) => boolean): string | null {
  const leaf = leavesOf(value).find(({ value: text }) => typeof text === 'string' && matches(text));
  return leaf?.path ?? null;
}
