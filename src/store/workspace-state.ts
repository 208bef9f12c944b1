/** One workspace as the engines of this folder hold it: a shared base and persistent changes. */
import { List, Map as PersistentMap } from 'immutable';

import type { SigningKey } from '../ports/tokens.ts';
import { BoundedMap } from './bounded-map.ts';
import type {
  Base,
  Challenge,
  ClockSetting,
  Fault,
  OneTimePassword,
  Session,
  User,
} from './state.ts';
import type { WorkspaceSettings } from './store.ts';

/** What strangers can fill without signing in, or fill for ever, is bounded. */
const LIMITS = { challenges: 10_000, oneTimePasswords: 10_000, sends: 10_000, sessions: 100_000 };

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
  /** Ids of the newest one-time passwords by identity and by record, oldest first. */
  readonly otpIdsByIdentity: PersistentMap<string, readonly string[]>;
  readonly otpIdsByRecord: PersistentMap<string, readonly string[]>;
  /** Messages sent up to this one no longer show in the inbox. */
  readonly inboxEmptiedAfter: string | null;
  readonly sends: BoundedMap<readonly number[]>;
  readonly sessions: BoundedMap<Session>;
  readonly signingKeys: readonly SigningKey[];
  readonly clock: ClockSetting | null;
  readonly faults: readonly Fault[];
  readonly drawCounts: PersistentMap<string, number>;
}

export interface WorkspaceState {
  readonly settings: WorkspaceSettings;
  readonly base: Base;
  /** Where the clock was told to start; without it, where the base says, else at the wall clock. */
  readonly clockStart: number | undefined;
  /** The clock as it was set when the base was loaded. */
  readonly startClock: ClockSetting;
  /** The instant at which the base was loaded, by the workspace clock. */
  readonly loadedAt: string;
  /** Users of the base with the times that their scenario left out; made when first read. */
  readonly datedUsers: WeakMap<object, User>;
  readonly changes: Changes;
}

const noChanges: Changes = {
  users: PersistentMap(),
  madeUserIds: List(),
  userIdByIdentity: PersistentMap(),
  userIdByTransaction: PersistentMap(),
  lastUserIds: PersistentMap(),
  challenges: BoundedMap.empty(LIMITS.challenges),
  oneTimePasswords: BoundedMap.empty(LIMITS.oneTimePasswords),
  otpIdsByIdentity: PersistentMap(),
  otpIdsByRecord: PersistentMap(),
  inboxEmptiedAfter: null,
  sends: BoundedMap.empty(LIMITS.sends),
  sessions: BoundedMap.empty(LIMITS.sessions),
  signingKeys: [],
  clock: null,
  faults: [],
  drawCounts: PersistentMap(),
};

/** A workspace fresh from its base; `clockStart` in milliseconds. */
export function freshWorkspace(
  settings: WorkspaceSettings,
  base: Base,
  clockStart: number | undefined,
  wallNow: number,
): WorkspaceState {
  const start = clockStart ?? (base.clock === null ? wallNow : Date.parse(base.clock));
  return {
    settings,
    base,
    clockStart,
    startClock: { state: 'running', offset: start - wallNow },
    loadedAt: new Date(start).toISOString(),
    datedUsers: new WeakMap(),
    changes: noChanges,
  };
}

/** The instant that a clock shows, in milliseconds. */
export function instant(clock: ClockSetting, wallNow: number): number {
  return clock.state === 'frozen' ? clock.at : wallNow + clock.offset;
}
