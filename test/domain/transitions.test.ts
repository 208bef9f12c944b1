import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { KycStatus, WalletStatus } from '../../src/contract/types.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { loadDialect } from '../../src/dialect/load.ts';
import { findProblems } from '../../src/domain/legality.ts';
import {
  createKycTable,
  getRow,
  IllegalTransition,
  transactionTable,
  type WalletEvent,
} from '../../src/domain/state-tables.ts';
import {
  changeFlags,
  changeKyc,
  returnPayment,
  settle,
  settleDue,
  submitKyc,
  submitTransaction,
  getNextWalletStatus,
} from '../../src/domain/transitions.ts';
import type { Settlement, User } from '../../src/domain/records.ts';
import { createDialect } from '../contract/dialect-variations.ts';
import { createUser } from '../engines/bases.ts';

const T0 = Date.parse('2026-01-15T10:00:00.000Z');
const HASH = `0x${'ab'.repeat(32)}`;

const newcomer = createUser('8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f', {
  key: 'rita',
  createTime: '2026-01-15T10:00:00.000Z',
  updateTime: '2026-01-15T10:00:00.000Z',
  phoneNumber: '+12025550143',
});

const createUserWithFlags = (...flags: string[]): User => ({ ...newcomer, flags });

interface PendingOptions {
  readonly settles?: Settlement;
  readonly user?: User;
  readonly id?: string;
}

function createUserWithPending({
  settles,
  user = newcomer,
  id = 'tx1',
}: PendingOptions = {}): User {
  const submission = { id, key: null, settles: settles ?? null, instant: T0 };
  return submitTransaction(user, submission, defaultDialect);
}

const success = { outcome: 'success', transactionHash: HASH } as const;
const failure = { outcome: 'failure', flag: 'T1001' } as const;
const createUserWithComplete = () => settle(createUserWithPending(), 'tx1', success, T0 + 1000);
const createUserWithFailed = () => settle(createUserWithPending(), 'tx1', failure, T0 + 1000);
const createUserWithReturned = () =>
  returnPayment(createUserWithComplete(), 'tx1', 'T1002', T0 + 2000);

/** Expects that a change is rejected with this rule and clause. */
function expectIllegal(change: () => unknown, rule: string, clause: string): void {
  expect(change).toThrow(IllegalTransition);
  expect(change).toThrow(expect.objectContaining({ rule, clause }));
}

describe('§3 the crypto wallet of a user', () => {
  it.each<[WalletStatus | null, WalletEvent, WalletStatus]>([
    [null, 'added', 'unverified'],
    ['unverified', 'authenticated', 'verified'],
    [null, 'authenticated', 'verified'],
    ['unverified', 'added', 'unverified'],
    ['verified', 'added', 'verified'],
    ['verified', 'authenticated', 'verified'],
  ])('changes from %s by %s to %s', (from, event, to) => {
    expect(getNextWalletStatus(from, event)).toBe(to);
  });
});

describe('§3 an ACH transaction', () => {
  it('starts as PENDING', () => {
    expect(createUserWithPending().transactions).toEqual([
      {
        id: 'tx1',
        key: null,
        cryptoStatus: 'PENDING',
        returned: false,
        transactionHash: null,
        createTime: '2026-01-15T10:00:00.000Z',
        updateTime: '2026-01-15T10:00:00.000Z',
        settles: null,
      },
    ]);
  });

  it('becomes COMPLETE with its transactionHash', () => {
    const user = createUserWithComplete();
    expect(user.transactions[0]).toMatchObject({
      cryptoStatus: 'COMPLETE',
      transactionHash: HASH,
      updateTime: '2026-01-15T10:00:01.000Z',
    });
    expect(user.updateTime).toBe('2026-01-15T10:00:01.000Z');
    expect(user.flags).toEqual([]);
  });

  it('becomes FAILED with a flag on the account', () => {
    const user = createUserWithFailed();
    expect(user.transactions[0]).toMatchObject({ cryptoStatus: 'FAILED', transactionHash: null });
    expect(user.flags).toEqual(['T1001']);
  });

  it('sets one flag for several failures', () => {
    const userWithTwo = createUserWithPending({ user: createUserWithFailed(), id: 'tx2' });
    const user = settle(userWithTwo, 'tx2', failure, T0 + 2000);
    expect(user.flags).toEqual(['T1001']);
  });

  it('stays COMPLETE and gets a flag if the bank returns the payment (§3.3)', () => {
    const user = returnPayment(createUserWithComplete(), 'tx1', 'T1002', T0 + 5000);
    expect(user.transactions[0]).toMatchObject({
      cryptoStatus: 'COMPLETE',
      returned: true,
      transactionHash: HASH,
      updateTime: '2026-01-15T10:00:05.000Z',
    });
    expect(user.flags).toEqual(['T1002']);
  });

  it.each([
    ['settles again after COMPLETE', () => settle(createUserWithComplete(), 'tx1', failure, T0)],
    ['settles again after FAILED', () => settle(createUserWithFailed(), 'tx1', success, T0)],
    ['settles again after a return', () => settle(createUserWithReturned(), 'tx1', failure, T0)],
  ])('never %s', (_, change) => {
    expectIllegal(change, 'crypto-status-transition', '3');
  });

  it.each([
    ['PENDING', () => returnPayment(createUserWithPending(), 'tx1', 'T1002', T0)],
    ['FAILED', () => returnPayment(createUserWithFailed(), 'tx1', 'T1002', T0)],
    ['already returned', () => returnPayment(createUserWithReturned(), 'tx1', 'T1002', T0)],
  ])('cannot be returned if it is %s', (_, change) => {
    expectIllegal(change, 'crypto-status-transition', '3.3');
  });

  it('rejects an illegal change with an error that names its status and the required status', () => {
    expect(() => returnPayment(createUserWithFailed(), 'tx1', 'T1002', T0)).toThrow(
      'A transaction that is FAILED cannot be returned; only one that is COMPLETE can.',
    );
    expect(() => returnPayment(createUserWithReturned(), 'tx1', 'T1002', T0)).toThrow(
      'A transaction that is returned cannot be returned; only one that is COMPLETE can.',
    );
    expect(() => settle(createUserWithFailed(), 'tx1', failure, T0)).toThrow(
      'A transaction that is FAILED cannot fail to settle; only one that is PENDING can.',
    );
  });

  it('has the status "new" in the error if it does not exist yet', () => {
    expect(() => getRow(transactionTable, null, 'settled')).toThrow(
      'A transaction that is new cannot be settled; only one that is PENDING can.',
    );
  });

  it('must belong to the account', () => {
    expect(() => settle(createUserWithPending(), 'tx2', success, T0)).toThrow(
      new RangeError(`user ${newcomer.id} has no transaction tx2`),
    );
  });
});

describe('§3 a settlement that is due', () => {
  const createSettlement = (seconds: number, outcome: Settlement['outcome']): Settlement => ({
    after: seconds * 1000,
    outcome,
  });
  const settleAfter = (user: User, seconds: number) =>
    settleDue(user, T0 + seconds * 1000, { flagCode: 'T1001', drawHash: () => HASH });

  it('does not happen before its due time', () => {
    const user = createUserWithPending({ settles: createSettlement(30, 'success') });
    expect(settleAfter(user, 29.999)).toBe(user);
    expect(settleAfter(user, 30).transactions[0]).toMatchObject({
      cryptoStatus: 'COMPLETE',
      transactionHash: HASH,
    });
  });

  it('is postponed by its delay', () => {
    const user = createUserWithPending({ settles: createSettlement(30, 'success') });
    const settleLate = (seconds: number) =>
      settleDue(user, T0 + seconds * 1000, {
        flagCode: 'T1001',
        drawHash: () => HASH,
        getDelay: (id, instant) => (id === 'tx1' && instant === T0 + 30_000 ? 5000 : 0),
      });
    expect(settleLate(34.999)).toBe(user);
    expect(settleLate(60).updateTime).toBe('2026-01-15T10:00:35.000Z');
  });

  it('happens at its due time, even if the user is read later', () => {
    const settles = createSettlement(30, 'failure');
    const user = settleAfter(createUserWithPending({ settles }), 3600);
    expect(user).toMatchObject({
      flags: ['T1001'],
      updateTime: '2026-01-15T10:00:30.000Z',
      transactions: [{ cryptoStatus: 'FAILED', updateTime: '2026-01-15T10:00:30.000Z' }],
    });
  });

  it('ignores a transaction that is already settled or has no settlement', () => {
    expect(settleAfter(createUserWithPending(), 3600).transactions[0]?.cryptoStatus).toBe(
      'PENDING',
    );
    const user = createUserWithPending({ settles: createSettlement(30, 'failure') });
    const settledUser = settle(user, 'tx1', success, T0 + 1000);
    expect(settleAfter(settledUser, 3600)).toBe(settledUser);
  });

  it('does not set the updateTime of a user back', () => {
    const user = {
      ...createUserWithPending({ settles: createSettlement(30, 'success') }),
      updateTime: '2026-01-15T11:00:00.000Z',
    };
    expect(settleAfter(user, 7200).updateTime).toBe('2026-01-15T11:00:00.000Z');
  });

  it('leads to the same valid user after any earlier reads', () => {
    const settlements = fc.array(
      fc.record({
        after: fc.integer({ min: 0, max: 100_000 }),
        outcome: fc.constantFrom('success' as const, 'failure' as const),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(settlements, fc.array(fc.nat({ max: 200 })), (planned, readTimes) => {
        let user = newcomer;
        for (const [index, settles] of planned.entries()) {
          user = createUserWithPending({ settles, user, id: `tx${index}` });
        }
        const userAfterReads = readTimes.sort((a, b) => a - b).reduce(settleAfter, user);
        expect(settleAfter(userAfterReads, 200)).toEqual(settleAfter(user, 200));
        expect(findProblems(settleAfter(user, 200), defaultDialect)).toEqual([]);
      }),
    );
  });
});

describe('§3 the KYC status', () => {
  const strictDialect = createDialect({
    'kyc.transitions': { APPROVED: [], IN_REVIEW: ['APPROVED', 'DECLINED'], DECLINED: [] },
  });
  const createUser = (kyc: KycStatus): User => ({ ...newcomer, kyc });

  it('can change to any status by default', () => {
    expect(changeKyc(createUser('DECLINED'), 'APPROVED', defaultDialect, T0).kyc).toBe('APPROVED');
  });

  it('changes only as kyc.transitions allows', () => {
    expect(changeKyc(createUser('IN_REVIEW'), 'DECLINED', strictDialect, T0).kyc).toBe('DECLINED');
    const change = () => changeKyc(createUser('APPROVED'), 'DECLINED', strictDialect, T0);
    expectIllegal(change, 'kyc-transition', '3');
    expect(change).toThrow('only one that is new or IN_REVIEW can');
  });

  it('can always be set to its current value', () => {
    const user = createUser('APPROVED');
    expect(changeKyc(user, 'APPROVED', strictDialect, T0 + 1000)).toBe(user);
  });

  it('is named in the error, with the allowed previous statuses', () => {
    expect(() => changeKyc(createUser('DECLINED'), 'APPROVED', strictDialect, T0)).toThrow(
      'A KYC status that is DECLINED cannot become APPROVED; only one that is new or IN_REVIEW can.',
    );
  });

  it('cannot change from a status that kyc.transitions omits', async () => {
    const values = { kyc: { transitions: { IN_REVIEW: ['APPROVED'] } } };
    const loaded = await loadDialect({ version: 1, values });
    if ('findings' in loaded) throw new Error('the dialect is invalid');
    const rows = createKycTable(loaded.dialect).rows.filter(({ from }) => from !== null);
    expect(rows).toEqual([{ from: 'IN_REVIEW', event: 'APPROVED', to: 'APPROVED', clause: '3' }]);
  });

  it('can have any value initially', () => {
    expect(changeKyc(newcomer, 'APPROVED', strictDialect, T0).kyc).toBe('APPROVED');
  });
});

describe('§7.4 a Fraud flag', () => {
  const userWithFraudFlag = createUserWithFlags('F1001');

  it('prevents submitting KYC or a transaction', () => {
    const submissions = {
      KYC: () => submitKyc(userWithFraudFlag, 'APPROVED', defaultDialect, T0),
      'a transaction': () => createUserWithPending({ user: userWithFraudFlag }),
    };
    for (const [name, submit] of Object.entries(submissions)) {
      expectIllegal(submit, 'fraud-restricts-writes', '7.4');
      expect(submit).toThrow(`A user with a Fraud flag cannot submit ${name}.`);
    }
  });

  it('allows pending settlements and review decisions', () => {
    const user = changeFlags(createUserWithPending(), { add: ['F1001'], remove: [] }, T0);
    expect(settle(user, 'tx1', success, T0).transactions[0]?.cryptoStatus).toBe('COMPLETE');
    expect(changeKyc(user, 'DECLINED', defaultDialect, T0).kyc).toBe('DECLINED');
  });
});

describe('flags that are set and removed', () => {
  it('keep their order without duplicates', () => {
    const user = createUserWithFlags('K1001', 'F0000');
    const change = { add: ['K1002', 'F0000'], remove: ['K1001'] };
    expect(changeFlags(user, change, T0 + 1000)).toMatchObject({
      flags: ['F0000', 'K1002'],
      updateTime: '2026-01-15T10:00:01.000Z',
    });
  });

  it('change the user if the flag at the end of the list is removed or replaced', () => {
    const user = createUserWithFlags('K1001', 'F0000');
    expect(changeFlags(user, { add: [], remove: ['F0000'] }, T0).flags).toEqual(['K1001']);
    const replaced = changeFlags(user, { add: ['K1002'], remove: ['F0000'] }, T0);
    expect(replaced.flags).toEqual(['K1001', 'K1002']);
  });

  it('do not change a user who has the added flags and does not have the removed flags', () => {
    const user = createUserWithFlags('K1001');
    expect(changeFlags(user, { add: ['K1001'], remove: ['K1002'] }, T0 + 1000)).toBe(user);
  });
});
