/** A base as the engines that last keep it, and back. */
import { indexedUsers } from './indexed-users.ts';
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
  return Object.freeze({
    ...head,
    clients: new Map(clients.map((client) => [client.id, Object.freeze(client)])),
    ...indexedUsers(users),
    userIdByIdentity: new Map(identities),
    runtime: runtime && {
      ...runtime,
      drawCounts: new Map(runtime.drawCounts),
      lastUserIds: new Map(runtime.lastUserIds),
    },
  });
}
