import { toNetworkIdentity } from '../../sandbox.ts';
import { formatStatusAndCode } from './key-behaviour.ts';
import type { KeyBehaviour } from './key-behaviour.ts';
import { newcomer, rita } from './people.ts';
import { signInForSession } from './sign-in.ts';

const { wallet } = newcomer;

export const identityKeys: readonly KeyBehaviour[] = [
  {
    key: 'identity.unknown',
    description:
      'start and authenticate with an unknown wallet, then a sign-in with a known wallet',
    observe: async (app) => {
      const startResponse = await app.start(toNetworkIdentity(wallet));
      const signature = await wallet.signMessage(startResponse.body.challenge ?? 'no challenge');
      const authenticateResponse = await app.authenticate(toNetworkIdentity(wallet), signature);
      return [
        formatStatusAndCode(startResponse),
        formatStatusAndCode(authenticateResponse),
        formatStatusAndCode(await app.signIn(rita.wallet)),
      ];
    },
    defaultResult: [200, 200, 200],
    contractVersusDefault: 'wider',
    values: [
      { value: 'rejectAtStart', result: ['404 identityUnknown', '401 challengeUnknown', 200] },
      { value: 'rejectAtAuthenticate', result: [200, '404 identityUnknown', 200] },
    ],
  },
  {
    key: 'identity.unknown',
    description:
      'sends to an unknown phone number and email address, then authenticate with the code in the email',
    observe: async (app, workspace) => {
      const smsResponse = await app.sendSms(newcomer.phoneNumber);
      const emailResponse = await app.sendEmail(newcomer.emailAddress);
      const message = await workspace.readLastMessage(newcomer.emailAddress);
      const authenticateResponse = await app.authenticateEmail({
        emailId: message?.recordId ?? 'none',
        otp: message?.code ?? 'none',
      });
      return [smsResponse, emailResponse, authenticateResponse].map(formatStatusAndCode);
    },
    defaultResult: [200, 200, 200],
    contractVersusDefault: 'wider',
    values: [
      {
        value: 'rejectAtStart',
        result: ['404 identityUnknown', '404 identityUnknown', '401 otpWrong'],
      },
      { value: 'rejectAtAuthenticate', result: [200, 200, '404 identityUnknown'] },
    ],
  },
  {
    key: 'identity.addWalletTarget',
    description: 'addToUser after a sign-in, without a bearer token, then with a session token',
    observe: async (app) => {
      const session = await signInForSession(app, rita);
      return [
        formatStatusAndCode(await app.addWallet(toNetworkIdentity(wallet))),
        formatStatusAndCode(await app.addWallet(toNetworkIdentity(wallet), session)),
      ];
    },
    defaultResult: [200, 200],
    contractVersusDefault: 'narrower',
    values: [{ value: 'bearer', result: ['401 bearer', 200] }],
  },
];
