/** Reads and units of work on one workspace. */
import { crc32 } from 'node:zlib';

import { computeInstant } from '../domain/clock.ts';
import type { OtpChannel } from '../dialect/dialect.ts';
import type { DrawScope } from '../ports/draws.ts';
import type { SigningKey } from '../ports/tokens.ts';
import type { Base, Runtime, WorkspaceSettings } from './base.ts';
import { createCompositeKey } from './part-document.ts';
import { toSnapshot, type Unit } from './part-table.ts';
import { listDocumentPatches, ONLY_KEY } from './parts.ts';
import type { PartMaps, PartName, PartValue } from './parts.ts';
import type {
  Challenge,
  ClockSetting,
  OneTimePassword,
  SeededTransaction,
  SeededUser,
  User,
} from '../domain/records.ts';
import type { Chaos } from './chaos-setting.ts';
import type { Fault } from '../contract/control-types.ts';
import type { WorkspaceState } from './workspace-state.ts';

/** Maximum number of one-time passwords that a code is compared with. */
const MAX_CANDIDATES = 16;
const NO_FAULTS: readonly Fault[] = [];
/** Maximum number of draw counters per purpose, so that clients cannot fill a workspace with counters. */
const MAX_COUNTERS = 4096;

export interface InboxQuery {
  /** Only messages after this id. */
  readonly after?: string | undefined;
  /** The destination; case is ignored. */
  readonly to?: string | undefined;
}

/** A read-only view of a workspace. Methods return `undefined` for missing data. */
export class View {
  readonly settings: WorkspaceSettings;
  /** The scope of all random values. */
  readonly scope: DrawScope;
  readonly base: Base;
  /** The instant of the workspace clock at which this view was opened, in milliseconds. */
  readonly now: number;
  /** When the workspace expires if it is not used, in milliseconds of wall time; null for never. */
  readonly expiresAt: number | null;
  readonly #source: { readonly state: WorkspaceState };

  constructor(
    source: { readonly state: WorkspaceState },
    wallNow: number,
    expiresAt: number | null,
  ) {
    const { settings, base } = source.state;
    const { name, seed } = settings;
    this.#source = source;
    this.settings = settings;
    this.scope = base.runtime?.draws ?? { seed, workspace: name };
    this.base = base;
    this.expiresAt = expiresAt;
    this.now = computeInstant(this.clock, wallNow);
  }

  protected get parts(): PartMaps {
    return this.#source.state.parts;
  }

  get clock(): ClockSetting {
    return this.parts.clock.get(ONLY_KEY) ?? this.#source.state.head.startClock;
  }

  /** The faults that are set, in the order in which they are tried. */
  get faults(): readonly Fault[] {
    return this.parts.faults.get(ONLY_KEY) ?? NO_FAULTS;
  }

  get chaos(): Chaos {
    return this.parts.chaos.get(ONLY_KEY) ?? this.#source.state.head.startChaos;
  }

  async get<Name extends PartName>(name: Name, key: string): Promise<PartValue<Name> | undefined> {
    return this.parts[name].get(key);
  }

  async entries<Name extends PartName>(
    name: Name,
  ): Promise<readonly (readonly [key: string, value: PartValue<Name>])[]> {
    return [...this.parts[name].entries()];
  }

  async findUser(id: string): Promise<User | undefined> {
    return this.#findUser(id);
  }

  async findUserIdByIdentity(identity: string): Promise<string | undefined> {
    const changed = this.parts.identities.get(identity);
    return changed === '' ? undefined : (changed ?? this.base.userIdByIdentity.get(identity));
  }

  async findUserIdByTransaction(transactionId: string): Promise<string | undefined> {
    const { users, newUsers } = this.parts;
    return (
      users.findKeys(transactionId)[0] ??
      newUsers.findKeys(transactionId)[0] ??
      this.base.userIdByTransaction.get(transactionId)
    );
  }

  /** Returns users in the order of creation, from the position `from`, at most `limit`. */
  async listUsers(from: number, limit: number): Promise<readonly User[]> {
    const seeded = this.base.userIds;
    const users = seeded.slice(from, from + limit).flatMap((id) => this.#findUser(id) ?? []);
    const start = Math.max(0, from - seeded.length);
    // New users are never deleted, so their ordinals are positions.
    for (const [, user] of this.parts.newUsers.entries(start)) {
      if (users.length >= limit) break;
      users.push(user);
    }
    return users;
  }

  async countUsers(): Promise<number> {
    return this.base.userIds.length + this.parts.newUsers.size;
  }

  /** Returns the challenges of a client for a wallet, oldest first, including expired challenges. */
  async listChallenges(clientId: string, wallet: string): Promise<readonly Challenge[]> {
    return this.parts.challenges.get(createCompositeKey(clientId, wallet)) ?? [];
  }

  /** Returns the newest one-time passwords (`MAX_CANDIDATES`) of a client for an identity, oldest first. */
  async listOneTimePasswords(
    clientId: string,
    channel: OtpChannel,
    identity: string,
  ): Promise<readonly OneTimePassword[]> {
    return this.#findOneTimePasswords(createCompositeKey('identity', clientId, channel, identity));
  }

  /** Returns the newest one-time passwords (`MAX_CANDIDATES`) of a client with a record id, oldest first. */
  async listOneTimePasswordsByRecord(
    clientId: string,
    channel: OtpChannel,
    recordId: string,
  ): Promise<readonly OneTimePassword[]> {
    return this.#findOneTimePasswords(createCompositeKey('record', clientId, channel, recordId));
  }

  /** Returns the messages since the inbox was last cleared, oldest first. */
  async listInbox({ after = '', to }: InboxQuery = {}): Promise<readonly OneTimePassword[]> {
    const messages = this.parts.oneTimePasswords;
    const cleared = this.parts.inboxCleared.get(ONLY_KEY) ?? '';
    // The ordinal of a missing message is -1: the message was older than all existing messages.
    const first = Math.max(messages.getOrdinal(cleared), messages.getOrdinal(after)) + 1;
    if (to === undefined) return Array.from(messages.entries(first), ([, message]) => message);
    const ids = messages.findKeys(createCompositeKey('destination', to.toLowerCase()));
    return this.#listMessages(ids.filter((id) => messages.getOrdinal(id) >= first));
  }

  async listSigningKeys(): Promise<readonly SigningKey[]> {
    return Array.from(this.parts.signingKeys.entries(), ([, key]) => key);
  }

  /** Returns the draws, the clock, and the parts that a snapshot document includes. */
  async getRuntime(): Promise<Runtime> {
    const { scope: draws, clock, now } = this;
    const { patches } = toSnapshot(this.#source.state);
    return { draws, clock: { state: clock.state, now }, parts: listDocumentPatches(patches) };
  }

  #findUser(id: string): User | undefined {
    const changed = this.parts.users.get(id) ?? this.parts.newUsers.get(id);
    if (changed !== undefined) return changed;
    const seeded = this.base.users.get(id);
    return seeded === undefined ? undefined : this.#addTimes(seeded);
  }

  #findOneTimePasswords(key: string): readonly OneTimePassword[] {
    return this.#listMessages(this.parts.oneTimePasswords.findKeys(key).slice(-MAX_CANDIDATES));
  }

  #listMessages(ids: readonly string[]): readonly OneTimePassword[] {
    return ids.flatMap((id) => this.parts.oneTimePasswords.get(id) ?? []);
  }

  /**
   * Replaces missing times: of the user by the time at which the scenario was loaded, of a transaction by
   * `createTime` of the user.
   */
  #addTimes(seeded: SeededUser): User {
    const { datedUsers, head } = this.#source.state;
    const cached = datedUsers.get(seeded);
    if (cached !== undefined) return cached;
    const user = withTimes(seeded, head.loadedAt);
    const transactions = seeded.transactions.map((transaction) =>
      withTimes(transaction, user.createTime),
    );
    const dated = { ...user, transactions };
    datedUsers.set(seeded, dated);
    return dated;
  }
}

function withTimes<Seeded extends SeededUser | SeededTransaction>(
  record: Seeded,
  defaultTime: string,
) {
  const createTime = record.createTime ?? defaultTime;
  return { ...record, createTime, updateTime: record.updateTime ?? createTime };
}

/** A writable view; its changes become visible to other requests when they are durable. */
export class UnitOfWork extends View {
  readonly #unit: Unit<WorkspaceState>;

  constructor(unit: Unit<WorkspaceState>, wallNow: number, expiresAt: number | null) {
    super(unit, wallNow, expiresAt);
    this.#unit = unit;
  }

  /** Adds or replaces an entry of a part; null deletes it. */
  async put<Name extends PartName>(
    name: Name,
    key: string,
    value: PartValue<Name> | null,
  ): Promise<void> {
    // Each write also deletes entries that expired long ago, so that they do not accumulate.
    const expired = value === null ? [] : this.parts[name].findLongExpired(this.now);
    for (const expiredKey of expired) this.#unit.put(name, expiredKey, null);
    this.#unit.put(name, key, value);
  }

  async putUser(user: User): Promise<void> {
    await this.put(this.base.users.has(user.id) ? 'users' : 'newUsers', user.id, user);
  }

  /** Assigns an identity to a user, or removes it (null). An empty text marks a removed identity of the base. */
  async putIdentity(identity: string, userId: string | null): Promise<void> {
    await this.put('identities', identity, userId ?? '');
  }

  async putChallenges(
    clientId: string,
    wallet: string,
    challenges: readonly Challenge[],
  ): Promise<void> {
    const value = challenges.length === 0 ? null : challenges;
    await this.put('challenges', createCompositeKey(clientId, wallet), value);
  }

  async clearInbox(): Promise<void> {
    const [newestId] = [...this.parts.oneTimePasswords.entries()].at(-1) ?? [];
    if (newestId !== undefined) await this.put('inboxCleared', ONLY_KEY, newestId);
  }

  /** Stores a signing key if its algorithm has no key yet. Returns the stored key. */
  async ensureSigningKey(key: SigningKey): Promise<SigningKey> {
    const existing = this.parts.signingKeys.get(key.algorithm);
    if (existing === undefined) await this.put('signingKeys', key.algorithm, key);
    return existing ?? key;
  }

  /** Counts a draw. Returns the number of earlier draws, which makes each random value different (ports/draws.ts). */
  async takeDrawNumber(purpose: string, subject: string): Promise<number> {
    const counter = `${purpose}:${crc32(subject) % MAX_COUNTERS}`;
    const count = this.parts.drawCounts.get(counter) ?? 0;
    await this.put('drawCounts', counter, count + 1);
    return count;
  }
}
