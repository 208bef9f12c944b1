import { getAddress } from 'ethers';

import { Refusal } from './refusals.ts';
import type { Channel, Variant } from './variant.ts';

/** The fields of a request body. */
export type Fields = Readonly<Record<string, unknown>>;

const networks: Record<'walletNetwork' | 'walletType', readonly unknown[]> = {
  walletNetwork: ['ETHEREUM', 'POLYGON'],
  walletType: ['EVM'],
};

export interface WalletIdentity {
  /** The address in lower case. */
  address: string;
  /** The value of walletNetwork or walletType; both, with a space between them, if both were sent. */
  network: string;
}

/** Returns the value of a field. Throws a Refusal if the value is not a string, or is empty. */
export function getText(fields: Fields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (typeof value !== 'string' || value === '') throw new Refusal('schema');
  return value;
}

export function checkFieldNames(fields: Fields, names: readonly string[], variant: Variant): void {
  if (variant.requests.unknownFields === 'ignored') return;
  if (!Object.keys(fields).every((name) => names.includes(name))) throw new Refusal('schema');
}

export function listWalletFields({ wallet }: Variant): ('walletNetwork' | 'walletType')[] {
  return wallet.fields === 'either' ? ['walletNetwork', 'walletType'] : [wallet.fields];
}

// §2.2
export function parseWallet(fields: Fields, variant: Variant): WalletIdentity {
  const address = getText(fields, 'walletAddress');
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new Refusal('schema');
  if (variant.wallet.checksum === 'verified' && !hasChecksum(address)) throw new Refusal('schema');

  const sentNames = listWalletFields(variant).filter((name) => Object.hasOwn(fields, name));
  if (sentNames.length === 0) throw new Refusal('schema');
  if (sentNames.length > 1 && variant.wallet.bothFields === 'refused') throw new Refusal('schema');
  if (!sentNames.every((name) => networks[name].includes(fields[name])))
    throw new Refusal('schema');
  const network = sentNames.map((name) => getText(fields, name)).join(' ');
  return { address: address.toLowerCase(), network };
}

function hasChecksum(address: string): boolean {
  try {
    getAddress(address);
    return true;
  } catch {
    return false;
  }
}

/** Returns the normalized phone number or email address; undefined if it is invalid. */
export function parseDestination(
  channel: Channel,
  text: string,
  { identities }: Variant,
): string | undefined {
  if (channel === 'sms') {
    const number =
      identities.phoneSeparators === 'removed' ? text.replaceAll(/(?<=\d)[ .-](?=\d)/g, '') : text;
    return /^\+[1-9]\d{7,14}$/.test(number) ? number : undefined;
  }
  if (text.length > 254 || !/^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}.]+$/u.test(text)) {
    return undefined;
  }
  return identities.emailCase === 'ignored' ? text.toLowerCase() : text;
}
