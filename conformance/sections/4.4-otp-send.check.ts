/** Defines the checks of send, which are the same for SMS and email. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { Attempt } from '../attempt.ts';
import { assertSendsNoCode } from '../contexts/rejected-sends.ts';
import { check, type Check, section } from '../define-check.ts';
import { requireAccepted, observeValidSend } from '../observations/otp-requests.ts';
import { withoutField, withoutHeader } from '../target/http-request.ts';
import { otpOperations, otpNames } from '../actors/operations.ts';
import { withWrongSecret } from '../actors/valid-requests.ts';
import { isServerError } from '../target/response-kinds.ts';

function createSendChecks(channel: OtpChannel, clause: '4.4' | '4.6'): Check[] {
  const { send: operation } = otpOperations[channel];
  const { destination } = otpNames[channel];
  const assertSends = async (t: Attempt) =>
    t.assertAccepted((await observeValidSend(t, channel)).response);
  return [
    check({
      requirement: `${clause}.operation.sends`,
      title: 'accepts a valid request',
      run: assertSends,
    }),
    check({
      requirement: `${clause}.request.${destination}`,
      title: `accepts a request with only ${destination}`,
      run: assertSends,
    }),
    check({
      requirement: `${clause}.request.missing-refused`,
      title: `rejects a request without ${destination}`,
      async run(t) {
        await t.ctx.requireWorking(operation);
        const request = withoutField(await t.createSendRequest(channel), destination);
        t.assertRejected(await t.dispatch(request), `a request without ${destination}`);
      },
    }),
    check({
      requirement: '5.1.credentials.wrong-refused',
      operation,
      part: `${operation}/sends-nothing`,
      title: 'sends no code for a request with a wrong client secret',
      run: (t) => assertSendsNoCode(t, channel, withWrongSecret),
    }),
    check({
      requirement: `${clause}.headers`,
      title: 'accepts a request with only the listed headers, without Accept',
      async run(t) {
        const valid = await t.createSendRequest(channel);
        const response = await t.dispatch(withoutHeader(valid, 'accept'));
        t.requireServiceResponse(response);
        if (!response.accepted && !isServerError(response)) {
          // The rejection may have another cause, such as a limit.
          const withAccept = await t.dispatch(valid);
          requireAccepted(withAccept);
        }
        t.assertAccepted(response, 'a request without Accept');
      },
    }),
  ];
}

export const smsSend = section('4.4', 'otp/sms:send', createSendChecks('sms', '4.4'));

export const emailSend = section('4.6', 'otp/email:send', createSendChecks('email', '4.6'));
