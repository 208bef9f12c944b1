import { toNetworkIdentity } from '../../sandbox.ts';
import { defaultDialect } from '../../../src/dialect/keys.ts';
import { formatStatusAndCode, type KeyBehaviour } from './key-behaviour.ts';
import { newcomer, rita, stranger, tom } from './people.ts';
import { signInForSession } from './sign-in.ts';

/** The default catalogue without K1002, and with X9001. */
const otherCatalogue = [
  ...defaultDialect.flags.catalogue.filter(({ code }) => code !== 'K1002'),
  { code: 'X9001', category: 'Fraud', title: 'Watch list', message: 'Please contact support.' },
];

/** Returns the expected results of a user with a Fraud flag. */
function createWriteResults(...restrictedWrites: readonly string[]): object {
  const names = ['addWallet', 'verifyWallet', 'addPhone', 'linkClient', 'read'];
  const toResult = (name: string) => (restrictedWrites.includes(name) ? '403 flagRestricts' : 200);
  return Object.fromEntries(names.map((name) => [name, toResult(name)]));
}

export const flagsKeys: readonly KeyBehaviour[] = [
  {
    key: 'flags.categoryNames',
    description: 'a user with a flag of each category',
    observe: async (app, workspace) => {
      await workspace.addFlags('tom', 'F1001', 'K1001');
      return (await app.readUser(await signInForSession(app, tom))).body.flags;
    },
    defaultResult: [
      { code: 'T1001', category: 'Transaction Processing' },
      { code: 'F1001', category: 'Fraud' },
      { code: 'K1001', category: 'KYC Review' },
    ],
    contractVersusDefault: 'incompatible',
    values: [
      {
        value: {
          Fraud: 'FRAUD',
          'KYC Review': 'KYC_REVIEW',
          'Transaction Processing': 'TRANSACTION_PROCESSING',
        },
        result: [
          { code: 'T1001', category: 'TRANSACTION_PROCESSING' },
          { code: 'F1001', category: 'FRAUD' },
          { code: 'K1001', category: 'KYC_REVIEW' },
        ],
      },
    ],
  },
  {
    key: 'flags.catalogue',
    description: 'adding K1002 and X9001 to a user',
    observe: async (app, workspace) => {
      const k1002Response = await workspace.addFlags('rita', 'K1002');
      const x9001Response = await workspace.addFlags('rita', 'X9001');
      const { body } = await app.readUser(await signInForSession(app, rita));
      return {
        responses: [k1002Response, x9001Response].map(formatStatusAndCode),
        flags: body.flags,
      };
    },
    defaultResult: {
      responses: [200, '400 flagUnknown'],
      flags: [{ code: 'K1002', category: 'KYC Review' }],
    },
    contractVersusDefault: 'incompatible',
    values: [
      {
        value: otherCatalogue,
        result: {
          responses: ['400 flagUnknown', 200],
          flags: [{ code: 'X9001', category: 'Fraud' }],
        },
      },
    ],
  },
  {
    key: 'flags.withhold',
    description: 'the user read of a user with F0000',
    observe: async (app, workspace) => {
      await workspace.addFlags('rita', 'F0000');
      const { body } = await app.readUser(await signInForSession(app, rita));
      return { flags: body.flags, personalInformation: body.personalInformation };
    },
    defaultResult: { flags: [{ code: 'F0000' }], personalInformation: undefined },
    contractVersusDefault: 'same',
    values: [
      {
        value: [],
        result: {
          flags: [{ code: 'F0000' }],
          personalInformation: {
            firstName: 'Rita',
            lastName: 'Example',
            phoneNumber: rita.phoneNumber,
            emailAddress: rita.emailAddress,
          },
        },
      },
    ],
  },
  {
    key: 'flags.fraudRestricts',
    description: 'the writes and a user read of a user with a Fraud flag',
    observe: async (app, workspace) => {
      const session = await signInForSession(app, rita);
      await app.addWallet(toNetworkIdentity(newcomer.wallet), session);
      await workspace.addFlags('rita', 'F1001');
      const exchange = workspace.client('exchange-app');
      const linkResponse = await workspace.signInByEmail(rita.emailAddress, exchange);
      return {
        addWallet: formatStatusAndCode(
          await app.addWallet(toNetworkIdentity(stranger.wallet), session),
        ),
        verifyWallet: formatStatusAndCode(await app.signIn(newcomer.wallet)),
        addPhone: formatStatusAndCode(await app.sendSms(newcomer.phoneNumber, session)),
        linkClient: formatStatusAndCode(linkResponse),
        read: formatStatusAndCode(await app.readUser(session)),
      };
    },
    defaultResult: createWriteResults('addWallet', 'verifyWallet'),
    contractVersusDefault: 'wider',
    values: [
      {
        value: ['addWallet'],
        result: createWriteResults('addWallet'),
        contractVersusDefault: 'narrower',
      },
      ...['addPhone', 'linkClient'].map((write) => ({
        value: ['addWallet', 'verifyWallet', write],
        result: createWriteResults('addWallet', 'verifyWallet', write),
      })),
    ],
  },
];
