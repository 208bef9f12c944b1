/**
 * The parts of a workspace. The state, the unit of work, the log, its snapshots, files, rows and the
 * snapshot document derive from this table: a new part is one entry here.
 */
import type { SigningKey } from '../ports/tokens.ts';
import { compositeKey } from './composite-key.ts';
import {
  challengeDocument,
  keyDocument,
  objectOf,
  passwordDocument,
  sendDocument,
  sessionDocument,
  valueOf,
} from './part-document.ts';
import type { PartEntry } from './part-document.ts';
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
import type { Fault } from '../contract/control-words.ts';

/** Of parts with one entry: its key. */
export const ONLY = '';

/** The keys that one-time passwords are found by. */
export const passwordKeys = {
  identity: (clientId: string, channel: string, identity: string) =>
    compositeKey('identity', clientId, channel, identity),
  record: (clientId: string, channel: string, recordId: string) =>
    compositeKey('record', clientId, channel, recordId),
  destination: (destination: string) => compositeKey('destination', destination.toLowerCase()),
};

const transactionIds = {
  keysOf: (user: User) => user.transactions.map(({ id }) => id),
};

/** Parts that clients can fill without signing in, or for ever, are bounded. */
export const parts = {
  /** Users of the base that have changed, by id. */
  users: part<User>(transactionIds),
  /** Users that were created in the workspace, by id. */
  newUsers: part<User>(transactionIds),
  /** User ids by identity; empty where an identity of the base has lost its user. */
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
      passwordKeys.identity(clientId, channel, identity),
      passwordKeys.record(clientId, channel, recordId),
      passwordKeys.destination(destination),
    ],
  }),
  /** Codes of one-time passwords that are known in advance, by identity; `*` is for every other one. */
  fixedCodes: part<string>(),
  /** The id of the last message that the inbox does not show. */
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
  /** How often was drawn, by purpose and bucket of the subject. */
  drawCounts: part<number>({ document: objectOf() }),
};

export type PartName = keyof typeof parts;
export type PartValue<Name extends PartName> = ValueOf<(typeof parts)[Name]>;

/** The entries of all parts. */
export type PartMaps = MapsOf<typeof parts>;

/** The entries of the parts that a snapshot document includes, oldest first. */
export type RuntimeParts = {
  readonly [Name in PartName]?: readonly PartEntry<PartValue<Name>>[];
};
