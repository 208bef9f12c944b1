/** What to say of a `oneOf` or `anyOf` that failed: ajv gives the errors of every branch. */
import type { Finding } from './error-words.ts';

/**
 * The findings with those of failed unions sorted out. Where all branches but one are of another
 * type, what the one has against the value is said; else the union speaks for its branches.
 */
export function withoutBranches(findings: readonly Finding[]): readonly Finding[] {
  const unions = findings.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  const kept = new Set(findings);
  // ajv names a union after its branches: the inner ones come first.
  for (const union of unions) {
    if (!kept.has(union)) continue;
    const inside = [...kept].filter((finding) => isWithin(finding, union));
    const open = branchesOf(inside, union).filter((branch) => !isOfOtherType(branch, union));
    const [only] = open;
    if (open.length === 1 && only !== undefined && passedNone(union)) {
      for (const finding of [...inside, union]) if (!only.includes(finding)) kept.delete(finding);
    } else {
      for (const finding of inside) kept.delete(finding);
      if (open.length === 0 && inside.length > 0) {
        kept.delete(union);
        kept.add(ofOneOfTheTypes(inside, union));
      }
    }
  }
  return [...kept];
}

function isWithin(finding: Finding, union: Finding): boolean {
  return (
    finding.schemaPath.startsWith(`${union.schemaPath}/`) &&
    finding.instancePath.startsWith(union.instancePath)
  );
}

function branchesOf(inside: readonly Finding[], union: Finding): readonly (readonly Finding[])[] {
  const branches = new Map<string, Finding[]>();
  for (const finding of inside) {
    const branch = finding.schemaPath.slice(union.schemaPath.length + 1).split('/')[0] ?? '';
    branches.set(branch, [...(branches.get(branch) ?? []), finding]);
  }
  return [...branches.values()];
}

function isOfOtherType(branch: readonly Finding[], union: Finding): boolean {
  return branch.some(
    ({ keyword, instancePath }) => keyword === 'type' && instancePath === union.instancePath,
  );
}

/** `oneOf` fails too when two branches match; there is nothing to say about either. */
function passedNone({ params }: Finding): boolean {
  return !Array.isArray(params['passingSchemas']);
}

function ofOneOfTheTypes(inside: readonly Finding[], union: Finding): Finding {
  const types = inside
    .filter(({ keyword }) => keyword === 'type')
    .flatMap(({ params }): unknown[] => [params['type']].flat());
  return { ...union, keyword: 'type', params: { type: [...new Set(types)] } };
}
