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
import { allOperations } from '../../../conformance/actors/operations.ts';
import type { Dialect } from '../../../src/dialect/dialect.ts';
import { dialectKeys } from '../../../src/dialect/keys.ts';
import { loadDialect } from '../../../src/dialect/load.ts';
import { createDocument, type DialectValues } from '../../setup/dialect-document.ts';
import { statusKeys, listNonDefaultValues } from './values.ts';

/** Statuses of rejections, without statuses that have a meaning for intermediaries. */
const STATUSES = [400, 401, 402, 403, 404, 405, 409, 410, 412, 415, 418, 422, 428, 451, 499];

/** Values that are generated instead of taken from the samples. */
const generatedKeys: Readonly<Record<string, Arbitrary<unknown>>> = {
  'bearer.requiredOn': subarray([...allOperations]),
  'success.status': record(
    Object.fromEntries(allOperations.map((name) => [name, constantFrom(200, 201, 202)])),
  ),
};

const values: Arbitrary<DialectValues> = record(
  Object.fromEntries(
    dialectKeys
      .filter(({ isDetectable }) => isDetectable)
      .map(({ key, default: defaultValue }) => [key, createValue(key, defaultValue)]),
  ),
);

function createValue(key: string, defaultValue: unknown): Arbitrary<unknown> {
  if (statusKeys.includes(key)) return constantFrom(defaultValue, ...STATUSES);
  const otherValue =
    generatedKeys[key] ?? constantFrom(defaultValue, ...listNonDefaultValues(key, defaultValue));
  return oneof(constant(defaultValue), otherValue);
}

/** Returns whether a run can detect where sessions are sent. This needs a user read with a session. */
function isSessionDetectable({ session, user, bearer }: Dialect): boolean {
  return (
    session.sentIn === 'authorization' ||
    (user.identifiedBy === 'bearerSession' && bearer.accepts.includes('client'))
  );
}

/** Draws legal dialects in which a run can detect where sessions are sent. */
export async function listCombinations({
  count,
  seed,
}: Record<'count' | 'seed', number>): Promise<DialectValues[]> {
  const legalDialects: DialectValues[] = [];
  // Of 40 candidates, at least one is suitable: legal and detectable.
  for (const candidate of sample(values, { numRuns: count * 40, seed })) {
    if (legalDialects.length === count) break;
    const loaded = await loadDialect(createDocument(candidate));
    if ('dialect' in loaded && isSessionDetectable(loaded.dialect)) legalDialects.push(candidate);
  }
  if (legalDialects.length < count)
    throw new Error(`drew ${legalDialects.length} of ${count} suitable dialects: increase numRuns`);
  return legalDialects;
}
