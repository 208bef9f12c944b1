/**
 * The parts of a workspace. This table determines the state in memory, the unit of work, what the engines store
 * (the log and its saved state, in files or rows) and the snapshot document, so a new part needs only an entry here.
 */
import type { SigningKey } from '../ports/tokens.ts';
import {
  challengeDocument,
  createCompositeKey,
  keyDocument,
  createObjectDocument,
  otpDocument,
  sendTimesDocument,
  sessionDocument,
  createValueDocument,
} from './part-document.ts';
import type { Patch } from './engine.ts';
import type { PartRules } from './part-map.ts';
import { definePart, type MapsOf, type ValueOf } from './part-table.ts';
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
export const ONLY_KEY = '';

const findableByTransaction = {
  listKeys: (user: User) => user.transactions.map(({ id }) => id),
};

/** The rules of each part. A part to which clients can add any number of entries drops the oldest beyond its bound. */
export const partRules = {
  /** Users of the base that have changed, by id. */
  users: definePart<User>(findableByTransaction),
  /** Users that were created in the workspace, by id. */
  newUsers: definePart<User>(findableByTransaction),
  /** User ids by identity; '' if the identity was removed from a user of the base. */
  identities: definePart<string>(),
  /** The user who last signed in through a client, by client id. */
  lastUsers: definePart<string>({ document: createObjectDocument() }),
  /** Outstanding challenges, by client id and wallet identity. */
  challenges: definePart<readonly Challenge[]>({
    bound: 10_000,
    rewrite: 'makesNewest',
    document: challengeDocument,
    getExpiry: (challenges) => challenges.at(-1)?.expiresAt ?? 0,
  }),
  oneTimePasswords: definePart<OneTimePassword>({
    bound: 10_000,
    document: otpDocument,
    listKeys: ({ clientId, channel, identity, recordId, destination }) => [
      createCompositeKey('identity', clientId, channel, identity),
      createCompositeKey('record', clientId, channel, recordId),
      createCompositeKey('destination', destination.toLowerCase()),
    ],
  }),
  /** Fixed codes of one-time passwords by identity; `*` for all other identities. */
  fixedCodes: definePart<string>(),
  /** The id of the last cleared message. */
  inboxCleared: definePart<string>({ document: createValueDocument(ONLY_KEY) }),
  /** Instants of sends, by the identity or client that they are counted for. */
  sends: definePart<readonly number[]>({
    bound: 10_000,
    rewrite: 'makesNewest',
    document: sendTimesDocument,
  }),
  sessions: definePart<Session>({
    bound: 100_000,
    rewrite: 'makesNewest',
    document: sessionDocument,
    getExpiry: (session) => session.expiresAt,
  }),
  /** Changes by the control API, by user id; each contains several versions of the user. */
  changeHistories: definePart<ChangeHistory>({ bound: 200, rewrite: 'makesNewest' }),
  /** By algorithm. */
  signingKeys: definePart<SigningKey>({ document: keyDocument }),
  clock: definePart<ClockSetting>(),
  faults: definePart<readonly Fault[]>(),
  chaos: definePart<Chaos>(),
  /** The number of random values that were drawn, by purpose and hash of the subject (`takeDrawNumber`). */
  drawCounts: definePart<number>({ document: createObjectDocument() }),
};

export type PartName = keyof typeof partRules;
export type PartValue<Name extends PartName> = ValueOf<(typeof partRules)[Name]>;

export type PartMaps = MapsOf<typeof partRules>;

const documents = Object.entries<PartRules<unknown>>(partRules).flatMap(([name, { document }]) =>
  document === undefined ? [] : [[name, document] as const],
);

/** Returns the patches of the parts that a snapshot document includes. */
export function listDocumentPatches(patches: Iterable<Patch>): readonly Patch[] {
  const included = new Set(documents.map(([name]) => name));
  return Array.from(patches).filter(({ part }) => included.has(part));
}

/** Returns the members of a snapshot document for patches. */
export function toDocumentMembers(patches: readonly Patch[]): Readonly<Record<string, unknown>> {
  const members = documents.map(([name, { write }]) => {
    const entries = patches.filter(({ part }) => part === name);
    return [name, write(entries.map(({ key, value }) => [key, value]))] as const;
  });
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** Returns the patches for the members of a snapshot document. */
export function fromDocumentMembers(members: Readonly<Record<string, unknown>>): readonly Patch[] {
  return documents.flatMap(([part, { read }]) =>
    read(members[part]).map(([key, value]) => ({ part, key, value })),
  );
}
