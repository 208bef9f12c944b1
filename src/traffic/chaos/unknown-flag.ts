/** Chaos of user reads: a flag that is not in the catalogue (§2.7). */
import type { UserObject } from '../../contract/words.ts';
import type { Dialect } from '../../dialect/dialect.ts';

const CODES = ['K9417', 'ZZ-1', 'F0099', 'account.review.v2', '90210', 'T1999'];

/**
 * Adds the flag, which has no category: one of Fraud would have to restrict writes (§7.4), one of
 * Transaction Processing would need a payment that failed (§3 rule 3).
 *
 * @param bytes what is drawn
 */
export function withUnknownFlag(user: UserObject, dialect: Dialect, bytes: Buffer): UserObject {
  const known = new Set([...dialect.flags.catalogue, ...user.flags].map(({ code }) => code));
  const codes = CODES.filter((code) => !known.has(code));
  const code = codes[(bytes[0] ?? 0) % codes.length] ?? `X${bytes.toString('hex', 0, 4)}`;
  const at = (bytes[1] ?? 0) % (user.flags.length + 1);
  return { ...user, flags: user.flags.toSpliced(at, 0, { code }) };
}
