/** Converts errors of Ajv to findings, with descriptions and clauses of the JSON Schema (2020-12). */
import { findNearest } from '../did-you-mean.ts';
import type { SchemaError, SchemaNode } from './schema-errors.ts';
import type { Finding } from './finding.ts';
import { parsePointer, toPointer } from './pointer.ts';
import { findPlaceInSchema, type SchemaPlace } from './schema-place.ts';
import { describeProblem } from './schema-problem.ts';

/** Keywords with specific errors, the most specific first. */
const BY_SPECIFICITY = ['type', 'const', 'enum', 'oneOf', 'format', 'pattern'];

/** Returns one error for each value, unexpected key and missing key: the most specific one. */
export function selectMostSpecific(errors: readonly SchemaError[]): readonly SchemaError[] {
  if (errors.length < 2) return errors;
  const byRank = errors.toSorted((a, b) => getRank(a) - getRank(b));
  const byPointer = new Map<string, SchemaError>();
  for (const error of byRank) {
    const pointer = getErrorPointer(error);
    if (!byPointer.has(pointer)) byPointer.set(pointer, error);
  }
  const chosen = new Set(byPointer.values());
  const reported = errors.filter((error) => chosen.has(error));
  return reported.filter((error) => !isMisspelled(error, reported));
}

/** Returns whether a key is missing because it was misspelled: the error about the unknown key is enough. */
function isMisspelled(error: SchemaError, errors: readonly SchemaError[]): boolean {
  const missing = findMissingKey(error);
  if (missing === undefined) return false;
  return errors.some(
    (other) =>
      other.keyword === 'additionalProperties' &&
      other.instancePath === error.instancePath &&
      findNearest(other.params.additionalProperty, [missing]) === missing,
  );
}

export function toFinding(error: SchemaError, root: SchemaNode): Finding {
  const place = findPlaceInSchema(error.instancePath, root);
  const { rule, message, hint, member } = describeProblem(error, place);
  const pointer = error.instancePath + (member === undefined ? '' : toPointer(member));
  const missing = findMissingKey(error);
  // The clause and hint for a missing key are those of the key, not those of the map.
  const schemaPlace =
    missing === undefined
      ? place
      : findPlaceInSchema(error.instancePath + toPointer(missing), root);
  return {
    rule,
    clause: schemaPlace.clause,
    severity: 'error',
    message,
    hint: hint ?? suggestFromSchema(schemaPlace, error.instancePath, missing),
    pointer,
  };
}

/** Returns a hint with the key and its description in the schema. */
function suggestFromSchema(
  { description, constant }: SchemaPlace,
  pointer: string,
  missing: string | undefined,
): string | null {
  if (missing !== undefined && constant !== undefined)
    return `Add ${missing}: ${JSON.stringify(constant)}.`;
  const key = missing ?? parsePointer(pointer).findLast((segment) => !/^\d+$/.test(segment));
  const explanation =
    key === undefined || description === undefined ? null : `${key}: ${description}`;
  if (missing === undefined) return explanation;
  return explanation === null ? `Add ${missing}.` : `Add the key. ${explanation}`;
}

function getRank({ keyword }: SchemaError): number {
  const rank = BY_SPECIFICITY.indexOf(keyword);
  return rank === -1 ? BY_SPECIFICITY.length : rank;
}

/** Returns the pointer of the value or key. */
function getErrorPointer(error: SchemaError): string {
  switch (error.keyword) {
    case 'additionalProperties':
      return error.instancePath + toPointer(error.params.additionalProperty);
    case 'required':
    case 'dependentRequired':
      return error.instancePath + toPointer(error.params.missingProperty);
    default:
      return error.instancePath;
  }
}

function findMissingKey(error: SchemaError): string | undefined {
  return error.keyword === 'required' ? error.params.missingProperty : undefined;
}
