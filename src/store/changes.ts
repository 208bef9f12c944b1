/** What has happened in a workspace since its base was loaded. */
import { List, Map as PersistentMap } from 'immutable';

import type { SigningKey } from '../ports/tokens.ts';
import { BoundedMap } from './bounded-map.ts';
import { noPasswordIds } from './password-ids.ts';
import type { PasswordIds } from './password-ids.ts';
import type {
  Challenge,
  ChangeHistory,
  Chaos,
  ClockSetting,
  Fault,
  OneTimePassword,
  Session,
  User,
} from './state.ts';

/** What strangers can fill without signing in, or fill for ever, is bounded. */
const LIMITS = {
  challenges: 10_000,
  oneTimePasswords: 10_000,
  sends: 10_000,
  sessions: 100_000,
  /** Of users: each is in it many times over. */
  changeHistories: 200,
};

export interface Changes {
  readonly users: PersistentMap<string, User>;
  /** Ids of the users that the base does not have, in the order in which they were made. */
  readonly madeUserIds: List<string>;
  /** Null where an identity of the base has lost its user. */
  readonly userIdByIdentity: PersistentMap<string, string | null>;
  readonly userIdByTransaction: PersistentMap<string, string>;
  readonly lastUserIds: PersistentMap<string, string>;
  readonly challenges: BoundedMap<readonly Challenge[]>;
  readonly oneTimePasswords: BoundedMap<OneTimePassword>;
  readonly passwordIds: PasswordIds;
  /** Messages sent up to this one no longer show in the inbox. */
  readonly inboxEmptiedAfter: string | null;
  readonly sends: BoundedMap<readonly number[]>;
  readonly sessions: BoundedMap<Session>;
  /** By the id of the user, the one that was changed last at the end. */
  readonly changeHistories: BoundedMap<ChangeHistory>;
  readonly signingKeys: readonly SigningKey[];
  readonly clock: ClockSetting | null;
  readonly faults: readonly Fault[];
  /** Null where nobody has set another than that of the start. */
  readonly chaos: Chaos | null;
  readonly drawCounts: PersistentMap<string, number>;
}

/** The parts that have entries, each under a key. */
export type KeyedPart = {
  [Part in keyof Changes]: Part extends 'passwordIds' | 'userIdByTransaction'
    ? never
    : Changes[Part] extends PersistentMap<string, unknown> | BoundedMap<unknown>
      ? Part
      : never;
}[keyof Changes];

export const noChanges: Changes = {
  users: PersistentMap(),
  madeUserIds: List(),
  userIdByIdentity: PersistentMap(),
  userIdByTransaction: PersistentMap(),
  lastUserIds: PersistentMap(),
  challenges: BoundedMap.empty(LIMITS.challenges),
  oneTimePasswords: BoundedMap.empty(LIMITS.oneTimePasswords),
  passwordIds: noPasswordIds,
  inboxEmptiedAfter: null,
  sends: BoundedMap.empty(LIMITS.sends),
  sessions: BoundedMap.empty(LIMITS.sessions),
  changeHistories: BoundedMap.empty(LIMITS.changeHistories),
  signingKeys: [],
  clock: null,
  faults: [],
  chaos: null,
  drawCounts: PersistentMap(),
};
