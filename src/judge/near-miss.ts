import type { Difference, NearMiss } from '../contract/control-types.ts';
import type { ContractOperation } from '../contract/validators.ts';
import type { OperationId } from '../contract/types.ts';
import { measureDistance } from '../did-you-mean.ts';
import { decode, getPath } from '../http/request-head.ts';
import type { Exchange } from './exchange.ts';

/** Methods that browsers and tools send on their own. */
const EXPLORATORY_METHODS: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS', 'TRACE']);

/** Returns the operation that the client probably meant, for a request that matches no operation. */
export function findNearMiss({ method, url, contract }: Exchange): NearMiss | undefined {
  if (EXPLORATORY_METHODS.has(method)) return undefined;
  return findNearestOperation(contract.operations, method, getPath(url));
}

/** Longer paths are not compared. */
const MAX_PATH_LENGTH = 200;

/** A path with one typo per this many characters still counts as similar. */
const CHARACTERS_PER_TYPO = 5;

/** Returns the most similar operation to a request, and how the two differ; undefined if none is similar. */
export function findNearestOperation(
  operations: readonly ContractOperation<OperationId>[],
  method: string,
  path: string,
): NearMiss | undefined {
  if (path.length > MAX_PATH_LENGTH) return undefined;
  let nearest: NearMiss | undefined;
  let minDistance = Infinity;
  for (const operation of operations) {
    const comparison = comparePaths(path, operation.path);
    if (comparison === undefined) continue;
    const expectedMethod = operation.method.toUpperCase();
    const { differences, editDistance } = comparison;
    if (method !== expectedMethod)
      differences.push({ kind: 'method', message: `Use ${expectedMethod}.` });
    // One spelling mistake weighs more than all other differences together.
    const distance = editDistance * MAX_PATH_LENGTH + differences.length;
    if (differences.length === 0 || minDistance <= distance) continue;
    nearest = {
      operation: operation.operationId,
      method: expectedMethod,
      path: operation.path,
      differences,
    };
    minDistance = distance;
  }
  return nearest;
}

/** Returns how a path differs from the path of an operation; undefined if they have little in common. */
function comparePaths(path: string, expected: string) {
  const differences: Difference[] = [];
  const addDifference = (kind: Difference['kind'], message: string) =>
    differences.push({ kind, message });

  let remaining = decode(path);
  if (remaining !== path) {
    addDifference('encoding', 'Send the path unencoded; not every server decodes %3A to a colon.');
  }
  const collapsed = remaining.replaceAll(/\/{2,}/g, '/');
  if (collapsed !== remaining) addDifference('slashes', 'Remove repeated slashes.');
  remaining = collapsed;
  if (remaining.length > 1 && remaining.endsWith('/')) {
    addDifference('trailingSlash', 'Remove the trailing slash.');
    remaining = remaining.slice(0, -1);
  }

  const missingPrefix = findPrefix(expected, remaining);
  const extraPrefix = findPrefix(remaining, expected);
  if (missingPrefix !== undefined)
    addDifference('missingPrefix', `Add the prefix ${missingPrefix}.`);
  if (extraPrefix !== undefined) addDifference('extraPrefix', 'Remove the prefix of the path.');
  const actual = remaining.slice(extraPrefix?.length ?? 0);
  const wanted = expected.slice(missingPrefix?.length ?? 0);
  if (normalizePath(actual) === normalizePath(wanted)) {
    // The paths differ at most in upper and lower case, and in slashes instead of colons.
    const hasOtherSeparator = actual.toLowerCase() !== wanted.toLowerCase();
    if (hasOtherSeparator) addDifference('separator', `Use ${wanted}, including the colon.`);
    const hasOtherCase = actual.replaceAll(':', '/') !== wanted.replaceAll(':', '/');
    if (hasOtherCase) addDifference('case', 'Fix upper and lower case.');
    return { differences, editDistance: 0 };
  }
  const editDistance = measureDistance(normalizePath(actual), normalizePath(wanted));
  if (editDistance > Math.ceil(wanted.length / CHARACTERS_PER_TYPO)) return undefined;
  addDifference('spelling', `Use ${expected}.`);
  return { differences, editDistance };
}

/** Returns the part of `long` before its suffix `short`, if the suffix starts with a slash. */
function findPrefix(long: string, short: string): string | undefined {
  const length = long.length - short.length;
  if (length <= 0 || short.length <= 1 || long.charAt(length) !== '/') return undefined;
  return normalizePath(long).endsWith(normalizePath(short)) ? long.slice(0, length) : undefined;
}

/** Returns the path in lower case, with slashes instead of colons. */
function normalizePath(path: string): string {
  return path.toLowerCase().replaceAll(':', '/');
}
