/** Detects the behaviour of one-time passwords by SMS and by email (§4.4 to §4.7). */
import type { ProbeGroup, Probing } from './define-probe.ts';
import { createAttemptsProbes } from './otp-attempts.ts';
import { bearerSessionProbe } from './otp-bearer-session.ts';
import { createRecordsProbe } from './otp-records.ts';
import { createRequestProbe } from './otp-request.ts';
import { channels } from '../actors/operations.ts';

export const smsProbes: ProbeGroup = {
  name: 'one-time passwords by SMS',
  needs: ['identity.addWalletTarget', 'user.path'],
  sends: ['sms'],
  probes: [
    createRequestProbe('sms'),
    bearerSessionProbe,
    createRequestProbe('sms', mustRetryWithOwners),
  ],
};

export const emailProbes: ProbeGroup = {
  name: 'one-time passwords by email',
  needs: ['identity.addWalletTarget', 'user.path'],
  sends: ['email'],
  probes: [createRequestProbe('email')],
};

/** Separate groups, because other groups need only the request format. */
export const recordsAndAttempts: readonly ProbeGroup[] = channels.map((channel) => ({
  name: `records and wrong codes by ${channel === 'sms' ? 'SMS' : 'email'}`,
  needs: [`otp.${channel}.codeField`],
  sends: [channel],
  probes: [createRecordsProbe(channel), ...createAttemptsProbes(channel)],
}));

/** Returns whether the first request probe failed because a send needs the session of the owner (§5.7). */
function mustRetryWithOwners(t: Probing): boolean {
  const { bearerSession } = t.dialect.otp.sms;
  return bearerSession === 'mustMatch' && !t.isDetected('otp.sms.sendReturns');
}
