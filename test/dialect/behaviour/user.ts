import { expect } from 'vitest';

import { formatStatusAndCode, type KeyBehaviour, type ValueBehaviour } from './key-behaviour.ts';
import { rita, tom } from './people.ts';
import { signInForSession } from './sign-in.ts';

const invalid = '400 invalidRequest';

const failedTransaction = {
  id: expect.any(String),
  cryptoStatus: 'FAILED',
  createTime: expect.any(String),
  updateTime: expect.any(String),
};

/** The parts of the user read of Tom that a dialect key can rename, with their default names. */
const tomsParts = {
  kyc: { status: 'APPROVED' },
  flags: [{ code: 'T1001', category: 'Transaction Processing' }],
  personalInformation: { emailAddress: tom.emailAddress },
  wallets: [{ walletAddress: tom.wallet.address, walletNetwork: 'ETHEREUM', status: 'verified' }],
  transactions: [failedTransaction],
};

/** The parts of the user read of Tom whose names no key can change. */
const commonParts = {
  id: expect.any(String),
  createTime: expect.any(String),
  updateTime: expect.any(String),
  emailMask: 't***@example.test',
};

export const userKeys: readonly KeyBehaviour[] = [
  {
    key: 'user.path',
    description: 'GET /user, then GET /accounts/v1/user',
    observe: async (app) => {
      const headers = { authorization: `Bearer ${await signInForSession(app, rita)}` };
      return [
        formatStatusAndCode(await app.send('/user', { headers })),
        formatStatusAndCode(await app.send('/accounts/v1/user', { headers })),
      ];
    },
    defaultResult: [200, '404 notFound'],
    contractVersusDefault: 'incompatible',
    values: [{ value: '/accounts/v1/user', result: ['404 notFound', 200] }],
  },
  {
    key: 'user.identifiedBy',
    description: 'the user read by session, by query parameter, by header, then by an unknown id',
    observe: async (app) => {
      const { body } = await app.signIn(rita.wallet);
      const { id } = body.userMask;
      const authorization = `Bearer ${body.sessionJwt}`;
      const unknownId = '00000000-0000-4000-8000-000000000000';
      return [
        formatStatusAndCode(await app.send('/user', { headers: { authorization } })),
        formatStatusAndCode(await app.send(`/user?userId=${id}`)),
        formatStatusAndCode(await app.send('/user', { headers: { 'X-User-Id': id } })),
        formatStatusAndCode(await app.send(`/user?userId=${unknownId}`)),
        formatStatusAndCode(await app.send('/user', { headers: { 'X-User-Id': unknownId } })),
      ];
    },
    defaultResult: [200, invalid, '401 bearer', invalid, '401 bearer'],
    contractVersusDefault: 'incompatible',
    values: [
      {
        value: { query: 'userId' },
        result: [invalid, 200, invalid, '404 identityUnknown', invalid],
      },
      {
        value: { header: 'X-User-Id' },
        result: [invalid, invalid, 200, invalid, '404 identityUnknown'],
      },
    ],
  },
  createReadBehaviour('user.envelope', [
    { value: 'data', result: { data: { ...commonParts, ...tomsParts } } },
    { value: 'data.user', result: { data: { user: { ...commonParts, ...tomsParts } } } },
  ]),
  createReadBehaviour('user.names.kyc', [createRenamedValue('kyc', 'kycDetails')]),
  createReadBehaviour('user.names.flags', [createRenamedValue('flags', 'userFlags')]),
  createReadBehaviour('user.names.code', [
    {
      value: 'flagCode',
      result: createExpectedTom({
        flags: [{ flagCode: 'T1001', category: 'Transaction Processing' }],
      }),
    },
  ]),
  createReadBehaviour('user.names.category', [
    {
      value: 'group',
      result: createExpectedTom({ flags: [{ code: 'T1001', group: 'Transaction Processing' }] }),
    },
    // A category is optional in the contract: F0000 has no category.
    {
      value: 'none',
      result: createExpectedTom({ flags: [{ code: 'T1001' }] }),
      contractVersusDefault: 'narrower',
    },
  ]),
  createReadBehaviour('user.names.personalInformation', [
    createRenamedValue('personalInformation', 'profile'),
    // The part is optional in the contract: F0000 withholds it.
    { ...createOmittedValue('personalInformation'), contractVersusDefault: 'narrower' },
  ]),
  createReadBehaviour('user.names.wallets', [
    createRenamedValue('wallets', 'cryptoWallets'),
    createOmittedValue('wallets'),
  ]),
  createReadBehaviour('user.names.transactions', [
    createRenamedValue('transactions', 'payments'),
    createOmittedValue('transactions'),
  ]),
  createReadBehaviour('user.names.cryptoStatus', [
    {
      value: 'settlement',
      result: createExpectedTom({
        transactions: [{ ...failedTransaction, cryptoStatus: undefined, settlement: 'FAILED' }],
      }),
    },
  ]),
  {
    key: 'user.flagsShape',
    description: 'the flags of a user, one of them without a category',
    observe: async (app, workspace) => {
      await workspace.addFlags('tom', 'F0000');
      return (await app.readUser(await signInForSession(app, tom))).body.flags;
    },
    defaultResult: [{ code: 'T1001', category: 'Transaction Processing' }, { code: 'F0000' }],
    contractVersusDefault: 'incompatible',
    values: [
      {
        value: 'byCategory',
        result: {
          Fraud: [],
          'KYC Review': [],
          'Transaction Processing': [{ code: 'T1001' }],
          uncategorized: [{ code: 'F0000' }],
        },
      },
    ],
  },
];

function createReadBehaviour(key: string, values: readonly ValueBehaviour[]): KeyBehaviour {
  return {
    key,
    description: 'the user read',
    observe: async (app) => (await app.readUser(await signInForSession(app, tom))).body,
    defaultResult: { ...commonParts, ...tomsParts },
    contractVersusDefault: 'incompatible',
    values,
  };
}

/** Returns the expected user read of tom with some parts replaced. An undefined part is omitted. */
function createExpectedTom(parts: Partial<Record<keyof typeof tomsParts, unknown>>): object {
  return { ...commonParts, ...tomsParts, ...parts };
}

function createRenamedValue(part: keyof typeof tomsParts, name: string): ValueBehaviour {
  return { value: name, result: createExpectedTom({ [part]: undefined, [name]: tomsParts[part] }) };
}

function createOmittedValue(part: keyof typeof tomsParts) {
  return { value: 'none', result: createExpectedTom({ [part]: undefined }) };
}
