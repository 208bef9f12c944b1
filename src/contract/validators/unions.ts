/** What to say of a `oneOf` or `anyOf` that failed: ajv gives the errors of every branch. */
import type { AjvError } from './error-words.ts';

/**
 * The errors with those of failed unions sorted out. Where all branches but one are of another
 * type, what the one has against the value is said; else the union speaks for its branches.
 */
export function withoutBranches(errors: readonly AjvError[]): readonly AjvError[] {
  const unions = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  const kept = new Set(errors);
  // ajv names a union after its branches: the inner ones come first.
  for (const union of unions) {
    if (!kept.has(union)) continue;
    const inside = [...kept].filter((error) => isWithin(error, union));
    const open = branchesOf(inside, union).filter((branch) => !isOfOtherType(branch, union));
    const [only] = open;
    if (open.length === 1 && only !== undefined && passedNone(union)) {
      for (const error of [...inside, union]) if (!only.includes(error)) kept.delete(error);
    } else {
      for (const error of inside) kept.delete(error);
      if (open.length === 0 && inside.length > 0) {
        kept.delete(union);
        kept.add(ofOneOfTheTypes(inside, union));
      }
    }
  }
  return [...kept];
}

function isWithin(error: AjvError, union: AjvError): boolean {
  return (
    error.schemaPath.startsWith(`${union.schemaPath}/`) &&
    error.instancePath.startsWith(union.instancePath)
  );
}

function branchesOf(
  inside: readonly AjvError[],
  union: AjvError,
): readonly (readonly AjvError[])[] {
  const branches = new Map<string, AjvError[]>();
  for (const error of inside) {
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

/** `oneOf` fails too when two branches match; there is nothing to say about either. */
function passedNone({ params }: AjvError): boolean {
  return !Array.isArray(params['passingSchemas']);
}

function ofOneOfTheTypes(inside: readonly AjvError[], union: AjvError): AjvError {
  const types = inside
    .filter(({ keyword }) => keyword === 'type')
    .flatMap(({ params }): unknown[] => [params['type']].flat());
  return { ...union, keyword: 'type', params: { type: [...new Set(types)] } };
}
