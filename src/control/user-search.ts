/** Users by words that people remember of them. */
import { presentUsers } from '../accounts/present-user.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { flagCategory } from '../domain/flags.ts';
import type { User } from '../store/state.ts';
import type { View } from '../store/store.ts';
import type { Page } from './page.ts';

/** How many users are looked at in one go. */
const BATCH = 5000;

/** The users of a page among those that have each word of `q`, and how many have. */
export async function searchUsers(
  view: View,
  q: string,
  { from, limit }: Page,
): Promise<{ readonly users: readonly User[]; readonly total: number }> {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const { dialect } = view.settings;
  const count = await view.userCount();
  const users: User[] = [];
  let total = 0;
  for (let start = 0; start < count; start += BATCH) {
    for (const user of await presentUsers(view, start, BATCH)) {
      const text = textOf(user, dialect);
      if (!words.every((word) => text.includes(word))) continue;
      if (total >= from && users.length < limit) users.push(user);
      total += 1;
    }
  }
  return { users, total };
}

interface KnownText {
  readonly dialect: Dialect;
  readonly text: string;
}

/** Users are immutable, so what is known of one stays true. */
const texts = new WeakMap<User, KnownText>();

function textOf(user: User, dialect: Dialect): string {
  const known = texts.get(user);
  if (known?.dialect === dialect) return known.text;
  const text = partsOf(user, dialect).join('\n').toLowerCase();
  texts.set(user, { dialect, text });
  return text;
}

function partsOf(user: User, dialect: Dialect): readonly string[] {
  const { firstName = '', lastName = '' } = user.personalInformation;
  return [
    user.id,
    user.key ?? '',
    user.phoneNumber ?? '',
    user.emailAddress ?? '',
    `${firstName} ${lastName}`,
    user.kyc ?? '',
    ...user.wallets.map(({ address }) => address),
    ...user.flags.map((code) => `${code} ${flagCategory(code, dialect) ?? ''}`),
    ...user.transactions.map(({ id, key, cryptoStatus }) => `${id} ${key ?? ''} ${cryptoStatus}`),
    ...user.linkedClients,
  ];
}
