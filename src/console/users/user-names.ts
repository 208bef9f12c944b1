import type { SandboxUser } from '../api/schemas.ts';

/** Returns the name of a user; without a name, another identifier. */
export function getName(user: SandboxUser): string {
  const { firstName = '', lastName = '' } = user.personalInformation;
  return (
    `${firstName} ${lastName}`.trim() ||
    (user.key ?? user.emailAddress ?? user.phoneNumber ?? user.wallets[0]?.address ?? user.id)
  );
}

/** Shortens an id, a hash or an address: `0xf39F…2266`. */
export function shortenId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 6)}…${id.slice(-4)}`;
}

/** Returns the initials of the first two words, without the prefix `0x` or `+`. */
export function getInitials(name: string): string {
  const words = name.replace(/^(0x|[+])/, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const initials = words.slice(0, 2).map(([initial = '']) => initial);
  return initials.join('').toUpperCase();
}
