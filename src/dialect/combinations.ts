import type { Finding } from '../documents/finding.ts';
import { durationNonsense } from './combinations/durations.ts';
import { firstSessionNonsense } from './combinations/first-session.ts';
import { flagNonsense } from './combinations/flags.ts';
import { findingOf } from './combinations/conflict.ts';
import { oneTimePasswordNonsense } from './combinations/one-time-passwords.ts';
import { pathNonsense } from './combinations/paths.ts';
import { userObjectNonsense } from './combinations/user-object.ts';
import { walletNonsense } from './combinations/wallets.ts';
import type { Dialect } from './dialect.ts';

/**
 * Finds contradictory choices of a dialect: those that no deployment could implement. Unusual choices are
 * valid, since a dialect also records observations of a deployment.
 */
export function combinationFindings(dialect: Dialect): Finding[] {
  return [
    ...walletNonsense(dialect),
    ...oneTimePasswordNonsense(dialect),
    ...userObjectNonsense(dialect),
    ...flagNonsense(dialect),
    ...durationNonsense(dialect),
    ...firstSessionNonsense(dialect),
    ...pathNonsense(dialect),
  ].map(findingOf);
}
