/** Chaos of user reads: a flag that is not in the catalogue (§2.7). */
import { UNCATEGORISED } from '../../contract/wire/user.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { isJsonObject } from '../../documents/json-object.ts';
import { listOf, propertyOf, textIn } from '../../judge/named-in-body.ts';
import { flagsIn, userObjectIn } from '../../judge/user-shown.ts';

const CODES = ['K9417', 'ZZ-1', 'F0099', 'account.review.v2', '90210', 'T1999'];

/**
 * Adds a flag without a category: one of Fraud would have to restrict writes (§7.4), one of Transaction
 * Processing would need a failed payment (§3 rule 3).
 *
 * @param body a user read in the format of the dialect
 * @param bytes random bytes
 */
export function withUnknownFlag(body: unknown, dialect: Dialect, bytes: Buffer): unknown {
  const { envelope, names, flagsShape } = dialect.user;
  const user = userObjectIn(body, dialect);
  const flags = propertyOf(user, names.flags);
  if (!isJsonObject(body) || !isJsonObject(user)) return body;
  const known = new Set([
    ...dialect.flags.catalogue.map(({ code }) => code),
    ...flagsIn(flags).map((flag) => textIn(flag, names.code)),
  ]);
  const codes = CODES.filter((code) => !known.has(code));
  const code = codes[(bytes[0] ?? 0) % codes.length] ?? `X${bytes.toString('hex', 0, 4)}`;
  const list = listOf(flagsShape === 'list' ? flags : propertyOf(flags, UNCATEGORISED));
  const at = (bytes[1] ?? 0) % (list.length + 1);
  const longer = list.toSpliced(at, 0, { [names.code]: code });
  const flagged =
    flagsShape === 'list' ? longer : { ...(isJsonObject(flags) && flags), [UNCATEGORISED]: longer };
  const changed = { ...user, [names.flags]: flagged };
  return envelope === 'none' ? changed : { ...body, [envelope]: changed };
}
