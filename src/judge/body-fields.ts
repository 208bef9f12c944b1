import type { WalletNetwork, WalletType } from '../contract/types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { getProperty } from '../documents/json-object.ts';
import { getWalletIdentity } from '../domain/identity.ts';

export function findText(body: unknown, name: string): string | undefined {
  const value = getProperty(body, name);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the value if it is a list, otherwise an empty list. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the identity of the wallet that a body names (§2.2). */
export function findWalletIdentity(body: unknown, dialect: Dialect): string | undefined {
  const address = findText(body, 'walletAddress');
  if (address === undefined) return undefined;
  // The body is not validated: an unknown network or type is also part of the identity.
  const network = (findText(body, 'walletNetwork') ?? null) as WalletNetwork | null;
  const type = (findText(body, 'walletType') ?? null) as WalletType | null;
  return getWalletIdentity({ address, network, type }, dialect);
}
