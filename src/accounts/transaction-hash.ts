import { drawHex } from '../ports/draws.ts';

/** The same in every workspace: a fork shows the hash that its origin showed. */
const SCOPE = { seed: 0, workspace: '' };

/**
 * The hash of a COMPLETE transaction (§2.7).
 *
 * @returns 0x and 64 hex digits in lower case
 */
export function transactionHashOf(transactionId: string): string {
  return `0x${drawHex(SCOPE, 'transactionHash', transactionId, 0)}`;
}
