/** The users that the tests of the control API read and change. */
import { getTestWallet } from '../../src/ports/test-wallets.ts';
import { loadBase } from '../scenarios/loading.ts';

export const RITA_WALLET = (await getTestWallet(0)).address;

/** Returns a UUID that is easy to read. */
export function createId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export const RITA = createId(1);
/** Ids of transactions, by crypto status. */
export const PENDING_ID = createId(11);
export const COMPLETE_ID = createId(12);
export const FAILED_ID = createId(13);

const users = [
  {
    id: RITA,
    key: 'rita',
    phoneNumber: '+12025550143',
    emailAddress: 'Rita@example.test',
    personalInformation: { firstName: 'Rita', lastName: 'Example' },
    wallets: [{ wallet: 0 }],
    kyc: { status: 'IN_REVIEW' },
    flags: ['K1001'],
    transactions: [
      { id: PENDING_ID, key: 't1', cryptoStatus: 'PENDING' },
      { id: COMPLETE_ID, key: 't2', cryptoStatus: 'COMPLETE' },
    ],
    linkedClients: ['wallet-app'],
  },
  { id: createId(2), key: 'newcomer', linkedClients: [] },
  { id: createId(3), key: 'fraudster', flags: ['F1001'], linkedClients: [] },
  {
    id: createId(4),
    key: 'unlucky',
    flags: ['T1001'],
    transactions: [{ id: FAILED_ID, key: 't1', cryptoStatus: 'FAILED' }],
    linkedClients: [],
  },
];

export const peopleBase = await loadBase({ document: { name: 'people', users } });
