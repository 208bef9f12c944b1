import type { Finding } from '../documents/finding.ts';
import { flagConflicts } from './combinations/flags.ts';
import { toFinding } from './combinations/conflict.ts';
import { pathConflicts } from './combinations/paths.ts';
import {
  durationConflicts,
  firstSessionConflicts,
  oneTimePasswordConflicts,
} from './combinations/sign-in.ts';
import { userObjectConflicts } from './combinations/user-object.ts';
import { walletConflicts } from './combinations/wallets.ts';
import type { Dialect } from './dialect.ts';

/**
 * Finds contradictory choices of a dialect: those that no deployment could implement. Unusual choices are
 * valid, since a dialect also records observations of a deployment.
 */
export function combinationFindings(dialect: Dialect): Finding[] {
  return [
    ...walletConflicts(dialect),
    ...oneTimePasswordConflicts(dialect),
    ...userObjectConflicts(dialect),
    ...flagConflicts(dialect),
    ...durationConflicts(dialect),
    ...firstSessionConflicts(dialect),
    ...pathConflicts(dialect),
  ].map(toFinding);
}
