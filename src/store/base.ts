/** The content that workspaces start with. */
import type { ChaosLevel } from '../contract/control-types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { freezeDeeply } from '../documents/freeze-deeply.ts';
import type { Client, ClockSetting, SeededUser } from '../domain/records.ts';
import type { DrawScope } from '../ports/draws.ts';
import type { Patch } from './engine.ts';
import { ONLY_KEY } from './parts.ts';
import { StoreUnavailable } from './errors.ts';

/**
 * One generation of a workspace, from its creation, load or reset to the next. Later generations have
 * greater numbers.
 */
export interface WorkspaceId {
  readonly name: string;
  readonly generation: number;
}

export interface WorkspaceSettings {
  readonly name: string;
  readonly seed: number;
  readonly dialect: Dialect;
}

export interface NewWorkspace extends WorkspaceSettings {
  readonly base: Base;
  /** The start of the workspace clock, in milliseconds; default: the clock of the base, otherwise now. */
  readonly clockStart?: number | undefined;
  /** The initial chaos, also after a reset; default: off. */
  readonly chaos?: ChaosLevel | undefined;
}

/** A loaded scenario, frozen and indexed once, shared by any number of workspaces. */
export interface Base extends IndexedUsers {
  readonly hash: string;
  readonly name: string;
  readonly description: string;
  /** The start of the workspace clock, if the scenario sets it. */
  readonly clock: string | null;
  readonly clients: ReadonlyMap<string, Client>;
  /** The initial entries of the other parts of a workspace, such as sessions (`parts.ts`). */
  readonly parts: readonly Patch[];
  /** What a snapshot has besides users, clients and parts; null if the scenario is not a snapshot. */
  readonly runtime: Omit<Runtime, 'parts'> | null;
}

/** What a snapshot contains besides users, clients and fixed codes. */
export interface Runtime {
  readonly draws: DrawScope;
  /** The clock, which continues at this instant when the snapshot is loaded; in milliseconds. */
  readonly clock: { readonly state: ClockSetting['state']; readonly now: number };
  readonly parts: readonly Patch[];
}

interface IndexedUsers {
  /** By id, in the order of the scenario. */
  readonly users: ReadonlyMap<string, SeededUser>;
  readonly userIds: readonly string[];
  readonly userIdByKey: ReadonlyMap<string, string>;
  /** By identity, as `domain/identity.ts` writes it. */
  readonly userIdByIdentity: ReadonlyMap<string, string>;
  readonly userIdByTransaction: ReadonlyMap<string, string>;
}

export class UserIndex {
  readonly users = new Map<string, SeededUser>();
  readonly userIdByKey = new Map<string, string>();
  /** Filled by the caller of `add`, because identities depend on the dialect. */
  readonly userIdByIdentity = new Map<string, string>();
  readonly userIdByTransaction = new Map<string, string>();

  add(user: SeededUser): void {
    this.users.set(user.id, freezeDeeply(user));
    if (user.key !== null) this.userIdByKey.set(user.key, user.id);
    for (const transaction of user.transactions)
      this.userIdByTransaction.set(transaction.id, user.id);
  }

  get indexedUsers(): IndexedUsers {
    const { users, userIdByKey, userIdByIdentity, userIdByTransaction } = this;
    const userIds = Object.freeze([...users.keys()]);
    return { users, userIds, userIdByKey, userIdByIdentity, userIdByTransaction };
  }
}

type BaseHead = Pick<Base, 'hash' | 'name' | 'description' | 'clock' | 'runtime'>;

/** Returns a base as patches to store. `toBase` computes the indexes of users, except `userIdByIdentity`. */
export function* toBasePatches(base: Base): Generator<Patch> {
  const { hash, name, description, clock, runtime } = base;
  const head: BaseHead = { hash, name, description, clock, runtime };
  yield { part: 'base', key: ONLY_KEY, value: head };
  for (const [key, value] of base.clients) yield { part: 'clients', key, value };
  for (const [key, value] of base.users) yield { part: 'users', key, value };
  for (const [key, value] of base.userIdByIdentity) yield { part: 'identities', key, value };
  for (const patch of base.parts) yield { ...patch, part: `parts.${patch.part}` };
}

/** Restores a base from the patches of `toBasePatches`. */
export function toBase(patches: Iterable<Patch>): Base {
  const index = new UserIndex();
  const clients = new Map<string, Client>();
  const parts: Patch[] = [];
  let head: BaseHead | undefined;
  for (const { part, key, value } of patches) {
    if (part === 'base') head = value as BaseHead;
    else if (part === 'clients') clients.set(key, Object.freeze(value as Client));
    else if (part === 'users') index.add(value as SeededUser);
    else if (part === 'identities') index.userIdByIdentity.set(key, value as string);
    else parts.push({ part: part.replace('parts.', ''), key, value });
  }
  if (head === undefined) throw new StoreUnavailable('the store has an incomplete base');
  return Object.freeze({ ...head, clients, ...index.indexedUsers, parts });
}
