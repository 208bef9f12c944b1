import type { DrawScope } from '../ports/draws.ts';
import type { SigningKey } from '../ports/tokens.ts';
import type { OtpChannel } from '../dialect/dialect.ts';
import type {
  Base,
  Challenge,
  ChangeHistory,
  Chaos,
  Client,
  ClockSetting,
  Fault,
  OneTimePassword,
  Runtime,
  SeededUser,
  Session,
  User,
} from './state.ts';
import type { Changes } from './changes.ts';
import { compositeKey } from './composite-key.ts';
import { identityKey, recordKey } from './password-ids.ts';
import { runtimeOf } from './runtime-changes.ts';
import type { View, WorkspaceSettings } from './store.ts';

import { instantOf } from '../domain/clock.ts';
import type { WorkspaceState } from './workspace-state.ts';

/** Reads of a workspace that is held as a base and changes: the changes first, then the base. */
export class WorkspaceView implements View {
  readonly settings: WorkspaceSettings;
  readonly scope: DrawScope;
  readonly base: Base;
  readonly now: number;
  readonly expiresAt: number | null;
  protected state: WorkspaceState;

  constructor(state: WorkspaceState, wallNow: number, expiresAt: number | null) {
    const { name, seed } = state.settings;
    this.state = state;
    this.settings = state.settings;
    this.scope = state.base.runtime?.draws ?? { seed, workspace: name };
    this.base = state.base;
    this.expiresAt = expiresAt;
    this.now = instantOf(state.changes.clock ?? state.startClock, wallNow);
  }

  protected get changes(): Changes {
    return this.state.changes;
  }

  get clock(): ClockSetting {
    return this.changes.clock ?? this.state.startClock;
  }

  get faults(): readonly Fault[] {
    return this.changes.faults;
  }

  get chaos(): Chaos {
    return this.changes.chaos ?? this.state.startChaos;
  }

  async client(id: string): Promise<Client | undefined> {
    return this.base.clients.get(id);
  }

  async user(id: string): Promise<User | undefined> {
    return this.findUser(id);
  }

  async userIdByKey(key: string): Promise<string | undefined> {
    return this.base.userIdByKey.get(key);
  }

  async userIdByIdentity(identity: string): Promise<string | undefined> {
    const changed = this.changes.userIdByIdentity.get(identity);
    if (changed !== undefined) return changed ?? undefined;
    return this.base.userIdByIdentity.get(identity);
  }

  async userIdByTransaction(transactionId: string): Promise<string | undefined> {
    return (
      this.changes.userIdByTransaction.get(transactionId) ??
      this.base.userIdByTransaction.get(transactionId)
    );
  }

  async changeHistory(userId: string): Promise<ChangeHistory | undefined> {
    return this.changes.changeHistories.get(userId);
  }

  async users(from: number, limit: number): Promise<readonly User[]> {
    const seeded = this.base.userIds;
    const ids = seeded.slice(from, from + limit);
    const start = Math.max(0, from - seeded.length);
    const made = this.changes.madeUserIds.slice(start, start + limit - ids.length);
    const users: User[] = [];
    for (const id of [...ids, ...made]) {
      const user = this.findUser(id);
      if (user !== undefined) users.push(user);
    }
    return users;
  }

  async userCount(): Promise<number> {
    return this.base.userIds.length + this.changes.madeUserIds.size;
  }

  async lastUserOf(clientId: string): Promise<string | undefined> {
    return this.changes.lastUserIds.get(clientId);
  }

  async challenges(clientId: string, wallet: string): Promise<readonly Challenge[]> {
    return this.changes.challenges.get(compositeKey(clientId, wallet)) ?? [];
  }

  async oneTimePasswords(
    clientId: string,
    channel: OtpChannel,
    identity: string,
  ): Promise<readonly OneTimePassword[]> {
    const key = identityKey({ clientId, channel, identity });
    return this.findOneTimePasswords(this.changes.passwordIds.byIdentity.get(key));
  }

  async oneTimePasswordsByRecord(
    clientId: string,
    channel: OtpChannel,
    recordId: string,
  ): Promise<readonly OneTimePassword[]> {
    const key = recordKey({ clientId, channel, recordId });
    return this.findOneTimePasswords(this.changes.passwordIds.byRecord.get(key));
  }

  async sends(countedFor: string): Promise<readonly number[]> {
    return this.changes.sends.get(countedFor) ?? [];
  }

  async inbox(after: string | undefined): Promise<readonly OneTimePassword[]> {
    const messages = [...this.changes.oneTimePasswords.values()];
    return messages.slice(
      Math.max(
        positionAfter(messages, this.changes.inboxEmptiedAfter),
        positionAfter(messages, after ?? null),
      ),
    );
  }

  async session(id: string): Promise<Session | undefined> {
    return this.changes.sessions.get(id);
  }

  async signingKeys(): Promise<readonly SigningKey[]> {
    return this.changes.signingKeys;
  }

  async runtime(): Promise<Runtime> {
    const { scope: draws, clock, now } = this;
    return runtimeOf(this.changes, { draws, clock: clock.state, now });
  }

  protected findUser(id: string): User | undefined {
    const changed = this.changes.users.get(id);
    if (changed !== undefined) return changed;
    const seeded = this.base.users.get(id);
    return seeded === undefined ? undefined : this.#dated(seeded);
  }

  protected findOneTimePasswords(ids: readonly string[] | undefined): readonly OneTimePassword[] {
    return (ids ?? []).flatMap((id) => this.changes.oneTimePasswords.get(id) ?? []);
  }

  #dated(seeded: SeededUser): User {
    const known = this.state.datedUsers.get(seeded);
    if (known !== undefined) return known;
    const dated = dateUser(seeded, this.state.loadedAt);
    this.state.datedUsers.set(seeded, dated);
    return dated;
  }
}

function dateUser(seeded: SeededUser, loadedAt: string): User {
  const createTime = seeded.createTime ?? loadedAt;
  return {
    ...seeded,
    createTime,
    updateTime: seeded.updateTime ?? createTime,
    transactions: seeded.transactions.map((transaction) => {
      const submitted = transaction.createTime ?? createTime;
      return {
        ...transaction,
        createTime: submitted,
        updateTime: transaction.updateTime ?? submitted,
      };
    }),
  };
}

/** Where the messages after the one with this id begin; 0 when it is not there any more. */
function positionAfter(messages: readonly OneTimePassword[], id: string | null): number {
  return id === null ? 0 : messages.findIndex((message) => message.id === id) + 1;
}
