/** What a discovery and the checks make of a user read whose parts are elsewhere, or called otherwise. */
import { describe, it } from 'vitest';
import type { Fields } from '../exchange.ts';
import type { Mutate } from '../mutate.ts';
import { answers } from '../operators/operator.ts';
import { sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { expectToldInShort } from './reviewed.ts';
import { inOrder } from './told.ts';

const targets = useTargets();

type Entry = readonly [name: string, value: unknown];

/** A value with each property of each object in it changed; a property that is null is left out. */
function deeply(value: unknown, change: (entry: Entry) => Entry | null): unknown {
  if (Array.isArray(value)) return value.map((each) => deeply(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inside]) => {
      const entry = change([name, deeply(inside, change)]);
      return entry === null ? [] : [[...entry]];
    }),
  );
}

const renamed = (names: Readonly<Record<string, string>>) =>
  answers('getUser', (user) => deeply(user, ([name, value]) => [names[name] ?? name, value]));

const inCategories = (word: (category: string) => unknown) =>
  answers('getUser', (user) =>
    deeply(user, ([name, value]) => [
      name,
      name === 'category' && typeof value === 'string' ? word(value) : value,
    ]),
  );

const without = (...names: readonly string[]) =>
  answers('getUser', (user) => deeply(user, (entry) => (names.includes(entry[0]) ? null : entry)));

const reads: Readonly<Record<string, Mutate | null>> = {
  'as it is': null,
  'with hyphens': renamed({
    kyc: 'kyc-details',
    cryptoStatus: 'crypto-status',
    flags: 'user-flags',
    code: 'flag-code',
    personalInformation: 'personal-information',
  }),
  'in other words': renamed({
    kyc: 'identityCheck',
    flags: 'notices',
    code: 'number',
    category: 'reason',
    wallets: 'addresses',
    transactions: 'history',
    personalInformation: 'about',
  }),
  'with transactions of another name, and a crypto_status': renamed({
    transactions: 'history',
    cryptoStatus: 'crypto_status',
  }),
  'with transactions of another name, and a cryptoStatus': renamed({ transactions: 'history' }),
  'with categories of two letters': inCategories((category) => category.slice(0, 2)),
  'with categories of five letters': inCategories((category) => category.slice(0, 5)),
  'with categories in capitals': inCategories((category) =>
    category.toUpperCase().replaceAll(' ', '_'),
  ),
  'with categories as numbers': inCategories((category) => category.length),
  'with one category for all': inCategories(() => 'ACCOUNT'),
  'without codes': without('code'),
  'without a KYC part': without('kyc'),
  'without an id': without('userId', 'id'),
  'without wallets and transactions': without('wallets', 'transactions'),
  'two levels deeper': answers('getUser', (user) => ({ data: { attributes: user } })),
  'as a list of one': answers('getUser', (user) => [user]),
  'with flags in the KYC part': answers('getUser', ({ flags, kyc, ...others }) => ({
    ...others,
    kyc: { ...(kyc as Fields | null), flags },
  })),
  'with flags by code': answers('getUser', ({ flags, ...others }) => ({
    ...others,
    flags: Object.fromEntries((flags as Fields[]).map((flag) => [String(flag['code']), flag])),
  })),
  'with flags as codes alone': answers('getUser', ({ flags, ...others }) => ({
    ...others,
    flags: (flags as Fields[]).map(({ code }) => code),
  })),
  'with a KYC status on top': answers('getUser', ({ kyc, ...others }) => ({
    ...others,
    kycStatus: (kyc as Fields | null)?.['status'] ?? null,
  })),
};

describe('of a user read', { timeout: 60_000 }, () => {
  it.for(Object.entries(reads))('%s', async ([name, mutate]) => {
    const deployment = await sandboxDeployment(targets, 'default', dialects.default);
    const outcome = await runAgainst(deployment, mutate, { settings: inOrder });
    expectToldInShort('user-reads', name, outcome);
  });
});
