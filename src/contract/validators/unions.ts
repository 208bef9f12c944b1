/** Selects the relevant errors of a failed `oneOf` or `anyOf`: ajv returns the errors of every branch. */
import type { AjvError } from './error-messages.ts';

/** Returns the errors without the irrelevant branches of failed unions (as in `reduceErrorsOf`). */
export function reduceUnionErrors(errors: readonly AjvError[]): readonly AjvError[] {
  // ajv reports a union after its branches, so inner unions come first.
  return errors
    .filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
    .reduce(reduceErrorsOf, errors);
}

/**
 * Reduces the errors of one union, for example of `null | {a: string}`:
 * - for `{a: 1}`, where one branch has the right type, to the errors of that branch;
 * - for `5`, where no branch has the right type, to one error that lists the types;
 * - otherwise to the error of the union itself.
 */
function reduceErrorsOf(errors: readonly AjvError[], union: AjvError): readonly AjvError[] {
  if (!errors.includes(union)) return errors;
  const branchErrors = new Set(errors.filter((error) => isWithin(error, union)));
  const otherErrors = errors.filter((error) => !branchErrors.has(error));
  // `otherErrors` contains the error of the union itself.
  const branches = listBranches(branchErrors, union);
  if (branches.length === 0) return otherErrors;
  const [intended, ...others] = branches.filter((branch) => !isOfOtherType(branch, union));
  if (intended === undefined) {
    return otherErrors.map((error) => (error === union ? mergeTypes(branchErrors, union) : error));
  }
  // A `oneOf` may also fail because two branches match.
  const matchesTwo = Array.isArray(union.params['passingSchemas']);
  if (others.length > 0 || matchesTwo) return otherErrors;
  const isOfUnion = (error: AjvError) => error === union || branchErrors.has(error);
  return errors.filter((error) => !isOfUnion(error) || intended.includes(error));
}

function isWithin(error: AjvError, union: AjvError): boolean {
  return (
    error.schemaPath.startsWith(`${union.schemaPath}/`) &&
    `${error.instancePath}/`.startsWith(`${union.instancePath}/`)
  );
}

function listBranches(
  branchErrors: Iterable<AjvError>,
  union: AjvError,
): readonly (readonly AjvError[])[] {
  const branches = new Map<string, AjvError[]>();
  for (const error of branchErrors) {
    const branch = error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0] ?? '';
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  return [...branches.values()];
}

function isOfOtherType(branch: readonly AjvError[], union: AjvError): boolean {
  return branch.some(
    ({ keyword, instancePath }) => keyword === 'type' && instancePath === union.instancePath,
  );
}

function mergeTypes(branchErrors: ReadonlySet<AjvError>, union: AjvError): AjvError {
  const types = [...branchErrors]
    .filter(({ keyword }) => keyword === 'type')
    .flatMap(({ params }): unknown[] => [params['type']].flat());
  return { ...union, keyword: 'type', params: { type: [...new Set(types)] } };
}
