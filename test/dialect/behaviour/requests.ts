import { toNetworkIdentity } from '../../sandbox.ts';
import { formatStatusAndCode, type KeyBehaviour } from './key-behaviour.ts';
import { newcomer, rita } from './people.ts';
import { signInForSession } from './sign-in.ts';

const fields = toNetworkIdentity(newcomer.wallet);

export const requestsKeys: readonly KeyBehaviour[] = [
  {
    key: 'requests.unknownFields',
    description: 'an unknown field in each body, and an unknown query parameter of the user read',
    observe: async (app, workspace) => {
      const unknownField = { nickname: 'newcomer' };
      const startResponse = await app.post('/v1/auth/cryptoWallet:start', {
        ...fields,
        ...unknownField,
      });
      const { body } = await app.start(fields);
      const signature = await newcomer.wallet.signMessage(body.challenge);
      const authenticateResponse = await app.post('/v1/auth/cryptoWallet:authenticate', {
        ...fields,
        ...unknownField,
        signature,
      });
      const session = await signInForSession(app, rita);
      const addResponse = await app.post(
        '/v1/auth/cryptoWallet:addToUser',
        { ...toNetworkIdentity(rita.wallet), ...unknownField },
        session,
      );
      const { phoneNumber, emailAddress } = newcomer;
      const sms = { phoneNumber, ...unknownField };
      const smsResponse = await app.post('/v1/auth/otp/sms:send', sms, app.accessToken);
      const emailResponse = await app.post('/v1/auth/otp/email:send', {
        emailAddress,
        ...unknownField,
      });
      await app.sendSms(phoneNumber);
      const smsMessage = await workspace.readLastMessage(phoneNumber);
      await app.sendEmail(emailAddress);
      const emailMessage = await workspace.readLastMessage(emailAddress);
      const authorization = `Bearer ${session}`;
      const phoneRecord = { phoneId: smsMessage.recordId, otp: smsMessage.code };
      const emailRecord = { emailId: emailMessage.recordId, otp: emailMessage.code };
      const responses = [
        startResponse,
        authenticateResponse,
        addResponse,
        smsResponse,
        await app.authenticateSms({ ...phoneRecord, ...unknownField }),
        emailResponse,
        await app.authenticateEmail({ ...emailRecord, ...unknownField }),
        await app.send('/user?nickname=rita', { headers: { authorization } }),
      ];
      return responses.map(formatStatusAndCode);
    },
    // The eight operations.
    defaultResult: Array(8).fill('400 invalidRequest'),
    contractVersusDefault: 'incompatible',
    values: [{ value: 'ignore', result: Array(8).fill(200) }],
  },
  {
    key: 'requests.contentType',
    description: 'a JSON body with the media type text/plain, then application/json',
    observe: async (app) => {
      const path = '/v1/auth/cryptoWallet:start';
      const headers = { 'content-type': 'text/plain' };
      return [
        formatStatusAndCode(await app.send(path, { body: fields, headers })),
        formatStatusAndCode(await app.send(path, { body: fields })),
      ];
    },
    defaultResult: ['415 unsupportedMediaType', 200],
    contractVersusDefault: 'wider',
    values: [{ value: 'ignore', result: [200, 200] }],
  },
];
