/** Retries the probes of unknown keys, and sets keys without effect to their default. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { listAvailableTokens } from './bearer-kinds.ts';
import { probe, type Probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { otpOperations, channels } from '../actors/operations.ts';
import { inapplicabilityRules } from './observable-values.ts';

/** Returns whether a channel sent codes, but none was accepted. */
function areCodesRejected({ ctx: { ledger, knowledge } }: Probing, channel: OtpChannel): boolean {
  if (ledger.source === null) return false;
  const { send, authenticate } = otpOperations[channel];
  return knowledge.memory.hasAccepted(send) && !knowledge.memory.hasAccepted(authenticate);
}

/** Decides whether to retry. If codes were rejected, the retry sends a session instead of the access token. */
const prepareRetry = probe([], async (t) => {
  const { memory, bearers } = t.ctx.knowledge;
  const hasSession = listAvailableTokens(t).some(({ kind }) => kind === 'session');
  const isCodeRejected = channels.some((channel) => areCodesRejected(t, channel));
  const isWalletRejected = !memory.hasAccepted('authenticateWallet');
  bearers.needsSecondAttempt =
    hasSession && (isWalletRejected || (isCodeRejected && !t.isDetected('bearer.accepts')));
  // The codes may have been refused because of the access token in the request.
  if (isCodeRejected && bearers.needsSecondAttempt) t.assume('bearer.accepts', ['session']);
});

/** Restores the default bearer tokens if codes are still rejected. */
const revertBearer = probe([], async (t) => {
  const isCodeRejected = channels.some((channel) => areCodesRejected(t, channel));
  if (isCodeRejected) t.assume('bearer.accepts', defaultDialect.bearer.accepts);
});

/** Returns a group that repeats the probes for the keys that are still unknown. */
export function retryUnknownKeys(groups: readonly ProbeGroup[]): ProbeGroup {
  const probes = groups.flatMap((group) => group.probes);
  return {
    name: 'retry of undetected keys',
    needs: 'all',
    probes: [prepareRetry, ...probes.map(createRetry), revertBearer],
  };
}

function createRetry({ decides, isLate, run }: Probe): Probe {
  return {
    decides,
    isLate,
    async run(t) {
      const areKeysDetected = decides.length > 0 && decides.every((key) => t.isDetected(key));
      if (t.ctx.knowledge.bearers.needsSecondAttempt && !areKeysDetected) await run(t);
    },
  };
}

/** If no sign-in succeeded, assumes that unknown identities are rejected, so that declared ones are used. */
const assumeUnknownUsersAreRejected = probe([], async (t) => {
  const { memory } = t.ctx.knowledge;
  const signIns = ['authenticateWallet', 'authenticateSmsOtp', 'authenticateEmailOtp'] as const;
  const hasSignedIn = signIns.some((operation) => memory.hasAccepted(operation));
  if (t.isDetected('identity.unknown') || hasSignedIn) return;
  const isStarted = memory.hasAccepted('startWalletAuth');
  t.assume('identity.unknown', isStarted ? 'rejectAtAuthenticate' : 'rejectAtStart');
});

const KEYS = [...new Set(inapplicabilityRules.map(({ key }) => key))];

/** One probe runs before the checks; the other runs after them, when more keys are known. */
const probes = [false, true].map((isLate) => probe(KEYS, decideInapplicableKeys, { isLate }));

async function decideInapplicableKeys(t: Probing): Promise<void> {
  for (const { key, requiredKeys, makesInapplicable } of inapplicabilityRules) {
    const canDecide = !t.isDetected(key) && requiredKeys.every((other) => t.isDetected(other));
    if (canDecide && makesInapplicable(t.dialect)) t.ctx.knowledge.decideInapplicable(key);
  }
}

export const inapplicableKeyProbes: ProbeGroup = {
  name: 'remaining keys',
  needs: 'all',
  sends: [],
  probes: [...probes, assumeUnknownUsersAreRejected],
};
