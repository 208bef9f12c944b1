import { draw } from '../ports/draws.ts';

/** All workspaces have this scope, so that a fork has the same hashes as its origin. */
const SCOPE = { seed: 0, workspace: '' };

/**
 * Returns the hash of a COMPLETE transaction (§2.7).
 *
 * @returns 0x and 64 hex digits in lower case
 */
export function drawTransactionHash(transactionId: string): string {
  return `0x${draw(SCOPE, 'transactionHash', transactionId, 0).toString('hex')}`;
}
