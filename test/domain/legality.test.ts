import { describe, expect, it } from 'vitest';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { findProblems } from '../../src/domain/legality.ts';
import type { CheckedUser } from '../../src/domain/legality.ts';

const cleanAccount: CheckedUser = { flags: [], kyc: 'APPROVED', transactions: [] };
const pendingTransaction = {
  cryptoStatus: 'PENDING',
  returned: false,
  transactionHash: null,
  settles: null,
} as const;
const failedTransaction = { ...pendingTransaction, cryptoStatus: 'FAILED' } as const;
const completeTransaction = {
  ...pendingTransaction,
  cryptoStatus: 'COMPLETE',
  transactionHash: '0x1',
} as const;
const returnedTransaction = { ...completeTransaction, returned: true } as const;
const settles = { after: 1000, outcome: 'success' } as const;

/** Returns problems such as `unknown-flag error §2.7 /flags/1`. */
function listProblems(changes: Partial<CheckedUser>): string[] {
  return findProblems({ ...cleanAccount, ...changes }, defaultDialect).map(
    ({ rule, severity, clause, pointer }) => `${rule} ${severity} §${clause} ${pointer}`,
  );
}

describe('a valid user', () => {
  it.each<[string, Partial<CheckedUser>]>([
    ['no flags and no transactions', {}],
    ['no KYC yet', { kyc: null }],
    ['KYC in review with a KYC Review flag', { kyc: 'IN_REVIEW', flags: ['K1001'] }],
    ['KYC declined with a Fraud flag', { kyc: 'DECLINED', flags: ['F1002'] }],
    ['F0000', { flags: ['F0000'] }],
    ['a PENDING transaction', { transactions: [pendingTransaction] }],
    ['a PENDING transaction that settles', { transactions: [{ ...pendingTransaction, settles }] }],
    ['a COMPLETE transaction', { transactions: [completeTransaction] }],
    ['a FAILED transaction with its flag', { flags: ['T1001'], transactions: [failedTransaction] }],
    ['a returned payment with its flag', { flags: ['T1002'], transactions: [returnedTransaction] }],
  ])('can have %s', (_, changes) => {
    expect(listProblems(changes)).toEqual([]);
  });
});

describe('§2.7 flags', () => {
  it('must be in the catalogue', () => {
    expect(listProblems({ flags: ['F0000', 'X1'] })).toEqual(['unknown-flag error §2.7 /flags/1']);
  });
});

describe('§7.5 a FAILED crypto status', () => {
  it('requires a Transaction Processing flag', () => {
    const problem = 'failed-without-flag error §7.5 /transactions/1/cryptoStatus';
    expect(listProblems({ transactions: [completeTransaction, failedTransaction] })).toEqual([
      problem,
    ]);
    expect(
      listProblems({ flags: ['K1001'], transactions: [completeTransaction, failedTransaction] }),
    ).toEqual([problem]);
  });
});

describe('§3.3 a Transaction Processing flag', () => {
  it('requires a failed or returned payment', () => {
    const problem = 'flag-without-failure error §3.3 /flags/0';
    expect(listProblems({ flags: ['T1001'] })).toEqual([problem]);
    expect(
      listProblems({ flags: ['T1001'], transactions: [pendingTransaction, completeTransaction] }),
    ).toEqual([problem]);
  });

  it('that is missing for a returned payment causes a warning', () => {
    expect(listProblems({ transactions: [returnedTransaction] })).toEqual([
      'returned-without-flag warning §3.3 /transactions/0/returned',
    ]);
  });

  it('with a payment returned before it is COMPLETE causes an error about the payment', () => {
    const returnedEarly = { ...pendingTransaction, returned: true };
    expect(listProblems({ flags: ['T1002'], transactions: [returnedEarly] })).toEqual([
      'returned-before-complete error §3.3 /transactions/0/returned',
    ]);
  });
});

describe('§2.7 a transactionHash', () => {
  it.each([pendingTransaction, failedTransaction])(
    'is rejected if the crypto status is $cryptoStatus',
    (transaction) => {
      const transactions = [{ ...transaction, transactionHash: '0x1' }];
      const flags = transaction.cryptoStatus === 'FAILED' ? ['T1001'] : [];
      expect(listProblems({ flags, transactions })).toEqual([
        'hash-before-complete error §2.7 /transactions/0/transactionHash',
      ]);
    },
  );

  it('can be absent from a COMPLETE transaction', () => {
    expect(
      listProblems({ transactions: [{ ...completeTransaction, transactionHash: null }] }),
    ).toEqual([]);
  });
});

describe('§3 a settlement', () => {
  it.each([completeTransaction, failedTransaction])(
    'is rejected if the crypto status is $cryptoStatus',
    (transaction) => {
      const flags = transaction.cryptoStatus === 'FAILED' ? ['T1001'] : [];
      expect(listProblems({ flags, transactions: [{ ...transaction, settles }] })).toEqual([
        'settles-when-settled error §3 /transactions/0/settles',
      ]);
    },
  );
});

describe('§3.2 a KYC status that requires a flag', () => {
  it.each(['IN_REVIEW', 'DECLINED'] as const)(
    'causes a warning if it is %s and the user has no KYC Review or Fraud flag',
    (kyc) => {
      const problem = 'kyc-status-without-flag warning §3.2 /kyc/status';
      expect(listProblems({ kyc })).toEqual([problem]);
      expect(listProblems({ kyc, flags: ['F0000'] })).toEqual([problem]);
    },
  );
});

it('the check reports all five problems of a user at once', () => {
  const transactions = [{ ...failedTransaction, transactionHash: '0x1', settles }];
  const problems = listProblems({ kyc: 'DECLINED', flags: ['X1'], transactions });
  expect(problems.map((problem) => problem.split(' ')[0]).toSorted()).toEqual([
    'failed-without-flag',
    'hash-before-complete',
    'kyc-status-without-flag',
    'settles-when-settled',
    'unknown-flag',
  ]);
});

describe('a problem', () => {
  const returnedEarly = { ...pendingTransaction, returned: true };
  const listMessages = (changes: Partial<CheckedUser>, dialect = defaultDialect) =>
    findProblems({ ...cleanAccount, ...changes }, dialect).map(
      ({ message, hint }) => `${message} ${hint}`,
    );

  it.each<[Partial<CheckedUser>, string]>([
    [
      { kyc: 'DECLINED' },
      'The KYC status is DECLINED, but the user has no KYC Review or Fraud flag, so the client has no message to show. Add F1001, F1002, K1001 or K1002.',
    ],
    [
      { flags: ['X1'] },
      'Unknown flag "X1": not in the flag catalogue of the dialect. Known flags: F0000, F1001, F1002, K1001, K1002, T1001 and T1002. Add others to flags.catalogue in the dialect.',
    ],
    [
      { flags: ['T1001'] },
      'T1001 is a Transaction Processing flag, which requires a FAILED or returned transaction, but the user has none. Add a FAILED or returned transaction, or remove the flag.',
    ],
    [
      { transactions: [failedTransaction] },
      'A FAILED transaction requires a Transaction Processing flag. Add T1001 or T1002 to the flags.',
    ],
    [
      { transactions: [{ ...pendingTransaction, transactionHash: '0x1' }] },
      'Only a COMPLETE transaction has a transactionHash; this one is PENDING. Remove the transactionHash, or set the crypto status to COMPLETE.',
    ],
    [
      { flags: ['T1001'], transactions: [returnedEarly] },
      'Only a COMPLETE transaction can be returned; this one is PENDING. Set the crypto status to COMPLETE, or remove "returned".',
    ],
    [
      { transactions: [returnedTransaction] },
      'A returned transaction should have a Transaction Processing flag, but the user has none. Add T1001 or T1002 to the flags.',
    ],
    [
      { flags: ['T1001'], transactions: [{ ...failedTransaction, settles }] },
      'Only a PENDING transaction can settle; this one is FAILED. Remove "settles", or set the crypto status to PENDING.',
    ],
  ])('of %j is reported with a fix', (changes, expected) => {
    expect(listMessages(changes)).toEqual([expected]);
  });

  it('is reported once if a payment is returned too early and has no flag', () => {
    expect(listProblems({ transactions: [returnedEarly] })).toEqual([
      'returned-before-complete error §3.3 /transactions/0/returned',
    ]);
  });

  const { catalogue } = defaultDialect.flags;
  const createDialectWith = (flags: typeof catalogue) => ({
    ...defaultDialect,
    flags: { ...defaultDialect.flags, catalogue: flags },
  });
  const selectFlags = (...codes: string[]) => catalogue.filter(({ code }) => codes.includes(code));

  it('names the categories if they have no flag in the catalogue', () => {
    const dialect = createDialectWith(selectFlags('F0000', 'T1001'));
    const [message] = listMessages({ kyc: 'DECLINED' }, dialect);
    expect(message).toContain('Add a flag of the category KYC Review or Fraud.');
  });

  it('names the code if the categories have only one flag', () => {
    const dialect = createDialectWith(selectFlags('F0000', 'K1001'));
    const [message] = listMessages({ kyc: 'DECLINED' }, dialect);
    expect(message).toContain('Add K1001.');
  });

  it('lists twelve codes and counts the others', () => {
    const fraudFlag = catalogue.find(({ category }) => category === 'Fraud')!;
    const createDialectWithCodes = (length: number) =>
      createDialectWith(
        Array.from({ length }, (_, index) => ({ ...fraudFlag, code: `C${index}` })),
      );
    expect(listMessages({ flags: ['X1'] }, createDialectWithCodes(12))[0]).toContain(
      'Unknown flag "X1": not in the flag catalogue of the dialect. Known flags: C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10 and C11. Add others to flags.catalogue in the dialect.',
    );
    expect(listMessages({ flags: ['X1'] }, createDialectWithCodes(13))[0]).toContain(
      'Unknown flag "X1": not in the flag catalogue of the dialect. Known flags: C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11 and 1 more. Add others to flags.catalogue in the dialect.',
    );
    expect(listMessages({ kyc: 'DECLINED' }, createDialectWithCodes(14))[0]).toContain(
      'Add C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11 or one of 2 more.',
    );
  });
});
