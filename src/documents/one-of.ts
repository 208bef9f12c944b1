import type { DefinedError } from 'ajv/dist/2020.js';

/**
 * Finds the branch of a `oneOf` that a value was intended for: among those of its type, the one with the
 * fewest missing or unexpected keys.
 *
 * @param branches the errors of the value against each branch
 * @returns the errors of that branch; if it is ambiguous, the keys that no branch has; undefined if there
 * are none
 */
export function fittingBranch(
  branches: readonly (readonly DefinedError[])[],
): readonly DefinedError[] | undefined {
  const ofItsType = branches.filter((errors) => !errors.some(isAboutType));
  const unknownKeys = ofItsType.map((errors) => errors.filter(isAboutKeys).length);
  const fewest = Math.min(...unknownKeys);
  const [best, ...equals] = ofItsType.filter((_, at) => unknownKeys[at] === fewest);
  if (best === undefined || equals.length === 0) return best;

  const unknown = best.filter((error) => {
    const key = unknownKey(error);
    return key !== undefined && equals.every((errors) => errors.some((e) => unknownKey(e) === key));
  });
  return unknown.length > 0 ? unknown : undefined;
}

function isAboutType({ instancePath, keyword }: DefinedError): boolean {
  return instancePath === '' && (keyword === 'type' || keyword === 'const' || keyword === 'enum');
}

function isAboutKeys({ instancePath, keyword }: DefinedError): boolean {
  return instancePath === '' && (keyword === 'required' || keyword === 'additionalProperties');
}

function unknownKey(error: DefinedError): string | undefined {
  return error.instancePath === '' && error.keyword === 'additionalProperties'
    ? error.params.additionalProperty
    : undefined;
}
