import type { SandboxUser } from '../api/schemas.ts';

/** Returns the display name of a user: the name, else another identifier. */
export function getName(user: SandboxUser): string {
  const { firstName = '', lastName = '' } = user.personalInformation;
  return (
    `${firstName} ${lastName}`.trim() ||
    (user.key ?? user.emailAddress ?? user.phoneNumber ?? user.wallets[0]?.address ?? user.id)
  );
}

/** Returns `0xf39F…2266` */
export function shortenAddress(address: string): string {
  return address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** Returns the initials of the first two words, without the prefix `0x` or `+`. */
export function getInitials(name: string): string {
  const words = name.replace(/^(0x|[+])/, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const initials = words.slice(0, 2).map(([initial = '']) => initial);
  return initials.join('').toUpperCase();
}
