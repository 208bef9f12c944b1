import { expect, it } from 'vitest';
import { selectByLength } from '../setup/test-length.ts';
import { loadBase } from './loading.ts';

const USERS = selectByLength({ short: 10_000, long: 100_000 });

/** Takes some seconds. bench/ measures the duration; this test does not assert it. */
it(`loads ${USERS.toLocaleString('en')} users`, { timeout: 120_000 }, async () => {
  const users = Array.from({ length: USERS }, (_, n) => ({
    key: `u${n}`,
    phoneNumber: `+1202${2_000_000 + n}`,
    emailAddress: `u${n}@example.test`,
    personalInformation: { firstName: 'Rita', lastName: 'Example' },
    wallets: [{ address: `0x${n.toString(16).padStart(40, '0')}` }],
    kyc: { status: 'APPROVED' },
    flags: ['T1001'],
    transactions: [{ key: 't1', cryptoStatus: 'FAILED' }],
  }));
  const base = await loadBase({ text: JSON.stringify({ name: 'large', users }) });
  expect(base.users.size).toBe(USERS);
  expect(base.userIdByIdentity.size).toBe(3 * USERS);
  expect(base.userIdByTransaction.size).toBe(USERS);
});
