/**
 * The parts of a workspace. The state, the unit of work, the log, its snapshots, files, rows and the
 * snapshot document derive from this table: a new part is one entry here.
 */
import type { SigningKey } from '../ports/tokens.ts';
import {
  challengeDocument,
  compositeKey,
  keyDocument,
  objectOf,
  passwordDocument,
  sendDocument,
  sessionDocument,
  valueOf,
} from './part-document.ts';
import type { Patch } from './engine.ts';
import type { PartRules } from './part-map.ts';
import { part } from './part-table.ts';
import type { MapsOf, ValueOf } from './part-table.ts';
import type {
  Challenge,
  ChangeHistory,
  ClockSetting,
  OneTimePassword,
  Session,
  User,
} from '../domain/records.ts';
import type { Chaos } from './chaos-setting.ts';
import type { Fault } from '../contract/control-types.ts';

/** The key of parts with one entry. */
export const ONLY = '';

const transactionIds = {
  keysOf: (user: User) => user.transactions.map(({ id }) => id),
};

/** Parts that clients can fill without signing in, or forever, are bounded. */
export const parts = {
  /** Users of the base that have changed, by id. */
  users: part<User>(transactionIds),
  /** Users that were created in the workspace, by id. */
  newUsers: part<User>(transactionIds),
  /** User ids by identity; empty if an identity of the base has no user any more. */
  identities: part<string>(),
  /** The user who last signed in through a client, by client id. */
  lastUsers: part<string>({ document: objectOf() }),
  /** Outstanding challenges, by client id and wallet identity. */
  challenges: part<readonly Challenge[]>({
    bound: 10_000,
    rewritten: 'newest',
    document: challengeDocument,
    expiresAt: (slot) => slot.at(-1)?.expiresAt ?? 0,
  }),
  oneTimePasswords: part<OneTimePassword>({
    bound: 10_000,
    document: passwordDocument,
    keysOf: ({ clientId, channel, identity, recordId, destination }) => [
      compositeKey('identity', clientId, channel, identity),
      compositeKey('record', clientId, channel, recordId),
      compositeKey('destination', destination.toLowerCase()),
    ],
  }),
  /** Fixed codes of one-time passwords by identity; `*` for all others. */
  fixedCodes: part<string>(),
  /** The id of the last cleared message. */
  inboxCleared: part<string>({ document: valueOf(ONLY) }),
  /** Instants of sends, by the identity or client that they are counted for. */
  sends: part<readonly number[]>({ bound: 10_000, rewritten: 'newest', document: sendDocument }),
  sessions: part<Session>({
    bound: 100_000,
    rewritten: 'newest',
    document: sessionDocument,
    expiresAt: (session) => session.expiresAt,
  }),
  /** Changes by the control API, by user id; each contains several versions of the user. */
  changeHistories: part<ChangeHistory>({ bound: 200, rewritten: 'newest' }),
  /** By algorithm. */
  signingKeys: part<SigningKey>({ document: keyDocument }),
  clock: part<ClockSetting>(),
  faults: part<readonly Fault[]>(),
  chaos: part<Chaos>(),
  /** The number of draws, by purpose and bucket of the subject. */
  drawCounts: part<number>({ document: objectOf() }),
};

export type PartName = keyof typeof parts;
export type PartValue<Name extends PartName> = ValueOf<(typeof parts)[Name]>;

export type PartMaps = MapsOf<typeof parts>;

const documents = Object.entries<PartRules<unknown>>(parts).flatMap(([name, { document }]) =>
  document === undefined ? [] : [[name, document] as const],
);

/** Returns the entries that a snapshot document includes. */
export function documentPatches(patches: Iterable<Patch>): readonly Patch[] {
  const included = new Set(documents.map(([name]) => name));
  return Array.from(patches).filter(({ part }) => included.has(part));
}

/** Returns the members of a snapshot document, by the name of their part. */
export function writeParts(patches: readonly Patch[]): Readonly<Record<string, unknown>> {
  const members = documents.map(([name, { write }]) => {
    const entries = patches.filter(({ part }) => part === name);
    return [name, write(entries.map(({ key, value }) => [key, value]))] as const;
  });
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** @param members as the schema of scenarios has them */
export function readParts(members: Readonly<Record<string, unknown>>): readonly Patch[] {
  return documents.flatMap(([part, { read }]) =>
    read(members[part]).map(([key, value]) => ({ part, key, value })),
  );
}
