/** Random users that the interface allows, as a scenario document writes them (§2.7, §3, §7). */
import * as fc from 'fast-check';

import type {
  ScenarioTransaction,
  ScenarioUser,
  ScenarioWallet,
} from '../../src/contract/scenario.gen.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';

/** Indexes of the test wallets of users; the next one is unused. */
const WALLETS = [0, 1, 2];
export const FREE_WALLET = WALLETS.length;

/** Generates users with the key `someone` who can sign in and have flags of the dialect. */
export function createLegalUsers(dialect: Dialect): fc.Arbitrary<ScenarioUser> {
  return transactions.chain((drawn) =>
    fc
      .record(
        {
          phoneNumber: fc.constant('+12025550143'),
          emailAddress: fc.constant('someone@example.test'),
          wallets,
          personalInformation,
          kyc: fc.record({ status: fc.constantFrom('APPROVED', 'IN_REVIEW', 'DECLINED') }),
          flags: createFlags(drawn, dialect),
          linkedClients: fc.subarray(['wallet-app', 'exchange-app']),
        },
        { requiredKeys: ['wallets', 'flags', 'linkedClients'] },
      )
      .filter(canSignIn)
      .map((parts) => ({ key: 'someone', ...parts, transactions: drawn })),
  );
}

/** §1: by wallet, SMS or email. */
function canSignIn({ wallets: own, phoneNumber, emailAddress }: Partial<ScenarioUser>): boolean {
  return (own ?? []).length > 0 || phoneNumber !== undefined || emailAddress !== undefined;
}

const personalInformation = fc.record(
  { firstName: fc.constantFrom('Rita', 'Ludwig'), city: fc.constant('Springfield') },
  { requiredKeys: [] },
);

/** §2.2, §3: by network or by type, verified or not. */
const wallets: fc.Arbitrary<ScenarioWallet[]> = fc.subarray(WALLETS).chain((places) =>
  fc.tuple(
    ...places.map((wallet) =>
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

/** §3: PENDING, perhaps for some time only; COMPLETE, perhaps returned (rule 3); FAILED. */
const transactions: fc.Arbitrary<ScenarioTransaction[]> = fc
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
  .map((made) => made.map((transaction, at) => ({ key: `t${at}`, ...transaction })));

/**
 * Any flags, in any order; but of Transaction Processing none where no payment has failed or was
 * returned (§3 rule 3), and at least one where one is FAILED (§7.5).
 */
function createFlags(
  made: readonly ScenarioTransaction[],
  { flags: { catalogue } }: Dialect,
): fc.Arbitrary<string[]> {
  const processing = catalogue.filter(({ category }) => category === 'Transaction Processing');
  const others = catalogue.filter((flag) => !processing.includes(flag));
  const hasFailed = made.some(({ cryptoStatus }) => cryptoStatus === 'FAILED');
  const isBroken = hasFailed || made.some(({ returned }) => returned === true);
  return fc
    .tuple(
      fc.subarray(others),
      fc.subarray(isBroken ? processing : [], { minLength: hasFailed ? 1 : 0 }),
    )
    .map((chosen) => chosen.flat().map(({ code }) => code))
    .chain((codes) => fc.shuffledSubarray(codes, { minLength: codes.length }));
}
