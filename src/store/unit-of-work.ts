import type { SigningKey } from '../ports/tokens.ts';
import { compositeKey } from './composite-key.ts';
import type { Entry, Patch } from './engine.ts';
import { ONLY } from './parts.ts';
import { patched } from './part-table.ts';
import type { PartName, PartValue } from './parts.ts';
import type { Challenge, User } from '../domain/records.ts';
import type { WorkspaceState } from './workspace-state.ts';
import { View } from './view.ts';

/** Subjects share this many draw counters, so that strangers can't fill a workspace with counters. */
const COUNTERS = 4096;

/** A unit of work: builds a new state beside the old one, and the log entry between the two. */
export class UnitOfWork extends View {
  readonly #patches: Patch[] = [];

  /** The state with all that this unit has written. */
  get result(): WorkspaceState {
    return this.state;
  }

  /** What this unit has written; undefined for nothing. */
  get entry(): Entry | undefined {
    if (this.#patches.length === 0) return undefined;
    return { version: this.state.version, patches: this.#patches };
  }

  /** Adds or replaces an entry of a part; null deletes it. */
  async put<Name extends PartName>(
    name: Name,
    key: string,
    value: PartValue<Name> | null,
  ): Promise<void> {
    this.#put(name, key, value);
  }

  /** Adds a user, or replaces the one with that id. */
  async putUser(user: User): Promise<void> {
    this.#put(this.base.users.has(user.id) ? 'users' : 'newUsers', user.id, user);
  }

  /** Assigns an identity to a user, or removes it (null). */
  async putIdentity(identity: string, userId: string | null): Promise<void> {
    this.#put('identities', identity, userId ?? '');
  }

  /** Replaces the challenges outstanding between a client and a wallet. */
  async putChallenges(
    clientId: string,
    wallet: string,
    challenges: readonly Challenge[],
  ): Promise<void> {
    const key = compositeKey(clientId, wallet);
    this.#put('challenges', key, challenges.length === 0 ? null : challenges);
  }

  async clearInbox(): Promise<void> {
    const newest = this.state.parts.oneTimePasswords.newestKey;
    if (newest !== undefined) this.#put('inboxCleared', ONLY, newest);
  }

  /** Stores a signing key unless one of its algorithm exists; returns the one that is stored. */
  async keepSigningKey(key: SigningKey): Promise<SigningKey> {
    const kept = this.state.parts.signingKeys.get(key.algorithm);
    if (kept === undefined) this.#put('signingKeys', key.algorithm, key);
    return kept ?? key;
  }

  /** Counts a draw; the count never repeats for one purpose and subject (see ports/draws.ts). */
  async countDraw(purpose: string, subject: string): Promise<number> {
    const counter = `${purpose}:${bucketOf(subject)}`;
    const count = this.state.parts.drawCounts.get(counter) ?? 0;
    this.#put('drawCounts', counter, count + 1);
    return count;
  }

  #put<Name extends PartName>(name: Name, key: string, value: PartValue<Name> | null): void {
    const { version, parts: before } = this.state;
    if (value === null && before[name].get(key) === undefined) return;
    const expired = value === null ? [] : before[name].longExpired(this.now);
    const patches: Patch[] = expired.map((each) => ({ part: name, key: each, value: null }));
    patches.push({ part: name, key, value });
    const next = this.#patches.length === 0 ? version + 1 : version;
    this.#patches.push(...patches);
    this.state = { ...this.state, version: next, parts: patched(before, patches) };
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
