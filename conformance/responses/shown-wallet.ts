/** Finds a wallet in a user read, whose wallet fields the interface does not define (§2.7). */
import type { UserView } from '../actors/user-view.ts';
import type { Fields } from './fields.ts';

/** State of a wallet; null if the user read does not show it. */
export type ShownState = 'verified' | 'unverified' | null;

/** Returns the wallet with the address; null if the user read does not show it. */
export function findShownWallet(
  { wallets }: Pick<UserView, 'wallets'>,
  address: string,
): Fields | null {
  const sought = address.toLowerCase();
  const holds = (value: unknown) =>
    typeof value === 'string' && value.toLowerCase().includes(sought);
  return wallets?.find((wallet) => Object.values(wallet).some(holds)) ?? null;
}

/** Returns the state by a field such as `status: "unverified"`, `verified: false`, `verifiedAt: null`. */
export function findShownState(wallet: Fields): ShownState {
  for (const [name, value] of Object.entries(wallet)) {
    const state = readState(name, value);
    if (state !== null) return state;
  }
  return null;
}

const SAYS_WHETHER = /^(?:is_?)?(un_?)?verified$/i;
const SAYS_WHEN = /^verified_?(?:at|on|time|date)$/i;

function readState(name: string, value: unknown): ShownState {
  const whether = SAYS_WHETHER.exec(name);
  if (whether !== null && typeof value === 'boolean') {
    const saysUnverified = whether[1] !== undefined;
    return value === saysUnverified ? 'unverified' : 'verified';
  }
  if (SAYS_WHEN.test(name)) return value === null ? 'unverified' : 'verified';
  if (typeof value !== 'string') return null;
  if (/^(?:un|not|non)[\s_-]?verified$/i.test(value)) return 'unverified';
  return /^verified$/i.test(value) ? 'verified' : null;
}
