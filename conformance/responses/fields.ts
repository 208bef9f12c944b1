/** Reads fields of unvalidated JSON. */

export type Fields = Readonly<Record<string, unknown>>;

export function toFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null;
}

/** Returns the userMask of a sign-in response (§2.4); null if it is missing. */
export function findUserMask(signIn: unknown): Fields | null {
  return toFields(toFields(signIn)?.['userMask']);
}

/** Returns the network or type in the body of a wallet request (§2.2); null without either. */
export function findWalletKind(body: unknown): string | null {
  return findText(body, 'walletNetwork') ?? findText(body, 'walletType');
}

export function findText(part: unknown, name: string): string | null {
  const value = toFields(part)?.[name];
  return typeof value === 'string' ? value : null;
}
