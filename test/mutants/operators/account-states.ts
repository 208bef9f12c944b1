/** §2.7, §3, §5.6, §7: flags, KYC, transactions, linking. */
import type { FlagCategory } from '../../../src/contract/types.ts';
import { isAccepted, omitFields, type Exchange, type Fields } from '../exchange.ts';
import type { Memory } from '../memory.ts';
import {
  listFlagRecords,
  listFlags,
  isOf,
  getKyc,
  setFlags,
  listTransactions,
  getUser,
  type WireFlag,
} from '../user-object.ts';
import type { Naming } from '../naming.ts';
import { changeAcceptedBody, createOperator, type Operator } from './operator.ts';

type Change = (user: Fields, naming: Naming, memory: Memory, exchange: Exchange) => void;

function changeUserState(
  requirement: string,
  kind: Operator['kind'],
  name: string,
  change: Change,
  applies?: (naming: Naming) => boolean,
): Operator {
  return createOperator(
    requirement,
    kind,
    name,
    changeAcceptedBody('getUser', (body, exchange, memory) => {
      change(getUser(body, exchange.naming), exchange.naming, memory, exchange);
      return body;
    }),
    applies,
  );
}

/** Keeps, changes or removes each flag. */
const changeEachFlag =
  (change: (flag: WireFlag, naming: Naming, user: Fields) => WireFlag | null): Change =>
  (user, naming) => {
    const before = listFlags(user, naming);
    if (before.length === 0) return;
    setFlags(
      user,
      before.flatMap((flag) => change(flag, naming, user) ?? []),
      naming,
    );
  };

const removeFlags = (category: FlagCategory) =>
  changeEachFlag((flag, naming) => (isOf(flag, category, naming) ? null : flag));

const hasFlagOf = (user: Fields, naming: Naming, category: FlagCategory) =>
  listFlags(user, naming).some((flag) => isOf(flag, category, naming));

/** Returns whether the user has a Fraud flag and a KYC Review flag. */
const hasBothFlags = ({ accounts }: Naming) =>
  accounts.some(({ flags }) =>
    (['Fraud', 'KYC Review'] as const).every((its) =>
      flags?.some(({ category }) => category === its),
    ),
  );

const hasRecords = ({ user }: Naming) => user.flagsAs !== 'codes by category';
const hasTransactions = ({ user }: Naming) => user.transactions !== null;
const hasCategories = ({ user }: Naming) => user.category !== null || user.flagsAs !== 'list';
const hasPersonalInformation = ({ user }: Naming) => user.personalInformation.length > 0;

const changeFlagCode = (
  name: string,
  kind: Operator['kind'],
  requirement: string,
  spell: (code: unknown) => unknown,
) =>
  changeUserState(
    requirement,
    kind,
    name,
    (user, naming) => {
      for (const record of listFlagRecords(user, naming)) {
        record[naming.user.code] = spell(record[naming.user.code]);
      }
    },
    hasRecords,
  );

const changeKyc = (
  requirement: string,
  name: string,
  kind: Operator['kind'],
  spell: (kyc: Fields) => unknown,
) =>
  changeUserState(requirement, kind, name, (user, naming) => {
    const before = getKyc(user, naming);
    if (before['status'] !== undefined) user[naming.user.kyc] = spell(before);
  });

const changeKycStatus = (
  requirement: string,
  name: string,
  spell: (changeKycStatus: string) => unknown,
) =>
  changeKyc(requirement, name, 'undocumented value', (its) => ({
    ...its,
    status: spell(String(its['status'])),
  }));

const changeTransactions = (
  requirement: string,
  kind: Operator['kind'],
  name: string,
  change: (
    transaction: Fields,
    status: string,
    naming: Naming,
    memory: Memory,
    /** The session of the user read. */
    reader: string,
  ) => void,
) =>
  changeUserState(
    requirement,
    kind,
    name,
    (user, naming, memory, { request }) => {
      const reader = request.headers['authorization'] ?? '';
      for (const transaction of listTransactions(user, naming)) {
        change(transaction, String(transaction[naming.user.cryptoStatus]), naming, memory, reader);
      }
    },
    hasTransactions,
  );

const readTransactionId = (transaction: Fields) =>
  String(transaction['id'] ?? transaction['transactionId']);

const changeCryptoStatus = (
  name: string,
  spell: (status: string) => unknown,
  requirement = '2.7.transaction.cryptoStatus-values',
) =>
  changeTransactions(requirement, 'undocumented value', name, (its, status, naming) => {
    its[naming.user.cryptoStatus] = spell(status);
  });

const changeTransactionHash = (name: string, change: (transaction: Fields) => void) =>
  changeTransactions('2.7.transaction.transactionHash', 'schema broken', name, (its, status) => {
    if (status === 'COMPLETE') change(its);
  });

const hideParts = (
  requirement: string,
  name: string,
  when: (user: Fields, naming: Naming) => boolean,
  what: (naming: Naming) => readonly (string | null)[],
  applies: (naming: Naming) => boolean,
) =>
  changeUserState(
    requirement,
    'data withheld',
    name,
    (user, naming) => {
      if (!when(user, naming)) return;
      for (const part of what(naming)) if (part !== null) delete user[part];
    },
    applies,
  );

const categories: readonly FlagCategory[] = ['Fraud', 'KYC Review', 'Transaction Processing'];

const hasFlag = (user: Fields, naming: Naming) => listFlags(user, naming).length > 0;
const isF0000 = (user: Fields, naming: Naming) =>
  listFlags(user, naming).some((flag) => flag.code === 'F0000');
/** Returns whether the user has a flag of the category other than F0000. */
const hasFlagOfCategory = (category: FlagCategory) => (user: Fields, naming: Naming) =>
  hasFlagOf(user, naming, category) && !isF0000(user, naming);

const unsettledFlag = (naming: Naming): WireFlag => {
  const declared = naming.accounts
    .flatMap((account) => account.flags ?? [])
    .find(({ category }) => category === 'Transaction Processing');
  return { code: declared?.code ?? 'T1001', category: naming.categories['Transaction Processing'] };
};

function addUnsettledFlag(user: Fields, naming: Naming): void {
  if (hasFlagOf(user, naming, 'Transaction Processing')) return;
  setFlags(user, [...listFlags(user, naming), unsettledFlag(naming)], naming);
}

const isOfSecondClient = ({ request, naming }: Exchange) =>
  request.headers['service-client-id'] === naming.clients[1]?.clientId;

export const accountStates: readonly Operator[] = [
  changeFlagCode('flags have no code', 'schema broken', '2.7.flag.code', () => undefined),
  changeFlagCode('the code of a flag is a number', 'schema broken', '7.1.flag.mappable', (its) =>
    Number(String(its).replaceAll(/\D/g, '')),
  ),
  changeFlagCode('the code of a flag is null', 'schema broken', '7.1.flag.mappable', () => null),
  changeFlagCode(
    'the code of a flag is an empty string',
    'schema broken',
    '7.1.flag.mappable',
    () => '',
  ),
  changeUserState(
    '2.7.flag.f0000',
    'undocumented value',
    'F0000 is written f0000',
    changeEachFlag((flag) => ({ ...flag, code: flag.code.replace('F0000', 'f0000') })),
  ),
  changeUserState(
    '2.7.flag.f0000',
    'undocumented value',
    'F0000 is written F-0000',
    changeEachFlag((flag) => ({ ...flag, code: flag.code.replace('F0000', 'F-0000') })),
  ),
  changeUserState(
    '2.7.flag.category',
    'undocumented value',
    'all flags have one category',
    changeEachFlag((flag) => (flag.category === null ? flag : { ...flag, category: 'GENERAL' })),
    hasCategories,
  ),
  changeUserState(
    '2.7.flag.category',
    'schema broken',
    'flags have no category',
    (user, naming) => {
      for (const record of listFlagRecords(user, naming)) delete record[naming.user.category ?? ''];
    },
    ({ user }) => user.category !== null && user.flagsAs === 'list',
  ),
  changeKyc('2.7.kyc.status', 'the KYC sub-object has no status', 'schema broken', (its) =>
    omitFields(its, 'status'),
  ),
  changeKyc(
    '2.7.kyc.status',
    'the status of KYC is named state',
    'schema broken',
    ({ status, ...rest }) => ({ ...rest, state: status }),
  ),
  changeKyc(
    '2.7.kyc.status',
    'the KYC sub-object is a string',
    'schema broken',
    (its) => its['status'],
  ),
  changeKyc(
    '2.7.kyc.status',
    'the KYC sub-object is null after submission',
    'data withheld',
    () => null,
  ),
  changeKycStatus('2.7.kyc.status-values', 'the KYC status is in lower case', (its) =>
    its.toLowerCase(),
  ),
  changeKycStatus('2.7.kyc.status-values', 'a declined KYC is REJECTED', (its) =>
    its.replace('DECLINED', 'REJECTED'),
  ),
  changeKycStatus('2.7.kyc.status-values', 'an approved KYC is VERIFIED', (its) =>
    its.replace('APPROVED', 'VERIFIED'),
  ),
  changeKycStatus('2.7.kyc.status-values', 'a KYC in review is PENDING', (its) =>
    its.replace('IN_REVIEW', 'PENDING'),
  ),
  changeKycStatus('2.7.kyc.status-values', 'the KYC status is a number', (its) => its.length),
  changeKycStatus('3.1.kyc.approval-readable', 'an approved KYC has no status', (its) =>
    its === 'APPROVED' ? undefined : its,
  ),
  changeKyc('3.1.kyc.approval-readable', 'an approved KYC is a boolean', 'schema broken', (its) =>
    its['status'] === 'APPROVED' ? { approved: true } : its,
  ),
  changeKycStatus('3.1.kyc.approval-readable', 'every KYC reads IN_REVIEW', () => 'IN_REVIEW'),
  changeUserState(
    '3.2.kyc.flags-readable',
    'data withheld',
    'with a Fraud flag, KYC Review flags are omitted',
    (user, naming, memory, exchange) => {
      if (hasFlagOf(user, naming, 'Fraud'))
        removeFlags('KYC Review')(user, naming, memory, exchange);
    },
    hasBothFlags,
  ),
  changeUserState(
    '3.2.kyc.flags-readable',
    'data withheld',
    'only the first of several flags is returned',
    (user, naming) => setFlags(user, listFlags(user, naming).slice(0, 1), naming),
    hasBothFlags,
  ),
  ...(['IN_REVIEW', 'DECLINED'] as const).map((its) =>
    changeUserState(
      '3.2.kyc.flags-readable',
      'data withheld',
      `flags are omitted while KYC is ${its}`,
      (user, naming) => {
        if (getKyc(user, naming)['status'] === its) delete user[naming.user.flags];
      },
    ),
  ),
  changeUserState(
    '3.2.kyc.flag-given',
    'data withheld',
    'a user in review has no flag',
    (user, naming) => {
      if (getKyc(user, naming)['status'] === 'IN_REVIEW') setFlags(user, [], naming);
    },
  ),
  changeCryptoStatus('COMPLETE is written COMPLETED', (its) =>
    its.replace('COMPLETE', 'COMPLETED'),
  ),
  changeCryptoStatus('a crypto status is in lower case', (its) => its.toLowerCase()),
  changeCryptoStatus('a failed payment is REJECTED', (its) => its.replace('FAILED', 'REJECTED')),
  changeCryptoStatus('a pending payment is PROCESSING', (its) =>
    its.replace('PENDING', 'PROCESSING'),
  ),
  changeCryptoStatus('a pending payment has no crypto status', (its) =>
    its === 'PENDING' ? null : its,
  ),
  changeCryptoStatus(
    'a new payment is CREATED',
    (its) => its.replace('PENDING', 'CREATED'),
    '3.transaction.starts-pending',
  ),
  changeCryptoStatus(
    'a failed settlement has the status ERROR',
    (its) => its.replace('FAILED', 'ERROR'),
    '3.transaction.failure-fails',
  ),
  changeTransactions(
    '3.transaction.success-completes',
    'data withheld',
    'a settled transaction never gets a transactionHash',
    (its) => (its['transactionHash'] = ''),
  ),
  changeTransactionHash(
    'a COMPLETE transaction has no transactionHash',
    (its) => delete its['transactionHash'],
  ),
  changeTransactionHash(
    'the transactionHash of a COMPLETE transaction is null',
    (its) => (its['transactionHash'] = null),
  ),
  changeTransactionHash(
    'the transactionHash of a COMPLETE transaction is empty',
    (its) => (its['transactionHash'] = ''),
  ),
  changeTransactionHash('the transactionHash is named txHash', (its) => {
    its['txHash'] = its['transactionHash'];
    delete its['transactionHash'];
  }),
  changeTransactionHash(
    'the transactionHash is a number',
    (its) => (its['transactionHash'] = 12_345),
  ),
  changeTransactions(
    '3.transaction.end-states',
    'state not changed',
    'a FAILED transaction is COMPLETE in the second read',
    (its, before, naming, memory, reader) => {
      if (before === 'FAILED' && memory.count(`failed ${readTransactionId(its)} ${reader}`) > 1) {
        its[naming.user.cryptoStatus] = 'COMPLETE';
        its['transactionHash'] = `0x${'ab'.repeat(32)}`;
      }
    },
  ),
  changeTransactions(
    '3.transaction.end-states',
    'state not changed',
    'a COMPLETE transaction is PENDING in the second read',
    (its, before, naming, memory, reader) => {
      if (
        before === 'COMPLETE' &&
        memory.count(`complete ${readTransactionId(its)} ${reader}`) > 1
      ) {
        its[naming.user.cryptoStatus] = 'PENDING';
        delete its['transactionHash'];
      }
    },
  ),
  ...(['7.5.transaction.failed-has-flag', '3.transaction.failed-sets-flag'] as const).map(
    (requirement) =>
      changeUserState(
        requirement,
        'data withheld',
        `a user with a FAILED transaction has no flag (${requirement[0]})`,
        (user, naming) => {
          const isFailed = listTransactions(user, naming).some(
            (its) => its[naming.user.cryptoStatus] === 'FAILED',
          );
          if (isFailed)
            removeFlags('Transaction Processing')(user, naming, null as never, null as never);
        },
        hasTransactions,
      ),
  ),
  changeUserState(
    '7.flags.signal-failures',
    'data withheld',
    'no user has a flag',
    (user, naming) => setFlags(user, [], naming),
  ),
  changeUserState(
    '3.3.flag.returned-sets-flag',
    'data withheld',
    'a returned payment sets no flag',
    (user, naming) => {
      const isFailed = listTransactions(user, naming).some(
        (its) => its[naming.user.cryptoStatus] === 'FAILED',
      );
      if (!isFailed)
        removeFlags('Transaction Processing')(user, naming, null as never, null as never);
    },
  ),
  changeUserState(
    '3.3.flag.failed-or-returned-only',
    'state not changed',
    'a new user has a Transaction Processing flag',
    (user, naming) => {
      if (listTransactions(user, naming).length === 0) addUnsettledFlag(user, naming);
    },
  ),
  changeUserState(
    '3.3.flag.not-by-purchase',
    'state not changed',
    'a purchase sets a Transaction Processing flag',
    (user, naming) => {
      if (listTransactions(user, naming).length > 0) addUnsettledFlag(user, naming);
    },
    hasTransactions,
  ),
  ...categories.map((category) =>
    hideParts(
      '7.2.personal-information.readable',
      `personal information is withheld under a ${category} flag`,
      hasFlagOfCategory(category),
      ({ user }) => user.personalInformation,
      hasPersonalInformation,
    ),
  ),
  ...categories.map((category) =>
    hideParts(
      '7.3.transactions.readable',
      `transactions are withheld under a ${category} flag`,
      (user, naming) => hasFlagOf(user, naming, category),
      ({ user }) => [user.transactions],
      hasTransactions,
    ),
  ),
  hideParts(
    '7.3.transactions.readable',
    'transactions are withheld under F0000',
    isF0000,
    ({ user }) => [user.transactions],
    hasTransactions,
  ),
  changeUserState(
    '7.3.transactions.readable',
    'data withheld',
    'transactions are an empty list under any flag',
    (user, naming) => {
      if (hasFlag(user, naming)) user[naming.user.transactions ?? ''] = [];
    },
    hasTransactions,
  ),
  changeUserState(
    '5.6.linking.skips-onboarding',
    'data withheld',
    'a second client sees no KYC status',
    (user, naming, _memory, exchange) => {
      if (isOfSecondClient(exchange)) delete user[naming.user.kyc];
    },
  ),
  changeUserState(
    '5.6.linking.skips-onboarding',
    'data withheld',
    'a second client sees KYC in review',
    (user, naming, _memory, exchange) => {
      if (isOfSecondClient(exchange) && getKyc(user, naming)['status'] !== undefined)
        user[naming.user.kyc] = { status: 'IN_REVIEW' };
    },
  ),
  ...createLinkingOperators(),
];

/** Creates operators that give each client application separate users. */
function createLinkingOperators(): Operator[] {
  const own = (id: string) => id.replace(/^.{8}/, (digits) => digits.split('').reverse().join(''));
  return [
    createOperator(
      '5.6.linking.same-user',
      "other user's data",
      'a second client gets another user id',
      changeAcceptedBody(
        ['authenticateWallet', 'authenticateSmsOtp', 'authenticateEmailOtp'],
        (body, exchange, memory) => {
          const mask = body['userMask'] as Fields | undefined;
          const id = mask?.['id'];
          if (!isOfSecondClient(exchange) || typeof id !== 'string') return body;
          return { ...body, userMask: { ...mask, id: memory.setAlias(id, own(id)) } };
        },
      ),
    ),
    createOperator(
      '5.6.linking.same-user',
      'valid request rejected',
      'a second client cannot sign in a user of the first',
      async (exchange, memory) => {
        const response = await exchange.forward();
        const { request } = exchange;
        const signs = request.operation === 'authenticateWallet';
        if (!signs || !isAccepted(response)) return response;
        const wallet = String(JSON.parse(request.text).walletAddress).toLowerCase();
        const owner = memory.get(wallet);
        const client = request.headers['service-client-id'];
        memory.set(wallet, owner ?? client);
        return owner !== undefined && owner !== client
          ? { ...response, status: 409, text: '{}' }
          : response;
      },
    ),
  ];
}
