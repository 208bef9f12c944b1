/** Accounts in a realistic mix: most without problems, but every state occurs. */
import type { Faker } from '@faker-js/faker';
import type { KycStatus } from '../../contract/types.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { needsExplanation } from '../../domain/legality.ts';
import type { TransactionState } from '../../domain/state-tables.ts';
import { listCodes } from '../example-codes.ts';
import { listWalletVariants, type AccountPlan, type PlannedWallet } from './account-plan.ts';

/** The frequency of each value, as a share of the sum of its table. */
type Weights<Value> = readonly { readonly value: Value; readonly weight: number }[];

const SIGN_IN: Weights<{ readonly wallets: number; readonly channels: AccountPlan['channels'] }> = [
  { value: { wallets: 1, channels: [] }, weight: 15 },
  { value: { wallets: 1, channels: ['email'] }, weight: 25 },
  { value: { wallets: 1, channels: ['sms', 'email'] }, weight: 14 },
  { value: { wallets: 2, channels: ['email'] }, weight: 5 },
  { value: { wallets: 0, channels: ['email'] }, weight: 22 },
  { value: { wallets: 0, channels: ['sms'] }, weight: 9 },
  { value: { wallets: 0, channels: ['sms', 'email'] }, weight: 10 },
];

const KYC: Weights<KycStatus | null> = [
  { value: 'APPROVED', weight: 70 },
  { value: 'IN_REVIEW', weight: 10 },
  { value: 'DECLINED', weight: 8 },
  { value: null, weight: 12 },
];

const TRANSACTION_COUNT: Weights<number> = [
  { value: 0, weight: 30 },
  { value: 1, weight: 40 },
  { value: 2, weight: 20 },
  { value: 3, weight: 10 },
];

const TRANSACTION: Weights<TransactionState> = [
  { value: 'COMPLETE', weight: 82 },
  { value: 'PENDING', weight: 9 },
  { value: 'FAILED', weight: 6 },
  { value: 'returned', weight: 3 },
];

const LINKS: Weights<AccountPlan['links']> = [
  { value: 'first client', weight: 70 },
  { value: 'all clients', weight: 20 },
  { value: 'other clients', weight: 10 },
];

const CHANCE = { unverifiedWallet: 0.1, fraud: 0.03, noCategory: 0.02, reviewExplains: 0.75 };

/**
 * Returns a function that draws the next account. A state that requires a flag gets a flag; a KYC status does
 * not occur if the catalogue has no flag for it.
 */
export function createMixedPlanner(faker: Faker, dialect: Dialect): () => AccountPlan {
  const variants = listWalletVariants(dialect);
  const codes = {
    fraud: listCodes('Fraud', dialect),
    review: listCodes('KYC Review', dialect),
    processing: listCodes('Transaction Processing', dialect),
    noCategory: listCodes(null, dialect),
  };
  // KYC Review and Fraud flags explain a KYC status (§3.2).
  const hasExplanation = codes.fraud.length + codes.review.length > 0;
  const kycStatuses = KYC.filter(({ value }) => hasExplanation || !needsExplanation(value));

  const drawValue = <Value>(weights: Weights<Value>): Value =>
    faker.helpers.weightedArrayElement(weights);
  const drawBoolean = (probability: number): boolean => faker.datatype.boolean(probability);
  const drawFlag = (codesOfCategory: readonly string[]): readonly string[] =>
    codesOfCategory.length === 0 ? [] : [faker.helpers.arrayElement(codesOfCategory)];

  function drawWallet(): PlannedWallet {
    return {
      variant: faker.helpers.arrayElement(variants),
      status: drawBoolean(CHANCE.unverifiedWallet) ? 'unverified' : 'verified',
    };
  }

  /** Draws a flag if the KYC status requires one (§3.2); otherwise sometimes a Fraud flag. */
  function drawKycFlags(kyc: KycStatus | null): readonly string[] {
    if (!needsExplanation(kyc)) return drawBoolean(CHANCE.fraud) ? drawFlag(codes.fraud) : [];
    const { review, fraud } = codes;
    const [first, second] = drawBoolean(CHANCE.reviewExplains) ? [review, fraud] : [fraud, review];
    return drawFlag(first.length > 0 ? first : second);
  }

  /** Draws a Transaction Processing flag if a payment failed or was returned (§3.3, §7.5). */
  function drawTransactionFlags(states: readonly TransactionState[]): readonly string[] {
    return states.some((state) => state === 'FAILED' || state === 'returned')
      ? drawFlag(codes.processing)
      : [];
  }

  return () => {
    const { wallets, channels } = drawValue(SIGN_IN);
    const kyc = drawValue(kycStatuses);
    // A realistic assumption: the interface does not state that a purchase requires KYC.
    const count = kyc === 'APPROVED' ? drawValue(TRANSACTION_COUNT) : 0;
    const transactions = Array.from({ length: count }, () => drawValue(TRANSACTION));
    return {
      channels,
      wallets: Array.from({ length: wallets }, drawWallet),
      kyc,
      flags: [
        ...drawKycFlags(kyc),
        ...(drawBoolean(CHANCE.noCategory) ? drawFlag(codes.noCategory) : []),
        ...drawTransactionFlags(transactions),
      ],
      transactions,
      links: drawValue(LINKS),
    };
  };
}
