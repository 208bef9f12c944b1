/** Retries probes of unknown keys after another flow has provided a session. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { otpOperations } from '../actors/app.ts';
import { availableTokens } from './bearer-kinds.ts';
import { probe, type Probe, type ProbeGroup, type Probing } from './define-probe.ts';

const CHANNELS: readonly OtpChannel[] = ['sms', 'email'];

/** Changes that make another result possible. */
const reconsider = probe([], async (t) => {
  const { memory, bearers } = t.ctx.knowledge;
  const hasSession = availableTokens(t).some(({ kind }) => kind === 'session');
  const isMute = CHANNELS.some(
    (channel) =>
      t.ctx.ledger.source !== null &&
      memory.accepted(otpOperations[channel].send).length > 0 &&
      memory.accepted(otpOperations[channel].authenticate).length === 0,
  );
  const isShut = memory.accepted('authenticateWallet').length === 0;
  bearers.needsSecondAttempt = hasSession && (isShut || (isMute && !t.knows('bearer.accepts')));
  // Codes may have been refused for the access token that went with them.
  if (isMute && bearers.needsSecondAttempt) t.assume('bearer.accepts', ['session']);
});

/** The same probes once more, for the keys that are still unknown. */
export function retryUnknownKeys(groups: readonly ProbeGroup[]): ProbeGroup {
  const probes = groups.flatMap((group) => group.probes);
  return {
    name: 'undetected keys again',
    needs: 'all',
    sends: CHANNELS,
    probes: [reconsider, ...probes.map(again)],
  };
}

function again({ decides, late, run }: Probe): Probe {
  const isDone = (t: Probing) =>
    !t.ctx.knowledge.bearers.needsSecondAttempt ||
    (decides.length > 0 && decides.every((key) => t.knows(key)));
  return { decides, late, run: async (t) => (isDone(t) ? undefined : run(t)) };
}

/** If no sign-in ever succeeded, unknown identities may be rejected: uses declared ones from here on. */
export const assumeUnknownUsersAreRejected = probe([], async (t) => {
  const { memory } = t.ctx.knowledge;
  const operations = ['authenticateWallet', 'authenticateSmsOtp', 'authenticateEmailOtp'] as const;
  if (t.knows('identity.unknown')) return;
  if (operations.some((operation) => memory.accepted(operation).length > 0)) return;
  const isStarted = memory.accepted('startWalletAuth').length > 0;
  t.assume('identity.unknown', isStarted ? 'rejectAtAuthenticate' : 'rejectAtStart');
});
