/** Random dialects from a fixed seed, with a detectable value for each key. */
import {
  constant,
  constantFrom,
  oneof,
  record,
  sample,
  subarray,
  type Arbitrary,
} from 'fast-check';
import type { Dialect } from '../../../src/dialect/dialect.ts';
import { dialectKeys } from '../../../src/dialect/keys.ts';
import { loadDialect } from '../../../src/dialect/load.ts';
import { createDocument, statusCauses, listValues, type DialectValues } from './values.ts';

/** Statuses of rejections, without those that have a meaning for intermediaries. */
const STATUSES = [400, 401, 402, 403, 404, 405, 409, 410, 412, 415, 418, 422, 428, 451, 499];

const operations = [
  'startWalletAuth',
  'authenticateWallet',
  'addWalletToUser',
  'sendSmsOtp',
  'authenticateSmsOtp',
  'sendEmailOtp',
  'authenticateEmailOtp',
  'getUser',
];

/** Keys whose values are generated, not taken from the samples. */
const generatedKeys: Readonly<Record<string, Arbitrary<unknown>>> = {
  'bearer.requiredOn': subarray(operations),
  'success.status': record(
    Object.fromEntries(operations.map((name) => [name, constantFrom(200, 201, 202)])),
  ),
};

const values: Arbitrary<DialectValues> = record(
  Object.fromEntries(
    dialectKeys
      .filter(({ isObserved }) => isObserved)
      .map(({ key, default: byDefault }) => [key, valueOf(key, byDefault)]),
  ),
);

function valueOf(key: string, byDefault: unknown): Arbitrary<unknown> {
  if (statusCauses.includes(key)) return constantFrom(byDefault, ...STATUSES);
  const another = generatedKeys[key] ?? constantFrom(byDefault, ...listValues(key, byDefault));
  return oneof(constant(byDefault), another);
}

/** Returns whether the session location is detectable: the user read must require a session. */
function showsSessions({ session, user, bearer }: Dialect): boolean {
  return (
    session.sentIn === 'authorization' ||
    (user.identifiedBy === 'bearerSession' && bearer.accepts.includes('client'))
  );
}

/** Returns the first compatible combinations. */
export async function listCombinations(count: number, seed: number): Promise<DialectValues[]> {
  const possible: DialectValues[] = [];
  for (const drawn of sample(values, { numRuns: count * 40, seed })) {
    if (possible.length === count) break;
    const loaded = await loadDialect(createDocument(drawn));
    if ('dialect' in loaded && showsSessions(loaded.dialect)) possible.push(drawn);
  }
  if (possible.length < count) throw new Error(`only ${possible.length} of them can go together`);
  return possible;
}
