import type { SandboxUser } from '../api/schemas.ts';

/** The display name of a user: the name, else another identifier. */
export function nameOf(user: SandboxUser): string {
  const { firstName = '', lastName = '' } = user.personalInformation;
  const name = `${firstName} ${lastName}`.trim();
  return (
    [name, user.key, user.emailAddress, user.phoneNumber, user.wallets[0]?.address].find(
      (candidate): candidate is string => Boolean(candidate),
    ) ?? user.id
  );
}

/** `0xf39F…2266` */
export function shortAddress(address: string): string {
  return address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** Of the first two words; of `0x…` and `+…` the first characters behind them. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/^(0x|[+])/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0))
    .join('')
    .toUpperCase();
}
