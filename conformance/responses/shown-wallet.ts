/** Finds a wallet in a user read; the interface does not define its fields there (§2.7). */
import type { UserView } from '../actors/user-view.ts';
import type { Fields } from './fields.ts';

export type ShownState = 'verified' | 'unverified' | null;

export function findShownWallet(
  { wallets }: Pick<UserView, 'wallets'>,
  address: string,
): Fields | null {
  const lowerCaseAddress = address.toLowerCase();
  const containsAddress = (value: unknown) =>
    typeof value === 'string' && value.toLowerCase().includes(lowerCaseAddress);
  return wallets?.find((wallet) => Object.values(wallet).some(containsAddress)) ?? null;
}

/** Returns the state from a field such as `status: "unverified"`, `verified: false`, `verifiedAt: null`. */
export function findShownState(wallet: Fields): ShownState {
  for (const [name, value] of Object.entries(wallet)) {
    const state = readState(name, value);
    if (state !== null) return state;
  }
  return null;
}

const STATE_FIELD = /^(?:is_?)?(un_?)?verified$/i;
const TIME_FIELD = /^verified_?(?:at|on|time|date)$/i;

function readState(name: string, value: unknown): ShownState {
  const stateField = STATE_FIELD.exec(name);
  if (stateField !== null && typeof value === 'boolean') {
    const isNegated = stateField[1] !== undefined;
    const isVerified = isNegated ? !value : value;
    return isVerified ? 'verified' : 'unverified';
  }
  if (TIME_FIELD.test(name)) return value ? 'verified' : 'unverified';
  if (typeof value !== 'string') return null;
  if (/^(?:un|not|non)[\s_-]?verified$/i.test(value)) return 'unverified';
  return /^verified$/i.test(value) ? 'verified' : null;
}
