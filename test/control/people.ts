/** The users that the tests of the control API read and change. */
import type { Dialect } from '../../src/dialect/dialect.ts';
import {
  getEmailIdentity,
  getPhoneIdentity,
  getWalletIdentity,
} from '../../src/domain/identity.ts';
import { getTestWallet } from '../../src/ports/test-wallets.ts';
import { defaultClients } from '../../src/scenarios/clients.ts';
import type { Base } from '../../src/store/base.ts';
import type { SeededTransaction, SeededUser } from '../../src/domain/records.ts';

export const RITA_WALLET = (await getTestWallet(0)).address;
const TRANSACTION_HASH = `0x${'ab'.repeat(32)}`;

/** Returns a UUID that is easy to read. */
export function createId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export const RITA = createId(1);
/** Ids of transactions, by crypto status. */
export const PENDING_ID = createId(11);
export const COMPLETE_ID = createId(12);
export const FAILED_ID = createId(13);

const emptyUser: Omit<SeededUser, 'id' | 'key'> = {
  createTime: null,
  updateTime: null,
  phoneNumber: null,
  emailAddress: null,
  personalInformation: {},
  wallets: [],
  kyc: null,
  flags: [],
  transactions: [],
  linkedClients: [],
};

const pendingTransaction: Omit<SeededTransaction, 'id' | 'key'> = {
  cryptoStatus: 'PENDING',
  returned: false,
  transactionHash: null,
  createTime: null,
  updateTime: null,
  settles: null,
};

const users: readonly SeededUser[] = [
  {
    ...emptyUser,
    id: RITA,
    key: 'rita',
    phoneNumber: '+12025550143',
    emailAddress: 'Rita@example.test',
    personalInformation: { firstName: 'Rita', lastName: 'Example' },
    wallets: [{ address: RITA_WALLET, network: 'ETHEREUM', type: null, status: 'verified' }],
    kyc: 'IN_REVIEW',
    flags: ['K1001'],
    transactions: [
      { ...pendingTransaction, id: PENDING_ID, key: 't1' },
      {
        ...pendingTransaction,
        id: COMPLETE_ID,
        key: 't2',
        cryptoStatus: 'COMPLETE',
        transactionHash: TRANSACTION_HASH,
      },
    ],
    linkedClients: ['wallet-app'],
  },
  { ...emptyUser, id: createId(2), key: 'newcomer' },
  { ...emptyUser, id: createId(3), key: 'fraudster', flags: ['F1001'] },
  {
    ...emptyUser,
    id: createId(4),
    key: 'unlucky',
    flags: ['T1001'],
    transactions: [{ ...pendingTransaction, id: FAILED_ID, key: 't1', cryptoStatus: 'FAILED' }],
  },
];

export function createUserBase(dialect: Dialect): Base {
  return {
    hash: 'people',
    name: 'people',
    description: 'The users of the tests of the control API.',
    clock: null,
    clients: new Map(defaultClients.map((client) => [client.id, client])),
    users: new Map(users.map((user) => [user.id, user])),
    userIds: users.map((user) => user.id),
    userIdByKey: new Map(users.map((user) => [user.key ?? '', user.id])),
    userIdByIdentity: new Map(
      users.flatMap((user) =>
        [
          ...user.wallets.map((wallet) => getWalletIdentity(wallet, dialect)),
          ...(user.phoneNumber === null ? [] : [getPhoneIdentity(user.phoneNumber)]),
          ...(user.emailAddress === null ? [] : [getEmailIdentity(user.emailAddress)]),
        ].map((identity) => [identity, user.id] as const),
      ),
    ),
    parts: [],
    runtime: null,
    userIdByTransaction: new Map(
      users.flatMap((user) =>
        user.transactions.map((transaction) => [transaction.id, user.id] as const),
      ),
    ),
  };
}
