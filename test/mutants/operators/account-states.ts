/** §2.7, §3, §5.6, §7: flags, KYC, transactions, linking. */
import type { FlagCategory } from '../../../src/contract/types.ts';
import {
  createResponse,
  isAccepted,
  omitFields,
  readLowerCaseAddress,
  readClientId,
  toFields,
  type Fields,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import {
  hasF0000,
  hasFlagOf,
  listFlagRecords,
  listFlags,
  isOfCategory,
  getKyc,
  setFlags,
  listTransactions,
  type WireFlag,
} from '../user-object.ts';
import type { DeploymentTraits } from '../deployment-traits.ts';
import {
  changeBody,
  changeUser,
  createOperator,
  isOfSecondClient,
  createOperatorsIf,
  createOperators,
  signIns,
  type Operator,
} from './operator.ts';

/** Replaces each flag by the result of `change`; null removes the flag. */
const changeEachFlag =
  (change: (flag: WireFlag, traits: DeploymentTraits) => WireFlag | null) =>
  (user: Fields, traits: DeploymentTraits): void => {
    const flags = listFlags(user, traits);
    if (flags.length === 0) return;
    const changed = flags.flatMap((flag) => change(flag, traits) ?? []);
    setFlags(user, changed, traits);
  };

const removeFlags = (category: FlagCategory) =>
  changeEachFlag((flag, traits) => (isOfCategory(flag, category, traits) ? null : flag));

/** Returns whether an account has a Fraud flag and a KYC Review flag. */
const hasAccountWithBothFlags = ({ accounts }: DeploymentTraits) =>
  accounts.some(({ flags }) =>
    (['Fraud', 'KYC Review'] as const).every((name) =>
      flags?.some(({ category }) => category === name),
    ),
  );

/** Returns whether a flag is an object. Otherwise, it is only a code. */
const hasFlagRecords = ({ user }: DeploymentTraits) => user.flagsAs !== 'codes by category';
const hasTransactions = ({ user }: DeploymentTraits) => user.transactions !== null;
const hasCategories = ({ user }: DeploymentTraits) =>
  user.category !== null || user.flagsAs !== 'list';
const hasPersonalInformation = ({ user }: DeploymentTraits) => user.personalInformation.length > 0;

const changeFlagCode = (change: (code: unknown) => unknown) =>
  changeUser((user, traits) => {
    for (const record of listFlagRecords(user, traits)) {
      record[traits.user.code] = change(record[traits.user.code]);
    }
  });

const changeKyc = (change: (kyc: Fields) => unknown) =>
  changeUser((user, traits) => {
    const kyc = getKyc(user, traits);
    if (kyc['status'] !== undefined) user[traits.user.kyc] = change(kyc);
  });

const changeKycStatus = (change: (status: string) => unknown) =>
  changeKyc((kyc) => ({ ...kyc, status: change(String(kyc['status'])) }));

const replaceKycStatus = (status: string, replacement: string) =>
  changeKycStatus((current) => current.replace(status, replacement));

const changeTransactions = (
  change: (
    transaction: Fields,
    status: string,
    traits: DeploymentTraits,
    memory: Memory,
    session: string,
  ) => void,
) =>
  changeUser((user, traits, memory, { request }) => {
    const session = request.headers['authorization'] ?? '';
    for (const transaction of listTransactions(user, traits)) {
      change(transaction, String(transaction[traits.user.cryptoStatus]), traits, memory, session);
    }
  });

const hasFailedTransaction = (user: Fields, traits: DeploymentTraits) =>
  listTransactions(user, traits).some(
    (transaction) => transaction[traits.user.cryptoStatus] === 'FAILED',
  );

const changeCryptoStatus = (change: (status: string) => unknown) =>
  changeTransactions((transaction, status, traits) => {
    transaction[traits.user.cryptoStatus] = change(status);
  });

/** From the second read by a session, changes the state and the transactionHash of transactions in the state `from`. */
const changeInSecondRead = (from: string, to: string, transactionHash?: string) =>
  changeTransactions((transaction, status, { user }, memory, session) => {
    const key = `${String(transaction['id'] ?? transaction['transactionId'])} ${session}`;
    if (status === from && memory.increment(key) > 1)
      Object.assign(transaction, { [user.cryptoStatus]: to, transactionHash });
  });

const replaceCryptoStatus = (status: string, replacement: string) =>
  changeCryptoStatus((current) => current.replace(status, replacement));

const changeHash = (change: (transaction: Fields) => void) =>
  changeTransactions((transaction, status) => {
    if (status === 'COMPLETE') change(transaction);
  });

const setHash = (value: unknown) =>
  changeHash((transaction) => (transaction['transactionHash'] = value));

const hideFieldsIf = (
  condition: (user: Fields, traits: DeploymentTraits) => boolean,
  getFields: (traits: DeploymentTraits) => readonly (string | null)[],
) =>
  changeUser((user, traits) => {
    if (!condition(user, traits)) return;
    for (const field of getFields(traits)) if (field !== null) delete user[field];
  });

const categories: readonly FlagCategory[] = ['Fraud', 'KYC Review', 'Transaction Processing'];

const hasFlagButNotF0000 = (category: FlagCategory) => (user: Fields, traits: DeploymentTraits) =>
  hasFlagOf(category)(user, traits) && !hasF0000(user, traits);

const createTransactionFlag = (traits: DeploymentTraits): WireFlag => {
  const declared = traits.accounts
    .flatMap((account) => account.flags ?? [])
    .find(({ category }) => category === 'Transaction Processing');
  return { code: declared?.code ?? 'T1001', category: traits.categories['Transaction Processing'] };
};

function addTransactionFlag(user: Fields, traits: DeploymentTraits): void {
  if (hasFlagOf('Transaction Processing')(user, traits)) return;
  setFlags(user, [...listFlags(user, traits), createTransactionFlag(traits)], traits);
}

export const accountStates: readonly Operator[] = [
  ...createOperatorsIf(hasFlagRecords, '2.7.flag.code', 'schema broken', {
    'flags have no code': changeFlagCode(() => undefined),
  }),
  ...createOperatorsIf(hasFlagRecords, '7.1.flag.mappable', 'schema broken', {
    'the code of a flag is a number': changeFlagCode((code) =>
      Number(String(code).replaceAll(/\D/g, '')),
    ),
    'the code of a flag is null': changeFlagCode(() => null),
    'the code of a flag is an empty string': changeFlagCode(() => ''),
  }),
  ...createOperators('2.7.flag.f0000', 'undocumented value', {
    'F0000 is written f0000': changeUser(
      changeEachFlag((flag) => ({ ...flag, code: flag.code.replace('F0000', 'f0000') })),
    ),
    'F0000 is written F-0000': changeUser(
      changeEachFlag((flag) => ({ ...flag, code: flag.code.replace('F0000', 'F-0000') })),
    ),
  }),
  ...createOperatorsIf(hasCategories, '2.7.flag.category', 'undocumented value', {
    'all flags have the category GENERAL': changeUser(
      changeEachFlag((flag) => (flag.category === null ? flag : { ...flag, category: 'GENERAL' })),
    ),
  }),
  ...createOperatorsIf(
    ({ user }) => user.category !== null && user.flagsAs === 'list',
    '2.7.flag.category',
    'schema broken',
    {
      'flags have no category': changeUser((user, traits) => {
        for (const record of listFlagRecords(user, traits))
          delete record[traits.user.category ?? ''];
      }),
    },
  ),
  ...createOperators('2.7.kyc.status', 'schema broken', {
    'the KYC sub-object has no status': changeKyc((kyc) => omitFields(kyc, 'status')),
    'the status of KYC is named state': changeKyc(({ status, ...otherFields }) => ({
      ...otherFields,
      state: status,
    })),
    'the KYC sub-object is a string': changeKyc((kyc) => kyc['status']),
  }),
  ...createOperators('2.7.kyc.status', 'data withheld', {
    'the KYC sub-object is null after submission': changeKyc(() => null),
  }),
  ...createOperators('2.7.kyc.status-values', 'undocumented value', {
    'the KYC status is in lower case': changeKycStatus((status) => status.toLowerCase()),
    'a declined KYC is REJECTED': replaceKycStatus('DECLINED', 'REJECTED'),
    'an approved KYC is VERIFIED': replaceKycStatus('APPROVED', 'VERIFIED'),
    'a KYC in review is PENDING': replaceKycStatus('IN_REVIEW', 'PENDING'),
    'every KYC status is REVIEW': changeKycStatus(() => 'REVIEW'),
    'the KYC status is a number': changeKycStatus((status) => status.length),
  }),
  ...createOperators('3.1.kyc.approval-readable', 'undocumented value', {
    'an approved KYC has no status': changeKycStatus((status) =>
      status === 'APPROVED' ? undefined : status,
    ),
  }),
  ...createOperators('3.1.kyc.approval-readable', 'schema broken', {
    'an approved KYC is a boolean': changeKyc((kyc) =>
      kyc['status'] === 'APPROVED' ? { approved: true } : kyc,
    ),
  }),
  ...createOperators('3.1.kyc.approval-readable', 'undocumented value', {
    'every KYC status is IN_REVIEW': changeKycStatus(() => 'IN_REVIEW'),
  }),
  ...createOperatorsIf(hasAccountWithBothFlags, '3.2.kyc.flags-readable', 'data withheld', {
    'with a Fraud flag, KYC Review flags are omitted': changeUser((user, traits) => {
      if (hasFlagOf('Fraud')(user, traits)) removeFlags('KYC Review')(user, traits);
    }),
    'only the first of several flags is returned': changeUser((user, traits) =>
      setFlags(user, listFlags(user, traits).slice(0, 1), traits),
    ),
  }),
  ...(['IN_REVIEW', 'DECLINED'] as const).map((status) =>
    createOperator(
      '3.2.kyc.flags-readable',
      'data withheld',
      `flags are omitted while KYC is ${status}`,
      changeUser((user, traits) => {
        if (getKyc(user, traits)['status'] === status) delete user[traits.user.flags];
      }),
    ),
  ),
  ...createOperators('3.2.kyc.flag-given', 'data withheld', {
    'a user in review has no flag': changeUser((user, traits) => {
      if (getKyc(user, traits)['status'] === 'IN_REVIEW') setFlags(user, [], traits);
    }),
  }),
  ...createOperatorsIf(
    hasTransactions,
    '2.7.transaction.cryptoStatus-values',
    'undocumented value',
    {
      'COMPLETE is written COMPLETED': replaceCryptoStatus('COMPLETE', 'COMPLETED'),
      'a crypto status is in lower case': changeCryptoStatus((status) => status.toLowerCase()),
      'a failed payment is REJECTED': replaceCryptoStatus('FAILED', 'REJECTED'),
      'a pending payment is PROCESSING': replaceCryptoStatus('PENDING', 'PROCESSING'),
      'a pending payment has no crypto status': changeCryptoStatus((status) =>
        status === 'PENDING' ? null : status,
      ),
    },
  ),
  ...createOperatorsIf(hasTransactions, '3.transaction.starts-pending', 'undocumented value', {
    'PENDING is written CREATED': replaceCryptoStatus('PENDING', 'CREATED'),
  }),
  ...createOperatorsIf(hasTransactions, '3.transaction.failure-fails', 'undocumented value', {
    'a failed settlement has the status ERROR': replaceCryptoStatus('FAILED', 'ERROR'),
  }),
  ...createOperatorsIf(hasTransactions, '3.transaction.success-completes', 'data withheld', {
    'a settled transaction never gets a transactionHash': changeTransactions(
      (transaction) => (transaction['transactionHash'] = ''),
    ),
  }),
  ...createOperatorsIf(hasTransactions, '2.7.transaction.transactionHash', 'schema broken', {
    'a COMPLETE transaction has no transactionHash': changeHash(
      (transaction) => delete transaction['transactionHash'],
    ),
    'the transactionHash of a COMPLETE transaction is null': setHash(null),
    'the transactionHash of a COMPLETE transaction is empty': setHash(''),
    'the transactionHash of a COMPLETE transaction is 0x': setHash('0x'),
    'the transactionHash of a COMPLETE transaction is shortened for display': changeHash(
      (transaction) =>
        (transaction['transactionHash'] =
          `${String(transaction['transactionHash']).slice(0, 10)}…`),
    ),
    'the transactionHash is named txHash': changeHash((transaction) => {
      transaction['txHash'] = transaction['transactionHash'];
      delete transaction['transactionHash'];
    }),
    'the transactionHash is a number': setHash(12_345),
  }),
  ...createOperatorsIf(hasTransactions, '3.transaction.end-states', 'state not changed', {
    'a FAILED transaction is COMPLETE in the second read': changeInSecondRead(
      'FAILED',
      'COMPLETE',
      `0x${'ab'.repeat(32)}`,
    ),
    'a COMPLETE transaction is PENDING in the second read': changeInSecondRead(
      'COMPLETE',
      'PENDING',
    ),
  }),
  ...(['7.5.transaction.failed-has-flag', '3.transaction.failed-sets-flag'] as const).map(
    (requirement) =>
      createOperator(
        requirement,
        'data withheld',
        `a user with a FAILED transaction has no flag (§${requirement[0]})`,
        changeUser((user, traits) => {
          if (hasFailedTransaction(user, traits))
            removeFlags('Transaction Processing')(user, traits);
        }),
        hasTransactions,
      ),
  ),
  ...createOperators('7.flags.signal-failures', 'data withheld', {
    'no user has a flag': changeUser((user, traits) => setFlags(user, [], traits)),
  }),
  ...createOperators('3.3.flag.returned-sets-flag', 'data withheld', {
    'a returned payment sets no flag': changeUser((user, traits) => {
      if (!hasFailedTransaction(user, traits)) removeFlags('Transaction Processing')(user, traits);
    }),
  }),
  ...createOperators('3.3.flag.failed-or-returned-only', 'state not changed', {
    'a new user has a Transaction Processing flag': changeUser((user, traits) => {
      if (listTransactions(user, traits).length === 0) addTransactionFlag(user, traits);
    }),
  }),
  ...createOperatorsIf(hasTransactions, '3.3.flag.not-by-purchase', 'state not changed', {
    'a purchase sets a Transaction Processing flag': changeUser((user, traits) => {
      if (listTransactions(user, traits).length > 0) addTransactionFlag(user, traits);
    }),
  }),
  ...categories.map((category) =>
    createOperator(
      '7.2.personal-information.readable',
      'data withheld',
      `personal information is withheld under a ${category} flag`,
      hideFieldsIf(hasFlagButNotF0000(category), ({ user }) => user.personalInformation),
      hasPersonalInformation,
    ),
  ),
  ...categories.map((category) =>
    createOperator(
      '7.3.transactions.readable',
      'data withheld',
      `transactions are withheld under a ${category} flag`,
      hideFieldsIf(hasFlagOf(category), ({ user }) => [user.transactions]),
      hasTransactions,
    ),
  ),
  ...createOperatorsIf(hasTransactions, '7.3.transactions.readable', 'data withheld', {
    'transactions are withheld under F0000': hideFieldsIf(hasF0000, ({ user }) => [
      user.transactions,
    ]),
    'transactions are an empty list under any flag': changeUser((user, traits) => {
      if (listFlags(user, traits).length > 0) user[traits.user.transactions ?? ''] = [];
    }),
  }),
  ...createOperators('5.6.linking.skips-onboarding', 'data withheld', {
    'a second client sees no KYC status': changeUser((user, traits, _memory, exchange) => {
      if (isOfSecondClient(exchange)) delete user[traits.user.kyc];
    }),
    'a second client sees KYC in review': changeUser((user, traits, _memory, exchange) => {
      if (isOfSecondClient(exchange) && getKyc(user, traits)['status'] !== undefined)
        user[traits.user.kyc] = { status: 'IN_REVIEW' };
    }),
  }),
  ...createOperators('5.6.linking.same-user', "other user's data", {
    'a second client gets another user id': changeBody(signIns, (body, exchange, memory) => {
      const mask = toFields(body['userMask']);
      const { id } = mask;
      if (!isOfSecondClient(exchange) || typeof id !== 'string') return body;
      return { ...body, userMask: { ...mask, id: memory.setAlias(id, reverseFirstDigits(id)) } };
    }),
  }),
  ...createOperators('5.6.linking.same-user', 'valid request rejected', {
    'a second client cannot sign in a user of the first client': async (exchange, memory) => {
      const response = await exchange.forward();
      const { request } = exchange;
      if (request.operation !== 'authenticateWallet' || !isAccepted(response)) return response;
      const address = readLowerCaseAddress(request);
      const client = readClientId(request);
      const firstClient = memory.get(address) ?? client;
      memory.set(address, firstClient);
      return client === firstClient ? response : createResponse(409, {});
    },
  }),
];

function reverseFirstDigits(id: string): string {
  return id.replace(/^.{8}/, (digits) => digits.split('').reverse().join(''));
}
