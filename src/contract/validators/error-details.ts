/** Converts ajv errors to details: the place, and what is expected there. */
import { findNearest } from '../../did-you-mean.ts';
import type { Detail, DetailKind } from '../types.ts';
import { describeExpectation, joinList, type AjvError } from './error-messages.ts';
import { reduceUnionErrors } from './unions.ts';

export const MAX_DETAILS = 20;

/** A longer name is truncated: it is a mistake or an attack. */
const MAX_NAME_LENGTH = 64;

const MAX_KNOWN_NAMES = 8;

/** Returns the details of ajv errors, at most `MAX_DETAILS`, without errors that other errors cause. */
export function toErrorDetails(errors: readonly AjvError[]): readonly Detail[] {
  const details = new Map<string, Detail>();
  for (const error of removeNoise(errors)) {
    const detail = toDetail(error);
    details.set(`${detail.pointer} ${detail.message}`, detail);
    if (details.size === MAX_DETAILS) break;
  }
  return [...details.values()];
}

/**
 * Removes errors that other errors cause: the format of a string that violates its pattern, branches of
 * unions, and `if`, which ajv reports in addition to the errors of its `then` or `else`.
 */
function removeNoise(errors: readonly AjvError[]): readonly AjvError[] {
  const malformed = new Set(
    errors.filter(({ keyword }) => keyword === 'pattern').map(({ instancePath }) => instancePath),
  );
  return reduceUnionErrors(errors).filter(({ keyword, instancePath }) => {
    const followsFromPattern = keyword === 'format' && malformed.has(instancePath);
    return keyword !== 'if' && !followsFromPattern;
  });
}

function toDetail(error: AjvError): Detail {
  const { keyword, params } = error;
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return createDetail(error, params['missingProperty'], describeExpectation(error), 'missing');
    case 'additionalProperties':
      return describeUnknownField(error, params['additionalProperty']);
    case 'not':
      return describeUnwanted(error);
    case 'oneOf':
    case 'anyOf':
      return createDetail(error, undefined, describeChoice(error) ?? describeExpectation(error));
    default:
      return createDetail(
        error,
        undefined,
        describeExpectation(error),
        keyword === 'type' ? 'type' : 'value',
      );
  }
}

function createDetail(
  { instancePath }: AjvError,
  field: unknown,
  message: string,
  kind: DetailKind = 'value',
): Detail {
  const pointer = typeof field === 'string' ? `${instancePath}/${toToken(field)}` : instancePath;
  return { pointer, message, kind };
}

function describeUnknownField(error: AjvError, field: unknown): Detail {
  const known = Object.keys(toRecord(error.parentSchema?.['properties']));
  return createDetail(
    error,
    field,
    `${describeExpectation(error)}${describeKnownNames(String(field), known)}`,
    'unknown',
  );
}

/** Returns a hint to append to a message: the nearest known name, all if they are few, or nothing. */
export function describeKnownNames(unknown: string, known: readonly string[]): string {
  const nearest = unknown.length <= MAX_NAME_LENGTH ? findNearest(unknown, known) : undefined;
  if (nearest !== undefined) return `; did you mean ${nearest}?`;
  return known.length > 0 && known.length <= MAX_KNOWN_NAMES
    ? `; allowed: ${known.join(', ')}`
    : '';
}

/**
 * Describes a violation of a `not` that forbids a field. `not: {required: [a]}` forbids a.
 * `not: {required: [a, b]}` forbids b if a is present; with `properties: {a: {const: x}}`, only if a is x.
 */
function describeUnwanted(error: AjvError): Detail {
  const { required, properties } = toRecord(error.schema);
  const [first, ...others] = Array.isArray(required) ? required.map(String) : [];
  if (first === undefined) return createDetail(error, undefined, describeExpectation(error));
  const last = others.at(-1);
  if (last === undefined) return createDetail(error, first, 'is an unknown field', 'unknown');
  const values = describeValues(toRecord(toRecord(properties)[first]));
  return createDetail(error, last, `must be omitted if ${first} is ${values}`);
}

/** Returns the values that a schema allows: `a or b`, `other than c`, or `present` for any value. */
function describeValues(schema: Readonly<Record<string, unknown>>): string {
  const { const: only, enum: several, not: other } = schema;
  if (typeof only === 'string') return only;
  if (Array.isArray(several)) return joinList(several.map(String), 'or');
  const exempt = toRecord(other)['const'];
  return typeof exempt === 'string' ? `other than ${exempt}` : 'present';
}

/** Describes a union whose branches each require one field; undefined for other unions. */
function describeChoice({ keyword, schema }: AjvError): string | undefined {
  const branches = Array.isArray(schema) ? schema.map(listRequired) : [];
  if (branches.length < 2 || branches.some((names) => names.length !== 1)) return undefined;
  const number = keyword === 'oneOf' ? 'exactly one' : 'at least one';
  return `${number} of ${joinList(branches.flat(), 'and')} is required`;
}

/** Returns the names in `{required: [...]}`; an empty list for any other schema. */
function listRequired(schema: unknown): readonly string[] {
  const { required, ...otherKeywords } = toRecord(schema);
  return Array.isArray(required) && Object.keys(otherKeywords).length === 0
    ? required.map(String)
    : [];
}

/** Returns a name as a token of a JSON Pointer (RFC 6901, section 3). */
export function toToken(name: string): string {
  const text = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  return text.replaceAll('~', '~0').replaceAll('/', '~1');
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
