/** The changes of a workspace as rows, an entry each, and back. */
import { createHash } from 'node:crypto';

import type { BoundedMap } from '../bounded-map.ts';
import type { Changes, KeyedPart } from '../changes.ts';
import { withoutPassword, withPassword } from '../password-ids.ts';
import type { Base, OneTimePassword, User } from '../state.ts';

/** Entries that units of work have written. */
export type Touched = ReadonlyMap<KeyedPart, ReadonlySet<string>>;

/** What is told by other parts, and so is in no row. */
type Derived = 'madeUserIds' | 'userIdByTransaction' | 'passwordIds';
/** What is one value. */
type WholePart = Exclude<keyof Changes, KeyedPart | Derived>;
type BoundedPart = {
  [Part in KeyedPart]: Changes[Part] extends BoundedMap<unknown> ? Part : never;
}[KeyedPart];
type OpenPart = Exclude<KeyedPart, BoundedPart>;

/** An entry as it is written. */
export interface ChangeRow {
  readonly part: KeyedPart | WholePart;
  readonly key: string;
  /** Undefined where the entry is gone. */
  readonly value: unknown;
  readonly place: number | null;
  readonly lasting: boolean;
}

/** The same as it is read; what is gone is null, and so is a whole part that is null. */
export interface ReadRow {
  readonly part: string;
  readonly key: string;
  readonly value: unknown;
  readonly place: number | null;
}

// A part that is added to the changes does not compile until it is in one of these.
const WHOLE: { readonly [Part in WholePart]: true } = {
  inboxEmptiedAfter: true,
  signingKeys: true,
  clock: true,
  faults: true,
  chaos: true,
};
const BOUNDED: { readonly [Part in BoundedPart]: true } = {
  challenges: true,
  oneTimePasswords: true,
  sends: true,
  sessions: true,
  changeHistories: true,
};
const OPEN: { readonly [Part in OpenPart]: true } = {
  users: true,
  userIdByIdentity: true,
  lastUserIds: true,
  drawCounts: true,
};

/**
 * The rows that lead from one state to another.
 *
 * @param touched what the units of work between them have written
 * @param initial the changes that the base starts with
 */
export function rowsBetween(
  before: Changes,
  after: Changes,
  { touched, initial }: { readonly touched: Touched; readonly initial: Changes },
): ChangeRow[] {
  const rows: ChangeRow[] = [];
  const madePlaces = new Map(
    after.madeUserIds
      .slice(before.madeUserIds.size)
      .map((id, index) => [id, before.madeUserIds.size + index]),
  );
  for (const part of partsOf(WHOLE)) {
    if (before[part] === after[part]) continue;
    rows.push({ part, key: '', value: [after[part]], place: null, lasting: false });
  }
  for (const part of partsOf(OPEN)) {
    for (const key of touched.get(part) ?? []) {
      const value = [after[part].get(key)];
      // Users that are made stand in order; one that is only changed keeps its place.
      const place = part === 'users' ? (madePlaces.get(key) ?? null) : null;
      rows.push({ part, key, value, place, lasting: false });
    }
  }
  for (const part of partsOf(BOUNDED)) {
    const evicted = before[part].keysBefore(after[part].oldestPlace);
    for (const key of new Set([...(touched.get(part) ?? []), ...evicted])) {
      const place = after[part].placeOf(key);
      if (place === undefined && before[part].placeOf(key) === undefined) continue;
      const value = place === undefined ? undefined : [after[part].get(key)];
      const lasting = initial[part].placeOf(key) !== undefined;
      rows.push({ part, key, value, place: place ?? null, lasting });
    }
  }
  return rows;
}

/**
 * The changes with rows that others have written, or that were read anew.
 *
 * @param rows those with a place in the order of their places
 */
export function withRows(before: Changes, rows: readonly ReadRow[], base: Base): Changes {
  const after: Mutable<Changes> = {
    ...before,
    users: before.users.asMutable(),
    madeUserIds: before.madeUserIds.asMutable(),
    userIdByIdentity: before.userIdByIdentity.asMutable(),
    userIdByTransaction: before.userIdByTransaction.asMutable(),
    drawCounts: before.drawCounts.asMutable(),
  };
  for (const row of rows) apply(row, after, base);
  return {
    ...after,
    users: after.users.asImmutable(),
    madeUserIds: after.madeUserIds.asImmutable(),
    userIdByIdentity: after.userIdByIdentity.asImmutable(),
    userIdByTransaction: after.userIdByTransaction.asImmutable(),
    drawCounts: after.drawCounts.asImmutable(),
  };
}

type Mutable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

function apply(row: ReadRow, changes: Mutable<Changes>, base: Base): void {
  const { part } = row;
  if (part === 'users') {
    applyUser(row, changes, base);
  } else if (part === 'oneTimePasswords') {
    applyPassword(row, changes);
  } else if (isOf(BOUNDED, part)) {
    changes[part] = placed<unknown>(changes[part], row) as never;
  } else if (isOf(OPEN, part)) {
    changes[part] = changes[part].set(row.key, valueOf(row)) as never;
  } else if (isOf(WHOLE, part)) {
    changes[part] = valueOf(row);
  }
}

function applyUser(row: ReadRow, changes: Mutable<Changes>, base: Base): void {
  const user = valueOf<User>(row);
  if (!base.users.has(user.id) && !changes.users.has(user.id)) {
    changes.madeUserIds = changes.madeUserIds.push(user.id);
  }
  changes.users = changes.users.set(user.id, user);
  for (const { id } of user.transactions) {
    changes.userIdByTransaction = changes.userIdByTransaction.set(id, user.id);
  }
}

function applyPassword(row: ReadRow, changes: Mutable<Changes>): void {
  const known = changes.oneTimePasswords.get(row.key);
  changes.oneTimePasswords = placed(changes.oneTimePasswords, row);
  if (row.value === null) {
    if (known !== undefined) changes.passwordIds = withoutPassword(changes.passwordIds, known);
  } else if (known === undefined) {
    changes.passwordIds = withPassword(changes.passwordIds, valueOf<OneTimePassword>(row));
  }
}

function placed<Value>(map: BoundedMap<Value>, row: ReadRow): BoundedMap<Value> {
  return row.value === null || row.place === null
    ? map.delete(row.key)
    : map.at(row.key, valueOf<Value>(row), row.place);
}

/** Names a key of any length in as many bytes as an index takes; no two texts are the same. */
export function digestOf(key: string): Buffer {
  // UTF-8 would write all lone surrogates alike.
  return createHash('sha256').update(Buffer.from(key, 'utf16le')).digest();
}

/** The rows are ours: what was written is what comes back. */
function valueOf<Value>({ value }: ReadRow): Value {
  return (value as readonly [Value])[0];
}

function isOf<Part extends string>(
  parts: Readonly<Record<Part, true>>,
  part: string,
): part is Part {
  return Object.hasOwn(parts, part);
}

function partsOf<Part extends string>(parts: Readonly<Record<Part, true>>): Part[] {
  return Object.keys(parts) as Part[];
}
