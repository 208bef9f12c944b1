/** What a client application must show of a user, and which requests will be refused (§3, §5.6, §7). */
import type { components } from '../contract/control.gen.ts';
import type { FlagCategory, KycStatus } from '../contract/types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Transaction, User, Wallet } from './records.ts';
import {
  findFlagCategory,
  hasFlagInCategory,
  operationsByWrite,
  restrictsWrite,
  withholdsPersonalInformation,
} from './flags.ts';
import { getShownKycStatus } from './user-object.ts';

type Schemas = components['schemas'];

export type Expectations = Schemas['Expectations'];
export type ExpectedMessage = Schemas['ExpectedMessage'];
export type RestrictedWrite = Schemas['RestrictedWrite'];
export type NextAction = Schemas['NextStep']['action'];

export interface Account extends Pick<User, 'id' | 'key' | 'kyc' | 'flags' | 'linkedClients'> {
  readonly wallets: readonly Pick<Wallet, 'status'>[];
  readonly transactions: readonly Pick<Transaction, 'cryptoStatus'>[];
}

export interface ExpectationOptions {
  readonly dialect: Dialect;
  /** The client application that shows the user; default: any. */
  readonly clientId?: string | undefined;
}

/**
 * Returns what a client must show of a user, which requests will be refused, and what the client must do next.
 *
 * @param user the user after settlement of all due transactions (see `settleDue`)
 *
 * @example
 * deriveExpectations(kira, { dialect: defaultDialect }).restrictedOperations;
 * // ['addWalletToUser', 'submitKyc', 'submitTransaction']
 */
export function deriveExpectations(user: Account, options: ExpectationOptions): Expectations {
  const { dialect } = options;
  const restrictedWrites = listRestrictedWrites(user, options);
  return {
    user: user.key ?? user.id,
    messages: user.flags.map((code) => createMessage(code, dialect)),
    personalInformation: withholdsPersonalInformation(user, dialect) ? 'withheld' : 'visible',
    // §7.3: visible with any flag.
    transactionHistory: 'visible',
    writes: hasFlagInCategory('Fraud', user, dialect) ? 'restricted' : 'allowed',
    restrictedOperations: [...new Set(restrictedWrites.map(({ operation }) => operation))],
    restrictedWrites,
    // §5.6: a user who has submitted KYC through any client skips onboarding.
    onboarding: user.kyc === null ? 'required' : 'skipped',
    next: possibleNextSteps
      .filter(({ when }) => when(user, options))
      .map(({ action, clause }) => ({ action, clause })),
  };
}

type Condition = (user: Account, options: ExpectationOptions) => boolean;

/** The writes that a Fraud flag can restrict (§7.4), and whether each is possible for the account. */
const restrictableWrites: readonly {
  readonly write: RestrictedWrite['write'];
  readonly when: Condition;
}[] = [
  { write: 'addWallet', when: () => true },
  { write: 'verifyWallet', when: hasUnverifiedWallet },
  { write: 'addPhone', when: (_, { dialect }) => dialect.otp.sms.bearerSession === 'addsPhone' },
  {
    write: 'linkClient',
    when: ({ linkedClients }, { clientId }) =>
      clientId === undefined || !linkedClients.includes(clientId),
  },
  { write: 'submitKyc', when: () => true },
  { write: 'submitTransaction', when: () => true },
];

/** The operations of each write. Submissions are not operations of the interface (§1). */
const allOperationsByWrite: {
  readonly [W in RestrictedWrite['write']]: readonly RestrictedWrite['operation'][];
} = { ...operationsByWrite, submitKyc: ['submitKyc'], submitTransaction: ['submitTransaction'] };

/** The possible next steps of a client, each with its condition. */
const possibleNextSteps: readonly {
  readonly action: NextAction;
  readonly when: Condition;
  readonly clause: string;
}[] = [
  {
    action: 'linkAccount',
    when: (user, { clientId, dialect }) =>
      clientId !== undefined &&
      !user.linkedClients.includes(clientId) &&
      !restrictsWrite('linkClient', user, dialect),
    clause: '5.6',
  },
  { action: 'reviewFlags', when: hasTransaction('FAILED'), clause: '3' },
  { action: 'reviewFlags', when: hasKycStatus('IN_REVIEW', 'DECLINED'), clause: '3.2' },
  { action: 'showMessage', when: ({ flags }) => flags.length > 0, clause: '7.1' },
  { action: 'readUserAgain', when: hasTransaction('PENDING'), clause: '3' },
  { action: 'readUserAgain', when: hasKycStatus('IN_REVIEW'), clause: '3.1' },
  {
    action: 'submitKyc',
    when: (user, { dialect }) => user.kyc === null && !hasFlagInCategory('Fraud', user, dialect),
    clause: '3.1',
  },
  {
    action: 'verifyWallet',
    when: (user, { dialect }) =>
      hasUnverifiedWallet(user) && !restrictsWrite('verifyWallet', user, dialect),
    clause: '3',
  },
];

/** §7.1: each flag has its message. */
function createMessage(code: string, dialect: Dialect): ExpectedMessage {
  const category = findFlagCategory(code, dialect);
  return {
    flag: code,
    category,
    messageKey: `flags.${code}`,
    ...getSeverity(code, category, dialect),
  };
}

/**
 * Returns the severity of a flag, and the clause that it follows from:
 *
 * - `blocking`: a Fraud flag, which restricts writes, or a flag that withholds the personal information
 * - `error`: a payment has failed
 * - `warning`: nothing is withheld: a KYC Review flag, or a flag that only requires a message
 */
function getSeverity(
  code: string,
  category: FlagCategory | null,
  dialect: Dialect,
): Pick<ExpectedMessage, 'clause' | 'severity'> {
  if (category === 'Fraud') return { clause: '7.4', severity: 'blocking' };
  if (withholdsPersonalInformation({ flags: [code] }, dialect)) {
    return { clause: '7.2', severity: 'blocking' };
  }
  if (category === 'Transaction Processing') return { clause: '3.3', severity: 'error' };
  if (category === 'KYC Review') return { clause: '3.2', severity: 'warning' };
  return { clause: '7.1', severity: 'warning' };
}

/** Returns the writes that a Fraud flag restricts, with each of their operations (§7.4). */
function listRestrictedWrites(user: Account, options: ExpectationOptions): RestrictedWrite[] {
  return restrictableWrites
    .filter(({ write }) => isRefused(write, user, options.dialect))
    .filter(({ when }) => when(user, options))
    .flatMap(({ write }) => {
      return allOperationsByWrite[write].map((operation) => ({ operation, write }));
    });
}

/** Submissions have no setting in `flags.fraudRestricts`: a Fraud flag always refuses them. */
function isRefused(write: RestrictedWrite['write'], user: Account, dialect: Dialect): boolean {
  return write === 'submitKyc' || write === 'submitTransaction'
    ? hasFlagInCategory('Fraud', user, dialect)
    : restrictsWrite(write, user, dialect);
}

function hasUnverifiedWallet({ wallets }: Account): boolean {
  return wallets.some(({ status }) => status === 'unverified');
}

function hasTransaction(status: Transaction['cryptoStatus']): Condition {
  return ({ transactions }) => transactions.some(({ cryptoStatus }) => cryptoStatus === status);
}

/** Compares the status in the user read (`kyc.beforeSubmission`). */
function hasKycStatus(...statuses: readonly KycStatus[]): Condition {
  return (user, { dialect }) => {
    const shown = getShownKycStatus(user, dialect);
    return shown !== null && statuses.includes(shown);
  };
}
