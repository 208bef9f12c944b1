import { expect, it } from 'vitest';
import { selectByLength } from '../setup/test-length.ts';
import { loadBase } from './loading.ts';

const USERS = selectByLength({ short: 10_000, long: 100_000 });

/** Takes some seconds. The folder bench measures the duration. */
it(`loads ${USERS.toLocaleString('en')} users`, { timeout: 120_000 }, async () => {
  const users = Array.from({ length: USERS }, (_, index) => ({
    key: `u${index}`,
    phoneNumber: `+1202${2_000_000 + index}`,
    emailAddress: `u${index}@example.test`,
    personalInformation: { firstName: 'Rita', lastName: 'Example' },
    wallets: [{ address: `0x${index.toString(16).padStart(40, '0')}` }],
    kyc: { status: 'APPROVED' },
    flags: ['T1001'],
    transactions: [{ key: 't1', cryptoStatus: 'FAILED' }],
  }));
  const base = await loadBase({ text: JSON.stringify({ name: 'large', users }) });
  expect(base.users.size).toBe(USERS);
  expect(base.userIdByIdentity.size).toBe(3 * USERS);
  expect(base.userIdByTransaction.size).toBe(USERS);
});
