/** Random users of a scenario that the interface allows (§2.7, §3, §7). */
import * as fc from 'fast-check';

import type {
  ScenarioTransaction,
  ScenarioUser,
  ScenarioWallet,
} from '../../src/contract/scenario.gen.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';

/** Indexes of the test wallets that users can have. */
const WALLETS = [0, 1, 2];
export const UNUSED_WALLET = 3;

/** Generates users with the key `someone` who can sign in and have flags of the dialect. */
export function createLegalUsers(dialect: Dialect): fc.Arbitrary<ScenarioUser> {
  return transactionLists.chain((transactions) =>
    fc
      .record(
        {
          phoneNumber: fc.constant('+12025550143'),
          emailAddress: fc.constant('someone@example.test'),
          wallets: walletLists,
          personalInformation,
          kyc: fc.record({ status: fc.constantFrom('APPROVED', 'IN_REVIEW', 'DECLINED') }),
          flags: createFlags(transactions, dialect),
          linkedClients: fc.subarray(['wallet-app', 'exchange-app']),
        },
        { requiredKeys: ['wallets', 'flags', 'linkedClients'] },
      )
      .filter(canSignIn)
      .map((fields) => ({ key: 'someone', ...fields, transactions })),
  );
}

/** §1: by wallet, SMS or email. */
function canSignIn(user: Partial<ScenarioUser>): boolean {
  const hasWallet = (user.wallets ?? []).length > 0;
  return hasWallet || user.phoneNumber !== undefined || user.emailAddress !== undefined;
}

const personalInformation = fc.record(
  { firstName: fc.constantFrom('Rita', 'Ludwig'), city: fc.constant('Springfield') },
  { requiredKeys: [] },
);

/** §2.2, §3: wallets with a network or a type, verified or not. */
const walletLists: fc.Arbitrary<ScenarioWallet[]> = fc.subarray(WALLETS).chain((indexes) =>
  fc.tuple(
    ...indexes.map((wallet) =>
      fc
        .record({
          variant: fc.constantFrom(
            { network: 'ETHEREUM' as const },
            { network: 'POLYGON' as const },
            { type: 'EVM' },
          ),
          status: fc.constantFrom('verified' as const, 'unverified' as const),
        })
        .map(({ variant, status }) => ({ wallet, ...variant, status })),
    ),
  ),
);

/** §3: transactions that are PENDING, perhaps until a settlement; COMPLETE, perhaps returned; or FAILED. */
const transactionLists: fc.Arbitrary<ScenarioTransaction[]> = fc
  .array(
    fc.oneof(
      fc.record(
        {
          cryptoStatus: fc.constant('PENDING' as const),
          settles: fc.record({
            after: fc.constantFrom('PT30M', 'PT90M'),
            outcome: fc.constantFrom('success' as const, 'failure' as const),
          }),
        },
        { requiredKeys: ['cryptoStatus'] },
      ),
      fc.record({ cryptoStatus: fc.constant('COMPLETE' as const), returned: fc.boolean() }),
      fc.record({ cryptoStatus: fc.constant('FAILED' as const) }),
    ),
    { maxLength: 3 },
  )
  .map((list) => list.map((transaction, index) => ({ key: `t${index}`, ...transaction })));

/**
 * Generates flag codes in any order. Flags of the category Transaction Processing need a failed or
 * returned transaction (§3 rule 3), and a failed transaction needs one of them (§7.5).
 */
function createFlags(
  transactions: readonly ScenarioTransaction[],
  { flags: { catalogue } }: Dialect,
): fc.Arbitrary<string[]> {
  const processingFlags = catalogue.filter(({ category }) => category === 'Transaction Processing');
  const otherFlags = catalogue.filter((flag) => !processingFlags.includes(flag));
  const hasFailed = transactions.some(({ cryptoStatus }) => cryptoStatus === 'FAILED');
  const hasReturned = transactions.some(({ returned }) => returned === true);
  return fc
    .tuple(
      fc.subarray(otherFlags),
      fc.subarray(hasFailed || hasReturned ? processingFlags : [], {
        minLength: hasFailed ? 1 : 0,
      }),
    )
    .map((flags) => flags.flat().map(({ code }) => code))
    .chain((codes) => fc.shuffledSubarray(codes, { minLength: codes.length }));
}
