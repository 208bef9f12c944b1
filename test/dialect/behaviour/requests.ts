import { toNetworkIdentity } from '../../sandbox.ts';
import { toVerdict } from './key-behaviour.ts';
import type { KeyBehaviour } from './key-behaviour.ts';
import { newcomer, rita } from './people.ts';
import { signInForSession } from './sign-in.ts';

const fields = toNetworkIdentity(newcomer.wallet);

export const requestsKeys: readonly KeyBehaviour[] = [
  {
    key: 'requests.unknownFields',
    about: 'one more field in each body, and a query parameter of the user read',
    observe: async (app, workspace) => {
      const more = { nickname: 'newcomer' };
      const started = await app.post('/v1/auth/cryptoWallet:start', { ...fields, ...more });
      const { body } = await app.start(fields);
      const signature = await newcomer.wallet.signMessage(body.challenge);
      const authenticated = await app.post('/v1/auth/cryptoWallet:authenticate', {
        ...fields,
        ...more,
        signature,
      });
      const session = await signInForSession(app, rita);
      const added = await app.post(
        '/v1/auth/cryptoWallet:addToUser',
        { ...toNetworkIdentity(rita.wallet), ...more },
        session,
      );
      const { phoneNumber, emailAddress } = newcomer;
      const sms = { phoneNumber, ...more };
      const smsSent = await app.post('/v1/auth/otp/sms:send', sms, app.accessToken);
      const emailSent = await app.post('/v1/auth/otp/email:send', { emailAddress, ...more });
      await app.sendSms(phoneNumber);
      const inSms = await workspace.readLastMessage(phoneNumber);
      await app.sendEmail(emailAddress);
      const inEmail = await workspace.readLastMessage(emailAddress);
      const authorization = `Bearer ${session}`;
      return [
        toVerdict(started),
        toVerdict(authenticated),
        toVerdict(added),
        toVerdict(smsSent),
        toVerdict(await app.authenticateSms({ phoneId: inSms.recordId, otp: inSms.code, ...more })),
        toVerdict(emailSent),
        toVerdict(
          await app.authenticateEmail({ emailId: inEmail.recordId, otp: inEmail.code, ...more }),
        ),
        toVerdict(await app.send('/user?nickname=rita', { headers: { authorization } })),
      ];
    },
    defaultResult: Array(8).fill('400 invalidRequest'),
    contract: 'incompatible',
    values: [{ value: 'ignore', result: Array(8).fill(200) }],
  },
  {
    key: 'requests.contentType',
    about: 'a JSON body as text/plain, and as application/json',
    observe: async (app) => {
      const path = '/v1/auth/cryptoWallet:start';
      const headers = { 'content-type': 'text/plain' };
      return [
        toVerdict(await app.send(path, { body: fields, headers })),
        toVerdict(await app.send(path, { body: fields })),
      ];
    },
    defaultResult: ['415 unsupportedMediaType', 200],
    contract: 'wider',
    values: [{ value: 'ignore', result: [200, 200] }],
  },
];
