import type { SigningKey } from '../ports/tokens.ts';
import type { Changes, KeyedPart } from './changes.ts';
import { compositeKey } from './composite-key.ts';
import { withoutPassword, withPassword } from './password-ids.ts';
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
import type { UnitOfWork } from './store.ts';
import type { WorkspaceState } from './workspace-state.ts';
import { WorkspaceView } from './workspace-view.ts';

/** How long what has expired is kept, so that it can be said that it has expired. */
const EXPIRED_KEPT = 3_600_000;
/** Subjects share this many draw counters, so that strangers can't fill a workspace with counters. */
const COUNTERS = 4096;

/** A unit of work: it makes a new state beside the old one, which the engine swaps in. */
export class WorkspaceUnit extends WorkspaceView implements UnitOfWork {
  /** The state with all that this unit has written. */
  get result(): WorkspaceState {
    return this.state;
  }

  async putUser(user: User): Promise<void> {
    const known = this.findUser(user.id);
    const { users, madeUserIds } = this.changes;
    this.touch('users', user.id);
    let { userIdByTransaction } = this.changes;
    for (const transaction of user.transactions.slice(known?.transactions.length ?? 0)) {
      userIdByTransaction = userIdByTransaction.set(transaction.id, user.id);
    }
    this.#change({
      users: users.set(user.id, user),
      madeUserIds: known === undefined ? madeUserIds.push(user.id) : madeUserIds,
      userIdByTransaction,
    });
  }

  async putChangeHistory(userId: string, history: ChangeHistory | null): Promise<void> {
    const { changeHistories } = this.changes;
    this.touch('changeHistories', userId);
    this.#change({
      changeHistories:
        history === null ? changeHistories.delete(userId) : changeHistories.add(userId, history),
    });
  }

  async putIdentity(identity: string, userId: string | null): Promise<void> {
    this.touch('userIdByIdentity', identity);
    this.#change({ userIdByIdentity: this.changes.userIdByIdentity.set(identity, userId) });
  }

  async putLastUserOf(clientId: string, userId: string): Promise<void> {
    this.touch('lastUserIds', clientId);
    this.#change({ lastUserIds: this.changes.lastUserIds.set(clientId, userId) });
  }

  async putChallenges(
    clientId: string,
    wallet: string,
    challenges: readonly Challenge[],
  ): Promise<void> {
    const key = compositeKey(clientId, wallet);
    this.touch('challenges', key);
    this.#change({
      challenges:
        challenges.length === 0
          ? this.changes.challenges.delete(key)
          : this.changes.challenges
              .withoutExpired((slot) => this.#isLongPast(slot.at(-1)))
              .add(key, challenges),
    });
  }

  async putOneTimePassword(otp: OneTimePassword): Promise<void> {
    this.touch('oneTimePasswords', otp.id);
    if (this.changes.oneTimePasswords.get(otp.id) === undefined) {
      this.#makeRoomForMessage();
      this.#change({ passwordIds: withPassword(this.changes.passwordIds, otp) });
    }
    this.#change({ oneTimePasswords: this.changes.oneTimePasswords.replace(otp.id, otp) });
  }

  async putSends(countedFor: string, instants: readonly number[]): Promise<void> {
    this.touch('sends', countedFor);
    this.#change({ sends: this.changes.sends.add(countedFor, instants) });
  }

  async emptyInbox(): Promise<void> {
    const newest = [...this.changes.oneTimePasswords.values()].at(-1);
    if (newest !== undefined) this.#change({ inboxEmptiedAfter: newest.id });
  }

  async putSession(session: Session): Promise<void> {
    this.touch('sessions', session.id);
    const sessions = this.changes.sessions.withoutExpired((old) => this.#isLongPast(old));
    this.#change({ sessions: sessions.add(session.id, session) });
  }

  async keepSigningKey(key: SigningKey): Promise<SigningKey> {
    const kept = this.changes.signingKeys.find((known) => known.algorithm === key.algorithm);
    if (kept !== undefined) return kept;
    this.#change({ signingKeys: [...this.changes.signingKeys, key] });
    return key;
  }

  async putClock(clock: ClockSetting): Promise<void> {
    this.#change({ clock });
  }

  async putFaults(faults: readonly Fault[]): Promise<void> {
    this.#change({ faults });
  }

  async putChaos(chaos: Chaos): Promise<void> {
    this.#change({ chaos });
  }

  async countDraw(purpose: string, subject: string): Promise<number> {
    const counter = `${purpose}:${bucketOf(subject)}`;
    const count = this.changes.drawCounts.get(counter, 0);
    this.touch('drawCounts', counter);
    this.#change({ drawCounts: this.changes.drawCounts.set(counter, count + 1) });
    return count;
  }

  /** Is told each entry that is written; for an engine that keeps entries one by one. */
  protected touch(_part: KeyedPart, _key: string): void {}

  #change(changed: Partial<Changes>): void {
    this.state = { ...this.state, changes: { ...this.changes, ...changed } };
  }

  #isLongPast(expiring: { readonly expiresAt: number } | undefined): boolean {
    return expiring !== undefined && expiring.expiresAt + EXPIRED_KEPT < this.now;
  }

  #makeRoomForMessage(): void {
    const { oneTimePasswords, passwordIds } = this.changes;
    const dropped = oneTimePasswords.isFull() ? oneTimePasswords.oldest() : undefined;
    if (dropped === undefined) return;
    this.#change({
      oneTimePasswords: oneTimePasswords.delete(dropped.id),
      passwordIds: withoutPassword(passwordIds, dropped),
    });
  }
}

/** FNV-1a, 32 bits, of the characters. */
function bucketOf(subject: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < subject.length; index += 1) {
    hash = Math.imul(hash ^ subject.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % COUNTERS;
}
