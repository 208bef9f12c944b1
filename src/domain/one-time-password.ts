/** Judges one-time passwords (§5.4, §5.5, §8). */
import type { OneTimePassword } from './records.ts';

export type OtpVerdict =
  | { readonly verdict: 'correct'; readonly used: OneTimePassword }
  /** `updated`: the passwords with the wrong attempt counted. */
  | { readonly verdict: 'wrong'; readonly updated: readonly OneTimePassword[] }
  | { readonly verdict: 'expired' | 'locked' };

/** Returns whether a password is pending or locked, and not used or replaced. */
export function isOutstanding({ state }: Pick<OneTimePassword, 'state'>): boolean {
  return state === 'pending' || state === 'locked';
}

/**
 * Compares a code with the passwords that it could belong to. The code of a used or replaced password counts
 * as wrong.
 *
 * @param maxAttempts wrong attempts before the password is locked
 */
export function judgeCode(
  passwords: readonly OneTimePassword[],
  { code, now, maxAttempts }: { code: string; now: number; maxAttempts: number },
): OtpVerdict {
  const candidates = passwords.filter(isOutstanding);
  const matching = candidates.findLast((password) => password.code === code);
  if (matching !== undefined) {
    if (matching.expiresAt <= now) return { verdict: 'expired' };
    if (matching.state === 'locked') return { verdict: 'locked' };
    return { verdict: 'correct', used: { ...matching, state: 'used' } };
  }
  const current = candidates.filter(({ expiresAt }) => expiresAt > now);
  const pending = current.filter(({ state }) => state === 'pending');
  if (pending.length === 0 && current.length > 0) return { verdict: 'locked' };
  return {
    verdict: 'wrong',
    updated: pending.map((password) => {
      const wrongAttempts = password.wrongAttempts + 1;
      return {
        ...password,
        wrongAttempts,
        state: wrongAttempts >= maxAttempts ? 'locked' : 'pending',
      };
    }),
  };
}
