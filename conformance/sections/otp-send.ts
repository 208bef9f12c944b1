/** What is asked of sending a one-time password, the same by SMS and by email. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { sendsNoCode } from '../contexts/rejected-sends.ts';
import { check, type Check } from '../define-check.ts';
import { otpOperations } from '../parties/app.ts';
import { needsAccepted, otpWords, rightSend } from '../seen/otp-pair.ts';
import { withHeader, withoutField, withoutHeader } from '../target/call.ts';

/** §4.4, §4.6 */
export function sendChecks(channel: OtpChannel, clause: '4.4' | '4.6'): Check[] {
  const { send: operation } = otpOperations[channel];
  const { destination } = otpWords[channel];
  return [
    check(
      { requirement: `${clause}.call.sends`, operation, title: 'a right call is accepted' },
      async (t) => t.accepted((await rightSend(t, channel)).reply),
    ),
    check(
      {
        requirement: `${clause}.request.${destination}`,
        operation,
        title: `a call with ${destination} and nothing else is accepted`,
      },
      async (t) => t.accepted((await rightSend(t, channel)).reply),
    ),
    check(
      {
        requirement: `${clause}.request.missing-refused`,
        operation,
        title: `a call without ${destination} is refused`,
      },
      async (t) => {
        await t.around.control(operation);
        const call = withoutField(await t.flows.sendCall(channel), destination);
        t.refused(await t.flows.dispatch(call), `a call without ${destination}`);
      },
    ),
    check(
      {
        requirement: '5.1.credentials.wrong-refused',
        operation,
        part: `${operation}/sends-nothing`,
        title: 'a send with a wrong client secret sends no code',
      },
      (t) =>
        sendsNoCode(t, channel, (call) =>
          withHeader(call, 'service-client-secret', 'not-the-secret'),
        ),
    ),
    check(
      {
        requirement: `${clause}.headers`,
        operation,
        title: 'a call with the listed headers alone is accepted, without Accept',
      },
      async (t) => {
        const right = await t.flows.sendCall(channel);
        const reply = await t.flows.dispatch(withoutHeader(right, 'accept'));
        t.decided(reply);
        if (!reply.accepted && reply.status < 500) {
          // It may be refused for something else, such as too many sends.
          const withAccept = await t.flows.dispatch(right);
          t.decided(withAccept);
          if (!withAccept.accepted) throw needsAccepted(withAccept);
        }
        t.accepted(reply, 'a call without Accept');
      },
    ),
  ];
}
