import { deeplyFrozen } from '../documents/deeply-frozen.ts';
import type { Base } from './base.ts';
import type { SeededUser } from '../domain/records.ts';

/** The users of a base, frozen and indexed. Identities, which depend on the dialect, are indexed elsewhere. */
export class UserIndex {
  readonly #users = new Map<string, SeededUser>();
  readonly #byKey = new Map<string, string>();
  readonly #byTransaction = new Map<string, string>();

  add(user: SeededUser): void {
    this.#users.set(user.id, deeplyFrozen(user));
    if (user.key !== null) this.#byKey.set(user.key, user.id);
    for (const transaction of user.transactions) this.#byTransaction.set(transaction.id, user.id);
  }

  /** The members of a base that it provides. */
  get parts(): Pick<Base, 'users' | 'userIds' | 'userIdByKey' | 'userIdByTransaction'> {
    return {
      users: this.#users,
      userIds: Object.freeze([...this.#users.keys()]),
      userIdByKey: this.#byKey,
      userIdByTransaction: this.#byTransaction,
    };
  }
}
