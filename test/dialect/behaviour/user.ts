import { expect } from 'vitest';

import { toVerdict } from './key-behaviour.ts';
import type { KeyBehaviour, ValueBehaviour } from './key-behaviour.ts';
import { rita, tom } from './people.ts';
import { signInForSession } from './sign-in.ts';

const failed = {
  id: expect.any(String),
  cryptoStatus: 'FAILED',
  createTime: expect.any(String),
  updateTime: expect.any(String),
};

/** The user read of tom in the default deployment. */
const shown = {
  kyc: { status: 'APPROVED' },
  flags: [{ code: 'T1001', category: 'Transaction Processing' }],
  personalInformation: { emailAddress: tom.emailAddress },
  wallets: [{ walletAddress: tom.wallet.address, walletNetwork: 'ETHEREUM', status: 'verified' }],
  transactions: [failed],
};

/** All users have these. */
const everybody = {
  id: expect.any(String),
  createTime: expect.any(String),
  updateTime: expect.any(String),
  emailMask: 't***@example.test',
};

export const userKeys: readonly KeyBehaviour[] = [
  {
    key: 'user.path',
    about: 'GET /user, GET /accounts/v1/user',
    ask: async (app) => {
      const headers = { authorization: `Bearer ${await signInForSession(app, rita)}` };
      return [
        toVerdict(await app.send('/user', { headers })),
        toVerdict(await app.send('/accounts/v1/user', { headers })),
      ];
    },
    byDefault: [200, '404 notFound'],
    contract: 'incompatible',
    values: [{ value: '/accounts/v1/user', response: ['404 notFound', 200] }],
  },
  {
    key: 'user.identifiedBy',
    about: 'by the session, by a query parameter, by a header; then an id of nobody',
    ask: async (app) => {
      const { body } = await app.signIn(rita.wallet);
      const { id } = body.userMask;
      const authorization = `Bearer ${body.sessionJwt}`;
      const unknown = '00000000-0000-4000-8000-000000000000';
      return [
        toVerdict(await app.send('/user', { headers: { authorization } })),
        toVerdict(await app.send(`/user?userId=${id}`)),
        toVerdict(await app.send('/user', { headers: { 'X-User-Id': id } })),
        toVerdict(await app.send(`/user?userId=${unknown}`)),
        toVerdict(await app.send('/user', { headers: { 'X-User-Id': unknown } })),
      ];
    },
    byDefault: [200, '400 invalidRequest', '401 bearer', '400 invalidRequest', '401 bearer'],
    contract: 'incompatible',
    values: [
      {
        value: { query: 'userId' },
        response: [
          '400 invalidRequest',
          200,
          '400 invalidRequest',
          '404 identityUnknown',
          '400 invalidRequest',
        ],
      },
      {
        value: { header: 'X-User-Id' },
        response: [
          '400 invalidRequest',
          '400 invalidRequest',
          200,
          '400 invalidRequest',
          '404 identityUnknown',
        ],
      },
    ],
  },
  readOfTom('user.envelope', [
    { value: 'data', response: { data: { ...everybody, ...shown } } },
    { value: 'data.user', response: { data: { user: { ...everybody, ...shown } } } },
  ]),
  readOfTom('user.names.kyc', [expectRenamed('kyc', 'kycDetails')]),
  readOfTom('user.names.flags', [expectRenamed('flags', 'userFlags')]),
  readOfTom('user.names.code', [
    {
      value: 'flagCode',
      response: createTom({ flags: [{ flagCode: 'T1001', category: 'Transaction Processing' }] }),
    },
  ]),
  readOfTom('user.names.category', [
    {
      value: 'group',
      response: createTom({ flags: [{ code: 'T1001', group: 'Transaction Processing' }] }),
    },
    // A flag need not have a category: that of F0000 is not shown.
    { value: 'none', response: createTom({ flags: [{ code: 'T1001' }] }), contract: 'narrower' },
  ]),
  readOfTom('user.names.personalInformation', [
    expectRenamed('personalInformation', 'profile'),
    // F0000 withholds it, so that no client can rely on it.
    { ...omitPart('personalInformation'), contract: 'narrower' },
  ]),
  readOfTom('user.names.wallets', [expectRenamed('wallets', 'cryptoWallets'), omitPart('wallets')]),
  readOfTom('user.names.transactions', [
    expectRenamed('transactions', 'payments'),
    omitPart('transactions'),
  ]),
  readOfTom('user.names.cryptoStatus', [
    {
      value: 'settlement',
      response: createTom({
        transactions: [{ ...failed, cryptoStatus: undefined, settlement: 'FAILED' }],
      }),
    },
  ]),
  {
    key: 'user.flagsShape',
    about: 'the flags, with one that has no category',
    ask: async (app, workspace) => {
      await workspace.setFlags('tom', 'F0000');
      return (await app.readUser(await signInForSession(app, tom))).body.flags;
    },
    byDefault: [{ code: 'T1001', category: 'Transaction Processing' }, { code: 'F0000' }],
    contract: 'incompatible',
    values: [
      {
        value: 'byCategory',
        response: {
          Fraud: [],
          'KYC Review': [],
          'Transaction Processing': [{ code: 'T1001' }],
          uncategorized: [{ code: 'F0000' }],
        },
      },
    ],
  },
];

function readOfTom(key: string, values: readonly ValueBehaviour[]): KeyBehaviour {
  return {
    key,
    about: 'the user read',
    ask: async (app) => (await app.readUser(await signInForSession(app, tom))).body,
    byDefault: { ...everybody, ...shown },
    contract: 'incompatible',
    values,
  };
}

/** The read of tom with other members; an undefined one is left out. */
function createTom(parts: Partial<Record<keyof typeof shown, unknown>>): object {
  return { ...everybody, ...shown, ...parts };
}

function expectRenamed(part: keyof typeof shown, name: string): ValueBehaviour {
  return { value: name, response: { ...omitPart(part).response, [name]: shown[part] } };
}

function omitPart(part: keyof typeof shown) {
  return { value: 'none', response: createTom({ [part]: undefined }) };
}
