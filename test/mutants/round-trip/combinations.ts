/** Dialects at random, from a fixed seed: of each key a value that a discovery can find out. */
import fc from 'fast-check';
import { dialectKeys } from '../../../src/dialect/keys.ts';
import { loadDialect } from '../../../src/dialect/load.ts';
import { documentOf, statusCauses, valuesOf, type DialectValues } from './values.ts';

/** Statuses of refusals, but for those that say "not now" or "not here" to whoever reads them. */
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

/** Keys whose values are made, and not taken from the samples. */
const made: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'bearer.requiredOn': fc.subarray(operations),
  'success.status': fc.record(
    Object.fromEntries(operations.map((name) => [name, fc.constantFrom(200, 201, 202)])),
  ),
};

const values: fc.Arbitrary<DialectValues> = fc.record(
  Object.fromEntries(
    dialectKeys
      .filter(({ isObserved }) => isObserved)
      .map(({ key, default: byDefault }) => [key, valueOf(key, byDefault)]),
  ),
);

function valueOf(key: string, byDefault: unknown): fc.Arbitrary<unknown> {
  if (statusCauses.includes(key)) return fc.constantFrom(byDefault, ...STATUSES);
  const another = made[key] ?? fc.constantFrom(byDefault, ...valuesOf(key, byDefault));
  return fc.oneof(fc.constant(byDefault), another);
}

/** The first of them that can go together. */
export async function combinations(count: number, seed: number): Promise<DialectValues[]> {
  const possible: DialectValues[] = [];
  for (const drawn of fc.sample(values, { numRuns: count * 40, seed })) {
    if (possible.length === count) break;
    const loaded = await loadDialect(documentOf(drawn));
    if ('dialect' in loaded) possible.push(drawn);
  }
  if (possible.length < count) throw new Error(`only ${possible.length} of them can go together`);
  return possible;
}
