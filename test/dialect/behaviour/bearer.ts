import { toNetworkIdentity } from '../../sandbox.ts';
import type { ClientApp, HttpResponse } from '../../sandbox.ts';
import type { ContractRelation, KeyBehaviour } from './key-behaviour.ts';
import { formatStatusAndCode } from './key-behaviour.ts';
import { newcomer, rita } from './people.ts';
import { signInForSession } from './sign-in.ts';
import type { DialectValues } from '../../setup/dialect-document.ts';
import type { RecordingWorkspace } from './recording-workspace.ts';

/** A request that is valid with or without a bearer token. */
interface BearerRequest {
  readonly operation: string;
  readonly contractVersusDefault: ContractRelation;
  readonly baseValues?: DialectValues;
  send(app: ClientApp, workspace: RecordingWorkspace, bearer?: string): Promise<HttpResponse>;
}

const { wallet, phoneNumber, emailAddress } = newcomer;

const requests: readonly BearerRequest[] = [
  {
    operation: 'startWalletAuth',
    contractVersusDefault: 'incompatible',
    send: (app, _, bearer) =>
      app.post('/v1/auth/cryptoWallet:start', toNetworkIdentity(wallet), bearer),
  },
  {
    operation: 'authenticateWallet',
    contractVersusDefault: 'incompatible',
    send: async (app, _, bearer) => {
      const { body } = await app.start(toNetworkIdentity(wallet));
      const signature = await wallet.signMessage(body.challenge);
      const signed = { ...toNetworkIdentity(wallet), signature };
      return app.post('/v1/auth/cryptoWallet:authenticate', signed, bearer);
    },
  },
  {
    operation: 'addWalletToUser',
    // The contract of this operation declares a bearer token in every dialect, so requiring it is only narrower.
    contractVersusDefault: 'narrower',
    send: async (app, _, bearer) => {
      // Without a session token, addToUser adds the wallet to the user who signed in last.
      await app.signIn(rita.wallet);
      return app.addWallet(toNetworkIdentity(wallet), bearer);
    },
  },
  {
    operation: 'authenticateSmsOtp',
    contractVersusDefault: 'incompatible',
    send: async (app, workspace, bearer) => {
      await app.sendSms(phoneNumber);
      const { recordId, code } = await workspace.readLastMessage(phoneNumber);
      return app.post('/v1/auth/otp/sms:authenticate', { phoneId: recordId, otp: code }, bearer);
    },
  },
  {
    operation: 'sendEmailOtp',
    contractVersusDefault: 'incompatible',
    send: (app, _, bearer) => app.post('/v1/auth/otp/email:send', { emailAddress }, bearer),
  },
  {
    operation: 'authenticateEmailOtp',
    contractVersusDefault: 'incompatible',
    send: async (app, workspace, bearer) => {
      await app.sendEmail(emailAddress);
      const { recordId, code } = await workspace.readLastMessage(emailAddress);
      return app.post('/v1/auth/otp/email:authenticate', { emailId: recordId, otp: code }, bearer);
    },
  },
  {
    operation: 'getUser',
    contractVersusDefault: 'incompatible',
    // A read by session requires a bearer token in every dialect.
    baseValues: { 'user.identifiedBy': { query: 'userId' } },
    send: async (app, workspace, bearer) => {
      const { id } = (await workspace.readUser('rita')).body;
      const authorization = bearer && `Bearer ${bearer}`;
      return app.send(`/user?userId=${id}`, { headers: { authorization } });
    },
  },
];

export const bearerKeys: readonly KeyBehaviour[] = [
  ...requests.map(({ operation, contractVersusDefault, baseValues, send }): KeyBehaviour => ({
    key: 'bearer.requiredOn',
    description: `${operation} without a bearer token, then with a bearer token`,
    ...(baseValues && { baseValues }),
    observe: async (app, workspace) => [
      formatStatusAndCode(await send(app, workspace)),
      formatStatusAndCode(await send(app, workspace, app.accessToken)),
    ],
    defaultResult: [200, 200],
    contractVersusDefault,
    values: [{ value: ['sendSmsOtp', operation], result: ['401 bearer', 200] }],
  })),
  {
    key: 'bearer.requiredOn',
    description: 'sendSmsOtp without a bearer token, then with a bearer token',
    observe: async (app) => [
      formatStatusAndCode(await app.post('/v1/auth/otp/sms:send', { phoneNumber })),
      formatStatusAndCode(await app.sendSms(phoneNumber)),
    ],
    defaultResult: ['401 bearer', 200],
    contractVersusDefault: 'wider',
    values: [{ value: [], result: [200, 200] }],
  },
  {
    key: 'bearer.accepts',
    description: 'an SMS send with an access token, then with a session token',
    observe: async (app) => [
      formatStatusAndCode(await app.sendSms(rita.phoneNumber, app.accessToken)),
      formatStatusAndCode(await app.sendSms(rita.phoneNumber, await signInForSession(app, rita))),
    ],
    defaultResult: [200, 200],
    contractVersusDefault: 'same',
    values: [
      { value: ['client'], result: [200, '401 bearer'] },
      { value: ['session'], result: ['401 bearer', 200] },
    ],
  },
];
