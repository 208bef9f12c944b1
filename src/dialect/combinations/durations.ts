/** §2.3, §5.8, §8: what lasts no time at all can never be used. */
import { millisecondsOf } from '../../domain/duration.ts';
import type { Dialect } from '../dialect.ts';
import type { Conflict } from './conflict.ts';

export function* durationNonsense({ wallet, otp, session, limits }: Dialect): Generator<Conflict> {
  const lasting: Readonly<Record<string, string>> = {
    'wallet.challenge.ttl': wallet.challenge.ttl,
    'otp.sms.ttl': otp.sms.ttl,
    'otp.email.ttl': otp.email.ttl,
    'session.ttl': session.ttl,
    ...(limits.sends === 'none' ? {} : { 'limits.sends': limits.sends.per }),
  };
  for (const [key, duration] of Object.entries(lasting)) {
    if (millisecondsOf(duration) > 0) continue;
    yield {
      rule: 'zero-duration',
      key,
      reason: `${duration} is zero.`,
      hint: 'Use a positive duration, such as PT5M.',
    };
  }
}
