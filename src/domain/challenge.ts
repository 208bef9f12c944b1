/** The outstanding challenges of a wallet, and the verdict on the one it signed (§2.3, §4.1, §4.2). */
import type { Dialect } from '../dialect/dialect.ts';
import type { Challenge, WalletIdentity } from './records.ts';

/** Maximum number of outstanding challenges of a wallet (`wallet.challenge.outstanding: all`). */
const MAX_OUTSTANDING = 16;

export type ChallengeVerdict =
  | { readonly verdict: 'signed'; readonly remaining: readonly Challenge[] }
  | { readonly verdict: 'unknown' }
  | { readonly verdict: 'expired' }
  /** The wallet has signed none of the challenges that it can use. */
  | { readonly verdict: 'badSignature'; readonly remaining: readonly Challenge[] };

/** Returns which of the two fields a request has used to name the wallet (§2.2). */
export function getVariant({ network, type }: WalletIdentity): Challenge['variant'] {
  if (network !== null && type !== null) return 'both';
  return network === null ? 'type' : 'network';
}

/** Returns the outstanding challenges after a new challenge is issued. */
export function addChallenge(
  outstanding: readonly Challenge[],
  challenge: Challenge,
  now: number,
  dialect: Dialect,
): readonly Challenge[] {
  if (dialect.wallet.challenge.outstanding === 'latest') return [challenge];
  const current = outstanding.filter((known) => known.expiresAt > now);
  return [...current, challenge].slice(-MAX_OUTSTANDING);
}

/** Returns the challenges that a request may use, newest first, including expired ones. */
export function listUsableChallenges(
  outstanding: readonly Challenge[],
  variant: Challenge['variant'],
  dialect: Dialect,
): readonly Challenge[] {
  const matches = (challenge: Challenge) =>
    dialect.wallet.crossVariant === 'accept' ||
    challenge.variant === variant ||
    challenge.variant === 'both' ||
    variant === 'both';
  return outstanding.filter(matches).reverse();
}

/** Judges the signature of a challenge. @param signed the challenge that the wallet signed; null if none matches */
export function judgeSignature(
  outstanding: readonly Challenge[],
  { variant, signed, now }: { variant: Challenge['variant']; signed: string | null; now: number },
  dialect: Dialect,
): ChallengeVerdict {
  const candidates = listUsableChallenges(outstanding, variant, dialect);
  if (candidates.length === 0) return { verdict: 'unknown' };
  const signedChallenge = candidates.find(({ challenge }) => challenge === signed);
  const checked = signedChallenge === undefined ? candidates : [signedChallenge];
  if (checked.every(({ expiresAt }) => expiresAt <= now)) return { verdict: 'expired' };
  const { reuse, onBadSignature } = dialect.wallet.challenge;
  if (signedChallenge === undefined) {
    const invalidated = onBadSignature === 'burn' ? candidates : [];
    return { verdict: 'badSignature', remaining: removeChallenges(outstanding, invalidated) };
  }
  const removed = reuse === 'reject' ? [signedChallenge] : [];
  return { verdict: 'signed', remaining: removeChallenges(outstanding, removed) };
}

function removeChallenges(
  challenges: readonly Challenge[],
  removed: readonly Challenge[],
): readonly Challenge[] {
  return challenges.filter((challenge) => !removed.includes(challenge));
}
