/** Searches users by words. */
import { readCurrentUsers } from '../../accounts/current-user.ts';
import { getOrCreate } from '../../get-or-create.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { findFlagCategory } from '../../domain/flags.ts';
import type { User } from '../../domain/records.ts';
import type { View } from '../../store/store.ts';
import type { Page } from '../request/page.ts';

const BATCH_SIZE = 5000;

export async function searchUsers(
  view: View,
  query: string,
  { from, limit }: Page,
): Promise<{ readonly users: readonly User[]; readonly total: number }> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const { dialect } = view.settings;
  const count = await view.countUsers();
  const users: User[] = [];
  let total = 0;
  for (let start = 0; start < count; start += BATCH_SIZE) {
    for (const user of await readCurrentUsers(view, start, BATCH_SIZE)) {
      const text = getOrCreate(texts, user, () => createSearchText(user, dialect));
      if (!words.every((word) => text.includes(word))) continue;
      if (total >= from && users.length < limit) users.push(user);
      total += 1;
    }
  }
  return { users, total };
}

/** Cached, since the console searches after each letter. A user object never changes and belongs to one dialect. */
const texts = new WeakMap<User, string>();

function createSearchText(user: User, dialect: Dialect): string {
  const { firstName = '', lastName = '' } = user.personalInformation;
  return [
    user.id,
    user.key ?? '',
    user.phoneNumber ?? '',
    user.emailAddress ?? '',
    `${firstName} ${lastName}`,
    user.kyc ?? '',
    ...user.wallets.map(({ address }) => address),
    ...user.flags.map((code) => `${code} ${findFlagCategory(code, dialect) ?? ''}`),
    ...user.transactions.map(({ id, key, cryptoStatus }) => `${id} ${key ?? ''} ${cryptoStatus}`),
    ...user.linkedClients,
  ]
    .join('\n')
    .toLowerCase();
}
