import { createHash } from 'node:crypto';
import type { Dialect } from '../dialect/dialect.ts';
import { deeplyFrozen } from '../documents/deeply-frozen.ts';
import { identitiesOf } from '../domain/identity.ts';
import type { Base, SeededUser } from '../store/state.ts';
import type { ScenarioContent } from './check.ts';
import { readRuntime } from './snapshot/runtime-document.ts';

/** Freezes and indexes a scenario that has passed its checks, for any number of workspaces. */
export function baseOf(content: ScenarioContent, dialect: Dialect): Base {
  const { name, description, clock, clients, runtime } = content;
  const users = new Map<string, SeededUser>();
  const userIdByKey = new Map<string, string>();
  const userIdByIdentity = new Map<string, string>();
  const userIdByTransaction = new Map<string, string>();
  for (const user of content.users) {
    users.set(user.id, deeplyFrozen(user));
    if (user.key !== null) userIdByKey.set(user.key, user.id);
    for (const identity of identitiesOf(user, dialect)) userIdByIdentity.set(identity, user.id);
    for (const transaction of user.transactions) userIdByTransaction.set(transaction.id, user.id);
  }
  return Object.freeze({
    hash: hashOf(content, dialect),
    name,
    description,
    clock,
    clients: new Map(clients.map((client) => [client.id, Object.freeze({ ...client })])),
    users,
    userIds: Object.freeze([...users.keys()]),
    userIdByKey,
    userIdByIdentity,
    userIdByTransaction,
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
