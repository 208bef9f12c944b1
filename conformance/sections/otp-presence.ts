/** Whether an operation is there at all, where no right call of it is known. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { Attempt } from '../attempt.ts';
import { otpOperations } from '../parties/app.ts';
import type { Call, Reply } from '../target/call.ts';
import { withoutHeader } from '../target/call.ts';

/** A path of which the service has none like it. */
const NOWHERE = '/v1/auth/otp/nowhere:authenticate';

/**
 * Asserts that authenticate is there: not both ways answered as a path that is not, while send,
 * called as wrongly, is answered otherwise. Which status anything has is open (§7).
 */
export async function isThere(t: Attempt, channel: OtpChannel): Promise<void> {
  const { send, authenticate } = otpOperations[channel];
  const calls: Record<'send' | 'authenticate' | 'nowhere', Call> = {
    send: bare(t, channel, send),
    authenticate: bare(t, channel, authenticate),
    nowhere: { ...bare(t, channel, authenticate), path: NOWHERE, operation: null },
  };
  const missing: Reply[] = [];
  for (const spoiled of [(call: Call) => call, withoutClient]) {
    const there = await t.send(spoiled(calls.send));
    const asked = await t.send(spoiled(calls.authenticate));
    const nowhere = await t.send(spoiled(calls.nowhere));
    for (const reply of [there, asked, nowhere]) t.decided(reply);
    const isMissing = nowhere.status === asked.status && there.status !== asked.status;
    if (isMissing && nowhere.status >= 400) missing.push(asked, nowhere);
  }
  t.that(
    missing.length < 4,
    `POST on ${calls.authenticate.path} is answered as a path that is not there`,
    ...missing,
  );
}

function bare(t: Attempt, channel: OtpChannel, operation: Call['operation']): Call {
  const { app } = t.flows;
  const call =
    operation === otpOperations[channel].send
      ? app.sendOtp(channel, '')
      : app.authenticateOtp(channel, { recordId: '', destination: '', code: '' });
  return { ...call, body: {} };
}

function withoutClient(call: Call): Call {
  return withoutHeader(withoutHeader(call, 'service-client-id'), 'service-client-secret');
}
