import type { SeededUser, User } from './records.ts';

/** Gives a user of a scenario the times that the scenario leaves out: those of its loading. */
export function datedUser(seeded: SeededUser, loadedAt: string): User {
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
