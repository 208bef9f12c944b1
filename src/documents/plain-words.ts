import type { DefinedError } from 'ajv/dist/2020.js';
import { nearestTo } from '../did-you-mean.ts';
import { complaintOf } from './complaint.ts';
import type { Finding } from './finding.ts';
import { pointerTo } from './pointer.ts';
import { placeInSchema, type SchemaNode } from './schema-node.ts';

/** Keywords by how specific their errors are; all others are less specific. */
const BY_SPECIFICITY = ['type', 'const', 'enum', 'oneOf', 'format', 'pattern'];

/** Returns one error for each value, unexpected key and missing key: the most specific one. */
export function mostSpecific(errors: readonly DefinedError[]): readonly DefinedError[] {
  if (errors.length < 2) return errors;
  const byRank = errors.toSorted((one, other) => rankOf(one) - rankOf(other));
  const byPlace = new Map<string, DefinedError>();
  for (const error of byRank) {
    const place = placeOf(error);
    if (!byPlace.has(place)) byPlace.set(place, error);
  }
  const chosen = new Set(byPlace.values());
  const reported = errors.filter((error) => chosen.has(error));
  return reported.filter((error) => !isMistyped(error, reported));
}

/** Whether a key is missing because it was misspelled: the error about the unknown key is enough. */
function isMistyped(error: DefinedError, errors: readonly DefinedError[]): boolean {
  const missing = missingKeyOf(error);
  if (missing === undefined) return false;
  return errors.some(
    (other) =>
      other.keyword === 'additionalProperties' &&
      other.instancePath === error.instancePath &&
      nearestTo(other.params.additionalProperty, [missing]) === missing,
  );
}

/** Words an error as a finding. */
export function findingOf(error: DefinedError, root: SchemaNode): Finding {
  const place = placeInSchema(error.instancePath, root);
  const { rule, message, hint, at } = complaintOf(error, place.keys);
  const pointer = error.instancePath + pointerTo(...(at === undefined ? [] : [at]));
  const missing = missingKeyOf(error);
  const schemaPlace =
    missing === undefined ? place : placeInSchema(error.instancePath + pointerTo(missing), root);
  return {
    rule,
    clause: schemaPlace.clause,
    severity: 'error',
    message,
    hint: hint ?? schemaPlace.description ?? null,
    pointer,
  };
}

function rankOf({ keyword }: DefinedError): number {
  const rank = BY_SPECIFICITY.indexOf(keyword);
  return rank === -1 ? BY_SPECIFICITY.length : rank;
}

function placeOf(error: DefinedError): string {
  switch (error.keyword) {
    case 'additionalProperties':
      return error.instancePath + pointerTo(error.params.additionalProperty);
    case 'required':
    case 'dependentRequired':
      return error.instancePath + pointerTo(error.params.missingProperty);
    default:
      return error.instancePath;
  }
}

function missingKeyOf(error: DefinedError): string | undefined {
  return error.keyword === 'required' ? error.params.missingProperty : undefined;
}
