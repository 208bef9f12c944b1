import { expect } from 'vitest';

import type { ClientApp, HttpResponse } from '../../sandbox.ts';
import { formatStatusAndCode } from './key-behaviour.ts';
import type { KeyBehaviour } from './key-behaviour.ts';
import { newcomer, rita, stranger } from './people.ts';
import { authenticateSms, toWrongCode } from './sign-in.ts';
import type { RecordingWorkspace } from './recording-workspace.ts';

/** The OTP flow by SMS or by email, with the field names of the interface. */
interface Channel {
  readonly name: 'sms' | 'email';
  readonly to: string;
  readonly destination: 'phoneNumber' | 'emailAddress';
  readonly recordId: 'phoneId' | 'emailId';
  readonly mask: object;
  send(app: ClientApp): Promise<HttpResponse>;
  authenticate(app: ClientApp, body: object): Promise<HttpResponse>;
}

const sms: Channel = {
  name: 'sms',
  to: newcomer.phoneNumber,
  destination: 'phoneNumber',
  recordId: 'phoneId',
  mask: { phoneMask: '******0178' },
  send: (app) => app.sendSms(newcomer.phoneNumber),
  authenticate: (app, body) => app.authenticateSms(body),
};

const email: Channel = {
  name: 'email',
  to: newcomer.emailAddress,
  destination: 'emailAddress',
  recordId: 'emailId',
  mask: { emailMask: 'n***@example.test' },
  send: (app) => app.sendEmail(newcomer.emailAddress),
  authenticate: (app, body) => app.authenticateEmail(body),
};

export const otpKeys: readonly KeyBehaviour[] = [
  ...listKeys(sms),
  ...listKeys(email),
  {
    key: 'otp.sms.bearerSession',
    description:
      'sends with a session to the number of that user, to a taken number and to an unused number',
    observe: async (app, workspace) => {
      await app.sendSms(newcomer.phoneNumber);
      const { body } = await authenticateSms(app, workspace, newcomer.phoneNumber);
      const session: string = body.sessionJwt;
      const ownResponse = await app.sendSms(newcomer.phoneNumber, session);
      const takenResponse = await app.sendSms(rita.phoneNumber, session);
      const unusedResponse = await app.sendSms(stranger.phoneNumber, session);
      if (unusedResponse.status === 200)
        await authenticateSms(app, workspace, stranger.phoneNumber);
      return {
        responses: [ownResponse, takenResponse, unusedResponse].map(formatStatusAndCode),
        phoneMask: (await app.readUser(session)).body.phoneMask,
      };
    },
    // By default, the unused number of `stranger` replaces the number of `newcomer`.
    defaultResult: { responses: [200, '409 identityTaken', 200], phoneMask: '******0187' },
    contractVersusDefault: 'narrower',
    values: [
      { value: 'ignored', result: { responses: [200, 200, 200], phoneMask: '******0178' } },
      {
        value: 'mustMatch',
        result: { responses: [200, '401 bearer', '401 bearer'], phoneMask: '******0178' },
      },
    ],
  },
];

function listKeys(channel: Channel): KeyBehaviour[] {
  const { name, to, destination, recordId } = channel;
  const session = { sessionJwt: expect.any(String), userMask: expect.any(Object) };
  const record = { [recordId]: expect.any(String), ...channel.mask };

  return [
    {
      key: `otp.${name}.sendReturns`,
      description: 'the response of send',
      observe: async (app) => (await channel.send(app)).body,
      defaultResult: record,
      contractVersusDefault: 'incompatible',
      values: [
        {
          value: 'empty',
          result: {},
          requiredValues: {
            [`otp.${name}.identifiedBy`]: 'destination',
            [`otp.${name}.authenticateReturns`]: 'record',
          },
        },
      ],
    },
    {
      key: `otp.${name}.authenticateReturns`,
      description: 'the response of authenticate',
      observe: async (app, workspace) => {
        const message = await sendAndRead(app, workspace);
        return (await channel.authenticate(app, toRecordBody(message))).body;
      },
      defaultResult: session,
      contractVersusDefault: 'incompatible',
      values: [
        { value: 'record', result: record },
        { value: 'sessionAndRecord', result: { ...session, ...record } },
        { value: 'empty', result: {} },
      ],
    },
    {
      key: `otp.${name}.identifiedBy`,
      description: `authenticate by ${recordId}, then by ${destination}, then by both`,
      observe: async (app, workspace) => {
        const byRecord = await channel.authenticate(
          app,
          toRecordBody(await sendAndRead(app, workspace)),
        );
        const { code } = await sendAndRead(app, workspace);
        const byDestination = await channel.authenticate(app, { [destination]: to, otp: code });
        const message = await sendAndRead(app, workspace);
        const byBoth = await channel.authenticate(app, {
          ...toRecordBody(message),
          [destination]: to,
        });
        return [byRecord, byDestination, byBoth].map(formatStatusAndCode);
      },
      defaultResult: [200, '400 invalidRequest', '400 invalidRequest'],
      contractVersusDefault: 'incompatible',
      values: [
        { value: 'destination', result: ['400 invalidRequest', 200, '400 invalidRequest'] },
        { value: 'both', result: ['400 invalidRequest', '400 invalidRequest', 200] },
      ],
    },
    {
      key: `otp.${name}.codeField`,
      description: 'authenticate with the code in the field otp, then in the field passcode',
      observe: async (app, workspace) => {
        const asOtp = await channel.authenticate(
          app,
          toRecordBody(await sendAndRead(app, workspace)),
        );
        const message = await sendAndRead(app, workspace);
        const asPasscode = await channel.authenticate(app, {
          [recordId]: message.recordId,
          passcode: message.code,
        });
        return [asOtp, asPasscode].map(formatStatusAndCode);
      },
      defaultResult: [200, '400 invalidRequest'],
      contractVersusDefault: 'incompatible',
      values: [{ value: 'passcode', result: ['400 invalidRequest', 200] }],
    },
    {
      key: `otp.${name}.recordId`,
      description: `the ${recordId} of two sends to one destination`,
      observe: async (app) => {
        const first = await channel.send(app);
        const second = await channel.send(app);
        return {
          responses: [first, second].map(formatStatusAndCode),
          isSameRecord: first.body[recordId] === second.body[recordId],
        };
      },
      defaultResult: { responses: [200, 200], isSameRecord: true },
      contractVersusDefault: 'same',
      values: [{ value: 'perSend', result: { responses: [200, 200], isSameRecord: false } }],
    },
    {
      key: `otp.${name}.outstanding`,
      description: 'authenticate with the first code after a second send',
      observe: async (app, workspace) => {
        const first = await sendAndRead(app, workspace);
        await channel.send(app);
        return formatStatusAndCode(await channel.authenticate(app, toRecordBody(first)));
      },
      defaultResult: '401 otpWrong',
      contractVersusDefault: 'same',
      values: [{ value: 'all', result: 200 }],
    },
    {
      key: `otp.${name}.codeLength`,
      description: 'the code that was sent',
      observe: async (app, workspace) => (await sendAndRead(app, workspace)).code,
      defaultResult: expect.stringMatching(/^[0-9]{6}$/),
      contractVersusDefault: 'same',
      values: [{ value: 8, result: expect.stringMatching(/^[0-9]{8}$/) }],
    },
    {
      key: `otp.${name}.ttl`,
      description: 'authenticate eleven minutes after the send',
      observe: async (app, workspace) => {
        const message = await sendAndRead(app, workspace);
        await workspace.advance('PT11M');
        return formatStatusAndCode(await channel.authenticate(app, toRecordBody(message)));
      },
      defaultResult: '401 otpExpired',
      contractVersusDefault: 'same',
      values: [{ value: 'PT20M', result: 200 }],
    },
    {
      key: `otp.${name}.maxAttempts`,
      description: 'six wrong codes, then the correct code',
      observe: async (app, workspace) => {
        const message = await sendAndRead(app, workspace);
        const responses = [];
        for (let tries = 0; tries < 6; tries += 1) {
          const attempt = { ...toRecordBody(message), otp: toWrongCode(message.code) };
          responses.push(formatStatusAndCode(await channel.authenticate(app, attempt)));
        }
        return [
          ...responses,
          formatStatusAndCode(await channel.authenticate(app, toRecordBody(message))),
        ];
      },
      defaultResult: [...Array(5).fill('401 otpWrong'), '429 otpLocked', '429 otpLocked'],
      contractVersusDefault: 'same',
      values: [
        {
          value: 2,
          result: [...Array(2).fill('401 otpWrong'), ...Array(5).fill('429 otpLocked')],
        },
        { value: 6, result: [...Array(6).fill('401 otpWrong'), '429 otpLocked'] },
      ],
    },
  ];

  async function sendAndRead(app: ClientApp, workspace: RecordingWorkspace) {
    await channel.send(app);
    return workspace.readLastMessage(to);
  }

  function toRecordBody(message: { recordId: string; code: string }) {
    return { [recordId]: message.recordId, otp: message.code };
  }
}
