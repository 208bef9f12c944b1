/** A base as the engines that last keep it, and back. */
import { deeplyFrozen } from '../documents/deeply-frozen.ts';
import type { Base, Client, Runtime, SeededUser } from './state.ts';

/** JSON has no maps. */
export interface StoredBase extends Pick<Base, 'hash' | 'name' | 'description' | 'clock'> {
  readonly clients: readonly Client[];
  /** In the order of the scenario. */
  readonly users: readonly SeededUser[];
  readonly identities: readonly (readonly [string, string])[];
  readonly runtime: StoredRuntime | null;
}

type Mapped = 'drawCounts' | 'lastUserIds';

interface StoredRuntime extends Omit<Runtime, Mapped> {
  readonly drawCounts: readonly (readonly [string, number])[];
  readonly lastUserIds: readonly (readonly [string, string])[];
}

export function storedBase(base: Base): StoredBase {
  const { hash, name, description, clock, clients, users, userIdByIdentity, runtime } = base;
  return {
    hash,
    name,
    description,
    clock,
    clients: [...clients.values()],
    users: [...users.values()],
    identities: [...userIdByIdentity],
    runtime: runtime && {
      ...runtime,
      drawCounts: [...runtime.drawCounts],
      lastUserIds: [...runtime.lastUserIds],
    },
  };
}

export function baseFromStored(stored: StoredBase): Base {
  const { clients, users, identities, runtime, ...head } = stored;
  const byId = new Map<string, SeededUser>();
  const userIdByKey = new Map<string, string>();
  const userIdByTransaction = new Map<string, string>();
  for (const user of users) {
    byId.set(user.id, deeplyFrozen(user));
    if (user.key !== null) userIdByKey.set(user.key, user.id);
    for (const transaction of user.transactions) userIdByTransaction.set(transaction.id, user.id);
  }
  return Object.freeze({
    ...head,
    clients: new Map(clients.map((client) => [client.id, Object.freeze(client)])),
    users: byId,
    userIds: Object.freeze([...byId.keys()]),
    userIdByKey,
    userIdByIdentity: new Map(identities),
    userIdByTransaction,
    runtime: runtime && {
      ...runtime,
      drawCounts: new Map(runtime.drawCounts),
      lastUserIds: new Map(runtime.lastUserIds),
    },
  });
}
