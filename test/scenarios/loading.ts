import type { Dialect } from '../../src/dialect/dialect.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { loadScenario, type ScenarioSource } from '../../src/scenarios/load.ts';
import type { Base } from '../../src/store/base.ts';
import type { SeededUser, User } from '../../src/domain/records.ts';
import { loadOrThrow } from '../setup/dialect-document.ts';

/** Returns the base of valid scenarios. */
export async function loadBase(
  sources: ScenarioSource | readonly ScenarioSource[],
  dialect: Dialect = defaultDialect,
): Promise<Base> {
  const loaded = await loadScenario([sources].flat(), dialect);
  if ('base' in loaded) return loaded.base;
  throw new Error(loaded.findings.map(({ message }) => message).join('\n'));
}

/** Returns a user of a base by key. */
export function getUser(base: Base, key: string): SeededUser {
  const user = base.users.get(base.userIdByKey.get(key) ?? '');
  if (user === undefined) throw new Error(`the base has no user ${key}`);
  return user;
}

/** Returns the users of a base with all times, as a workspace that loads it at `loadedAt` returns them. */
export function listUsers(base: Base, loadedAt: string): User[] {
  return [...base.users.values()].map((user) => ({
    ...user,
    createTime: user.createTime ?? loadedAt,
    updateTime: user.updateTime ?? user.createTime ?? loadedAt,
    transactions: user.transactions.map((transaction) => ({
      ...transaction,
      createTime: transaction.createTime ?? user.createTime ?? loadedAt,
      updateTime: transaction.updateTime ?? transaction.createTime ?? user.createTime ?? loadedAt,
    })),
  }));
}

export function createFlag(code: string, category: string | null) {
  return { code, category, title: code, message: code };
}

export function createDialect(values: object): Promise<Dialect> {
  return loadOrThrow({ version: 1, values });
}
