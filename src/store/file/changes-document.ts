/** A workspace as a file has it, and back. Its base and its dialect are files of their own. */
import { List, Map as PersistentMap } from 'immutable';

import { dialectHash } from '../../contract/validators/dialect-hash.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { BoundedMap } from '../bounded-map.ts';
import { noChanges } from '../changes.ts';
import type { Changes } from '../changes.ts';
import { withPassword } from '../password-ids.ts';
import type {
  Base,
  Challenge,
  ChangeHistory,
  Chaos,
  ClockSetting,
  Fault,
  OneTimePassword,
  Session,
  User,
} from '../state.ts';
import type { SigningKey } from '../../ports/tokens.ts';
import type { WorkspaceState } from '../workspace-state.ts';

type Entry<Value> = readonly [string, Value];

/** What can be worked out of the rest is not there. Lists are oldest first where that matters. */
interface StoredWorkspace {
  readonly name: string;
  readonly incarnation: number;
  readonly seed: number;
  /** Hashes, which name the files. */
  readonly dialect: string;
  readonly base: string;
  readonly clockStart: number | null;
  readonly startClock: ClockSetting;
  readonly startChaos: Chaos;
  readonly loadedAt: string;
  readonly chaos: Chaos | null;
  readonly clock: ClockSetting | null;
  readonly inboxEmptiedAfter: string | null;
  readonly users: readonly User[];
  readonly madeUserIds: readonly string[];
  readonly identities: readonly Entry<string | null>[];
  readonly lastUserIds: readonly Entry<string>[];
  readonly challenges: readonly Entry<readonly Challenge[]>[];
  readonly oneTimePasswords: readonly OneTimePassword[];
  readonly sends: readonly Entry<readonly number[]>[];
  readonly sessions: readonly Session[];
  /** Missing in a file of before there was such a thing. */
  readonly changeHistories?: readonly Entry<ChangeHistory>[];
  readonly signingKeys: readonly SigningKey[];
  readonly faults: readonly Fault[];
  readonly drawCounts: readonly Entry<number>[];
}

/** What a workspace needs beside its own file. */
export interface SharedParts {
  readonly dialect: Dialect;
  readonly base: Base;
}

/** What is written record by record. */
type Spelled = 'users' | 'challenges' | 'oneTimePasswords' | 'sessions' | 'changeHistories';

/** Records never change, and all but a few are as they were in the text before. */
const recordTexts = new WeakMap<object, string>();

export function workspaceText({
  incarnation,
  settings: { name, seed, dialect },
  base,
  clockStart,
  startClock,
  startChaos,
  loadedAt,
  changes,
}: WorkspaceState): string {
  const head: Omit<StoredWorkspace, Spelled> = {
    name,
    incarnation,
    seed,
    dialect: dialectHash(dialect),
    base: base.hash,
    clockStart: clockStart ?? null,
    startClock,
    startChaos,
    loadedAt,
    chaos: changes.chaos,
    clock: changes.clock,
    inboxEmptiedAfter: changes.inboxEmptiedAfter,
    madeUserIds: changes.madeUserIds.toArray(),
    identities: [...changes.userIdByIdentity],
    lastUserIds: [...changes.lastUserIds],
    sends: [...changes.sends.entries()],
    signingKeys: changes.signingKeys,
    faults: changes.faults,
    drawCounts: [...changes.drawCounts],
  };
  return [
    JSON.stringify(head).slice(0, -1),
    `,"users":[${recordsText(changes.users.values())}]`,
    `,"challenges":[${entriesText(changes.challenges)}]`,
    `,"changeHistories":[${entriesText(changes.changeHistories)}]`,
    `,"oneTimePasswords":[${recordsText(changes.oneTimePasswords.values())}]`,
    `,"sessions":[${recordsText(changes.sessions.values())}]}`,
  ].join('');
}

/** The parts that a file names. @param content as `workspaceText` wrote it */
export function partsNamedIn(content: unknown): {
  readonly base: string;
  readonly dialect: string;
} {
  const { base, dialect } = content as StoredWorkspace;
  return { base, dialect };
}

/** @param content as `workspaceText` wrote it */
export function workspaceFromContent(
  content: unknown,
  { base, dialect }: SharedParts,
): WorkspaceState {
  const stored = content as StoredWorkspace;
  const { name, seed, incarnation, clockStart, startClock, startChaos, loadedAt } = stored;
  return {
    incarnation,
    settings: { name, seed, dialect },
    base,
    clockStart: clockStart ?? undefined,
    startClock,
    startChaos,
    loadedAt,
    datedUsers: new WeakMap(),
    changes: changesFromStored(stored),
  };
}

function changesFromStored(stored: StoredWorkspace): Changes {
  const { users, oneTimePasswords, sessions } = stored;
  const transactions = users.flatMap((user) =>
    user.transactions.map(({ id }) => [id, user.id] as const),
  );
  return {
    users: PersistentMap(users.map((user) => [user.id, user])),
    madeUserIds: List(stored.madeUserIds),
    userIdByIdentity: PersistentMap(stored.identities),
    userIdByTransaction: PersistentMap(transactions),
    lastUserIds: PersistentMap(stored.lastUserIds),
    challenges: noChanges.challenges.addAll(stored.challenges),
    oneTimePasswords: noChanges.oneTimePasswords.addAll(
      oneTimePasswords.map((otp) => [otp.id, otp]),
    ),
    passwordIds: oneTimePasswords.reduce(withPassword, noChanges.passwordIds),
    inboxEmptiedAfter: stored.inboxEmptiedAfter,
    sends: noChanges.sends.addAll(stored.sends),
    sessions: noChanges.sessions.addAll(sessions.map((session) => [session.id, session])),
    changeHistories: noChanges.changeHistories.addAll(stored.changeHistories ?? []),
    signingKeys: stored.signingKeys,
    clock: stored.clock,
    faults: stored.faults,
    chaos: stored.chaos,
    drawCounts: PersistentMap(stored.drawCounts),
  };
}

function entriesText(map: BoundedMap<object>): string {
  return Array.from(
    map.entries(),
    ([key, record]) => `[${JSON.stringify(key)},${recordText(record)}]`,
  ).join(',');
}

function recordsText(records: Iterable<object>): string {
  return Array.from(records, recordText).join(',');
}

function recordText(record: object): string {
  let text = recordTexts.get(record);
  if (text === undefined) {
    text = JSON.stringify(record);
    recordTexts.set(record, text);
  }
  return text;
}
