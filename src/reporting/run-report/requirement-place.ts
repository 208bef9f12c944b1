/** The place of a rule in the interface document, so that code hosts can show findings beside it. */
import { requirements, type Requirement } from '../../contract/requirements.gen.ts';

export const REQUIREMENTS_FILE = 'openapi/requirements.yaml';

const byId: ReadonlyMap<string, Requirement> = new Map(
  requirements.map((requirement) => [requirement.id, requirement]),
);

export function requirementNamed(id: string): Requirement | undefined {
  return byId.get(id);
}

/** From 1; 1 for an unknown rule. */
export function lineOfRequirement(id: string): number {
  return byId.get(id)?.line ?? 1;
}
