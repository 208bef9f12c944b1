/**
 * Normalizes identities, by which users are found. A wallet, phone number or email address belongs to at most
 * one user (§5.6).
 */
import type { Dialect, OtpChannel } from '../dialect/dialect.ts';
import type { WalletIdentity } from './records.ts';

/** The wallet type that the interface shows (§2.2), and its network. */
export const KNOWN_TYPE = 'EVM';
export const NETWORK_OF_KNOWN_TYPE = 'ETHEREUM';

/**
 * Returns the identity of a wallet: its address in lower case, and with `wallet.identity: addressAndNetwork`
 * also its network. A wallet with only a type is on the network of the type: ETHEREUM for EVM; every other
 * type has a network of its own (§2.2).
 */
export function getWalletIdentity(wallet: WalletIdentity, dialect: Dialect): string {
  const address = `wallet:${wallet.address.toLowerCase()}`;
  return dialect.wallet.identity === 'address' ? address : `${address}:${getNetwork(wallet)}`;
}

/** Returns the identity of a phone number (§2.5). @param phoneNumber in E.164: + and digits */
export function getPhoneIdentity(phoneNumber: string): string {
  return `phone:${phoneNumber}`;
}

/** Returns the identity of an email address, which ignores case (§2.6). */
export function getEmailIdentity(emailAddress: string): string {
  return `email:${emailAddress.toLowerCase()}`;
}

export function getDestinationIdentity(channel: OtpChannel, destination: string): string {
  return channel === 'sms' ? getPhoneIdentity(destination) : getEmailIdentity(destination);
}

function getNetwork({ network, type }: WalletIdentity): string {
  if (network !== null) return network;
  return type === null || type === KNOWN_TYPE ? NETWORK_OF_KNOWN_TYPE : type;
}
