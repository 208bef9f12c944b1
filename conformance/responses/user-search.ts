/** Finds values in the response of a user read; the interface does not define its field names (§2.7, §4.8). */
import { toFields, type Fields } from './fields.ts';

export interface Leaf {
  /** Field names and indexes from the root, separated by `/`. */
  readonly path: string;
  readonly value: unknown;
}

/** Returns every value that is neither an object nor a list. */
export function listLeaves(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([name, part]) => listLeaves(part, `${path}/${name}`));
}

/** Returns every object, outermost first, with its field name; an object in a list has the name of the list. */
export function listObjects(value: unknown, name = ''): { name: string; fields: Fields }[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = toFields(value);
  const nestedObjects = Object.entries(value).flatMap(([fieldName, part]) =>
    listObjects(part, fields === null ? name : fieldName),
  );
  return fields === null ? nestedObjects : [{ name, fields }, ...nestedObjects];
}

/** Returns whether a value or a field name, at any depth, equals the text. */
export function hasValueOrName(value: unknown, text: string): boolean {
  if (listLeaves(value).some((leaf) => leaf.value === text)) return true;
  return listObjects(value).some(({ fields }) => Object.hasOwn(fields, text));
}

export function containsText({ text }: { readonly text: string }, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase());
}

export function findEmailPath(value: unknown, emailAddress: string): string | null {
  const normalized = emailAddress.toLowerCase();
  return findPath(value, (text) => text.trim().toLowerCase() === normalized);
}

/** Returns the path of a phone number, with or without separators. */
export function findPhonePath(value: unknown, phoneNumber: string): string | null {
  const normalized = phoneNumber.replaceAll(/\D/g, '');
  return findPath(value, (text) => text.replaceAll(/\D/g, '') === normalized);
}

function findPath(value: unknown, matches: (text: string) => boolean): string | null {
  const leaf = listLeaves(value).find(
    ({ value: text }) => typeof text === 'string' && matches(text),
  );
  return leaf?.path ?? null;
}
