import { createHash } from 'node:crypto';
import type { Dialect } from '../dialect/dialect.ts';
import { identitiesOf } from '../domain/identity.ts';
import { indexedUsers } from '../store/indexed-users.ts';
import type { Base } from '../store/state.ts';
import type { ScenarioContent } from './check.ts';
import { readRuntime } from './snapshot/runtime-document.ts';

/** Freezes and indexes a scenario that has passed its checks, for any number of workspaces. */
export function baseOf(content: ScenarioContent, dialect: Dialect): Base {
  const { name, description, clock, clients, runtime } = content;
  const userIdByIdentity = new Map<string, string>();
  for (const user of content.users) {
    for (const identity of identitiesOf(user, dialect)) userIdByIdentity.set(identity, user.id);
  }
  return Object.freeze({
    hash: hashOf(content, dialect),
    name,
    description,
    clock,
    clients: new Map(clients.map((client) => [client.id, Object.freeze({ ...client })])),
    ...indexedUsers(content.users),
    userIdByIdentity,
    runtime: runtime === null ? null : readRuntime(runtime),
  });
}

/** SHA-256 of the content and of the rule that tells its wallets apart, in hex. */
function hashOf({ users, ...head }: ScenarioContent, dialect: Dialect): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ walletIdentity: dialect.wallet.identity, ...head }));
  for (const user of users) hash.update(JSON.stringify(user));
  return hash.digest('hex');
}
