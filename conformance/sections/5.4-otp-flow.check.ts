/** Defines the checks of the SMS and email flows (§5.4, §5.5). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import { findReportedUser, requireReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import { createIdentityChecks } from '../contexts/identities.ts';
import { createPredictableCodesCheck } from '../contexts/predictable-codes.ts';
import { createNextCodeChecks } from '../contexts/used-codes.ts';
import { check, type Check, section } from '../define-check.ts';
import { withoutField } from '../target/http-request.ts';
import {
  authenticateAgain,
  mayAssignNumberToUser,
  requireAccepted,
  observeValidAuthentication,
} from '../observations/otp-requests.ts';
import { otpOperations } from '../actors/operations.ts';
import { addedNumberChecks } from '../contexts/added-numbers.ts';

function createFlowChecks(channel: OtpChannel, clause: '5.4.sms' | '5.5.email'): Check[] {
  const { authenticate: operation } = otpOperations[channel];
  return [
    check({
      requirement: `${clause}.flow`,
      title: 'signs in with the code that was sent',
      async run(t) {
        const { sent, response } = await observeValidAuthentication(t, channel);
        t.addEvidence(sent.response);
        t.assertAccepted(response, 'the sent code');
      },
    }),
    check({
      requirement: `${clause}.flow`,
      part: 'same-user-for-code',
      title:
        'signs in the same user for a destination again, and another user for another destination',
      run: (t) => assertOwnerSignsIn(t, channel),
    }),
    check({
      requirement: `${clause}.send-needed`,
      title: 'rejects any code, and a missing code, if no code was sent',
      async run(t) {
        t.requireKnown(`otp.${channel}.codeField`, `otp.${channel}.identifiedBy`);
        await t.ctx.requireWorking(operation);
        // The destination gets no code, so it may be generated for any target.
        const destination = t.ctx.identities.generateDestination(channel);
        const code = '0'.repeat(t.dialect.otp[channel].codeLength);
        const request = t.app.createOtpAuthenticateRequest(channel, {
          recordId: t.ctx.unknownIds.next(`never sent ${channel}`),
          destination,
          code,
        });
        assertRejectedWithoutData(t, await t.send(request), 'a code that was never sent');
        const withoutCode = withoutField(request, t.dialect.otp[channel].codeField);
        const description = 'a request without a code for a destination that got no code';
        assertRejectedWithoutData(t, await t.send(withoutCode), description);
      },
    }),
    ...createNextCodeChecks(channel, `${clause}.flow`),
    ...createIdentityChecks(channel, clause),
    createPredictableCodesCheck(channel, `${clause}.code-unpredictable`),
  ];
}

async function assertOwnerSignsIn(t: Attempt, channel: OtpChannel): Promise<void> {
  const { authenticate: operation } = otpOperations[channel];
  const { sent, response: first } = await observeValidAuthentication(t, channel);
  requireAccepted(first);
  const user = requireReportedUser(t, first);
  // Signs in by another destination; if none can be generated, by the same destination.
  const otherSignIn = await t.ctx.requireWorking(operation);
  const mayAssign = mayAssignNumberToUser(t, channel);
  const areUsersNew = t.createsUsers && !t.ctx.identities.usesDeclaredDestinations && !mayAssign;
  t.assert(
    !areUsersNew || findReportedUser(t, otherSignIn) !== user,
    'expected two users for two new destinations, got one',
    first,
    otherSignIn,
  );
  if (mayAssign) return;
  const second = await authenticateAgain(t, sent, t.app, 'accessToken');
  t.assertAccepted(second, 'another code for the same destination');
  t.assert(
    findReportedUser(t, second) === user,
    'expected one user for one destination, got two',
    first,
    second,
  );
}

export const smsFlow = section('5.4', 'SMS flow', [
  ...createFlowChecks('sms', '5.4.sms'),
  ...addedNumberChecks,
]);

export const emailFlow = section('5.5', 'Email flow', createFlowChecks('email', '5.5.email'));
