/**
 * Checks which flags, statuses and transactions are allowed together (§2.7, §3, §7), for scenario files,
 * control API and snapshots.
 */
import type { FlagCategory, KycStatus } from '../contract/types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Transaction, User } from './records.ts';
import { findFlagCategory, findFlagDefinition, hasFlagInCategory } from './flags.ts';

/** Names of the rules. They are stable: tools and tests refer to them. */
export type LegalityRule =
  | 'unknown-flag'
  | 'failed-without-flag'
  | 'flag-without-failure'
  | 'returned-without-flag'
  | 'hash-before-complete'
  | 'returned-before-complete'
  | 'settles-when-settled'
  | 'kyc-status-without-flag';

/** An error violates the interface. A warning is a state for which the client has no message. */
export interface UserProblem {
  readonly rule: LegalityRule;
  /** Section and number, as in openapi/requirements.yaml: `7.5`. */
  readonly clause: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint: string;
  /** JSON Pointer (RFC 6901) into the user as scenarios and the control API write it. */
  readonly pointer: string;
}

export type CheckedUser = Pick<User, 'flags' | 'kyc'> & {
  readonly transactions: readonly CheckedTransaction[];
};

type CheckedTransaction = Pick<
  Transaction,
  'cryptoStatus' | 'returned' | 'transactionHash' | 'settles'
>;

/** Maximum number of codes in a hint. */
const MAX_CODES_IN_HINT = 12;

/** Returns all problems of a user, in the order of the members of the user; empty if there are none. */
export function findProblems(user: CheckedUser, dialect: Dialect): UserProblem[] {
  const hasTransactionFlag = hasFlagInCategory('Transaction Processing', user, dialect);
  return [
    ...findKycProblems(user, dialect),
    ...findFlagProblems(user, dialect),
    ...user.transactions.flatMap((transaction, i) => [
      ...findTransactionProblems(transaction, `/transactions/${i}`, hasTransactionFlag, dialect),
    ]),
  ];
}

function* findKycProblems(user: CheckedUser, dialect: Dialect): Generator<UserProblem> {
  // §3.2
  if (!needsExplanation(user.kyc)) return;
  if (hasFlagInCategory('KYC Review', user, dialect) || hasFlagInCategory('Fraud', user, dialect))
    return;
  yield {
    rule: 'kyc-status-without-flag',
    clause: '3.2',
    severity: 'warning',
    message: `The KYC status is ${user.kyc}, but the user has no KYC Review or Fraud flag, so the client has no message to show.`,
    hint: `Add ${describeCodes(['KYC Review', 'Fraud'], dialect)}.`,
    pointer: '/kyc/status',
  };
}

function* findFlagProblems(user: CheckedUser, dialect: Dialect): Generator<UserProblem> {
  const hasFailure = user.transactions.some(hasFailed);
  for (const [index, code] of user.flags.entries()) {
    const pointer = `/flags/${index}`;
    // §2.7
    if (findFlagDefinition(code, dialect) === undefined) {
      yield {
        rule: 'unknown-flag',
        clause: '2.7',
        severity: 'error',
        message: `Unknown flag "${code}": not in the flag catalogue of the dialect.`,
        hint: `Known flags: ${joinCodes(dialect.flags.catalogue.map((flag) => flag.code))}. Add others to flags.catalogue in the dialect.`,
        pointer,
      };
    }
    // §3.3
    const category = findFlagCategory(code, dialect);
    if (category === 'Transaction Processing' && !hasFailure) {
      yield {
        rule: 'flag-without-failure',
        clause: '3.3',
        severity: 'error',
        message: `${code} is a Transaction Processing flag, which requires a FAILED or returned transaction, but the user has none.`,
        hint: 'Add a FAILED or returned transaction, or remove the flag.',
        pointer,
      };
    }
  }
}

function* findTransactionProblems(
  transaction: CheckedTransaction,
  pointer: string,
  hasTransactionFlag: boolean,
  dialect: Dialect,
): Generator<UserProblem> {
  const { cryptoStatus, returned, transactionHash, settles } = transaction;
  // §7.5
  if (cryptoStatus === 'FAILED' && !hasTransactionFlag) {
    yield {
      rule: 'failed-without-flag',
      clause: '7.5',
      severity: 'error',
      message: 'A FAILED transaction requires a Transaction Processing flag.',
      hint: `Add ${describeCodes(['Transaction Processing'], dialect)} to the flags.`,
      pointer: `${pointer}/cryptoStatus`,
    };
  }
  // §2.7
  if (transactionHash !== null && cryptoStatus !== 'COMPLETE') {
    yield {
      rule: 'hash-before-complete',
      clause: '2.7',
      severity: 'error',
      message: `Only a COMPLETE transaction has a transactionHash; this one is ${cryptoStatus}.`,
      hint: 'Remove the transactionHash, or set the crypto status to COMPLETE.',
      pointer: `${pointer}/transactionHash`,
    };
  }
  // §3.3
  if (returned && cryptoStatus !== 'COMPLETE') {
    yield {
      rule: 'returned-before-complete',
      clause: '3.3',
      severity: 'error',
      message: `Only a COMPLETE transaction can be returned; this one is ${cryptoStatus}.`,
      hint: 'Set the crypto status to COMPLETE, or remove "returned".',
      pointer: `${pointer}/returned`,
    };
  }
  // §3.3: a return sets a flag; whether the flag remains is not stated
  if (returned && cryptoStatus === 'COMPLETE' && !hasTransactionFlag) {
    yield {
      rule: 'returned-without-flag',
      clause: '3.3',
      severity: 'warning',
      message:
        'A returned transaction should have a Transaction Processing flag, but the user has none.',
      hint: `Add ${describeCodes(['Transaction Processing'], dialect)} to the flags.`,
      pointer: `${pointer}/returned`,
    };
  }
  // §3
  if (settles !== null && cryptoStatus !== 'PENDING') {
    yield {
      rule: 'settles-when-settled',
      clause: '3',
      severity: 'error',
      message: `Only a PENDING transaction can settle; this one is ${cryptoStatus}.`,
      hint: 'Remove "settles", or set the crypto status to PENDING.',
      pointer: `${pointer}/settles`,
    };
  }
}

/** Returns whether the client must explain a KYC status, by the KYC Review and Fraud flags (§3.2). */
export function needsExplanation(kyc: KycStatus | null): boolean {
  return kyc === 'IN_REVIEW' || kyc === 'DECLINED';
}

/** Returns whether a payment failed to settle, or was returned (§3.3). */
function hasFailed({ cryptoStatus, returned }: CheckedTransaction): boolean {
  return cryptoStatus === 'FAILED' || returned;
}

function describeCodes(categories: readonly FlagCategory[], dialect: Dialect): string {
  const codes = dialect.flags.catalogue.flatMap(({ code, category }) =>
    category !== null && categories.includes(category) ? [code] : [],
  );
  return codes.length === 0
    ? `a flag of the category ${categories.join(' or ')}`
    : joinCodes(codes, ' or ');
}

function joinCodes(codes: readonly string[], last: ' and ' | ' or ' = ' and '): string {
  const omitted = codes.length - MAX_CODES_IN_HINT;
  if (omitted > 0) {
    const others = last === ' or ' ? `one of ${omitted} more` : `${omitted} more`;
    return `${codes.slice(0, MAX_CODES_IN_HINT).join(', ')}${last}${others}`;
  }
  if (codes.length < 2) return codes.join('');
  return `${codes.slice(0, -1).join(', ')}${last}${codes.at(-1)}`;
}
