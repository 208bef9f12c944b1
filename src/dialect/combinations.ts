import type { Finding } from '../documents/finding.ts';
import { findFlagConflicts } from './combinations/flags.ts';
import { toFinding } from './combinations/conflict.ts';
import { findPathConflicts } from './combinations/paths.ts';
import {
  findDurationConflicts,
  findFirstSessionConflicts,
  findOneTimePasswordConflicts,
} from './combinations/sign-in.ts';
import { findUserObjectConflicts } from './combinations/user-object.ts';
import { findWalletConflicts } from './combinations/wallets.ts';
import type { Dialect } from './dialect.ts';

/**
 * Finds contradictory choices of a dialect, which no deployment could implement. Unusual choices are valid,
 * since a dialect can also describe an observed deployment.
 */
export function findConflicts(dialect: Dialect): Finding[] {
  return [
    ...findWalletConflicts(dialect),
    ...findOneTimePasswordConflicts(dialect),
    ...findUserObjectConflicts(dialect),
    ...findFlagConflicts(dialect),
    ...findDurationConflicts(dialect),
    ...findFirstSessionConflicts(dialect),
    ...findPathConflicts(dialect),
  ].map(toFinding);
}
