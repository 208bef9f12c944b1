/** Finds requirements, and their lines in the file that annotations and SARIF reports link to. */
import { requirements, type Requirement } from '../contract/requirements.gen.ts';

export const REQUIREMENTS_FILE = 'openapi/requirements.yaml';

const requirementsById: ReadonlyMap<string, Requirement> = new Map(
  requirements.map((requirement) => [requirement.id, requirement]),
);

export function findRequirement(id: string): Requirement | undefined {
  return requirementsById.get(id);
}

/** Returns the line of a requirement in the file; 1 for an unknown id. */
export function getRequirementLine(id: string): number {
  return findRequirement(id)?.line ?? 1;
}
