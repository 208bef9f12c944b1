/** Describes checks by their requirement, and sorts them. */
import { requirements, type Requirement } from '../src/contract/requirements.gen.ts';
import { getCheckId, type Check } from './define-check.ts';
import type { ListedCheck } from './outcome.ts';

/** @throws TypeError if the requirement of the check is unknown */
export function getRequirement(check: Check): Requirement {
  const requirement = requirements.find(({ id }) => id === check.requirement);
  if (requirement === undefined) throw new TypeError(`no requirement ${check.requirement}`);
  return requirement;
}

/** Returns the facts about a check without running it. */
export function toListedCheck(check: Check): ListedCheck {
  const requirement = getRequirement(check);
  return {
    id: getCheckId(check),
    requirement: requirement.id,
    clause: requirement.clause,
    level: requirement.level,
    operation: check.operation,
    title: check.title,
  };
}

const positions = new Map(requirements.map(({ id }, index) => [id, index]));

/** Sorts by requirement, in the order of the interface. */
export function sortByRequirement<Listed extends Pick<ListedCheck, 'id' | 'requirement'>>(
  checks: readonly Listed[],
): Listed[] {
  const getPosition = ({ requirement }: Listed) => positions.get(requirement) ?? positions.size;
  return checks.toSorted((a, b) => getPosition(a) - getPosition(b) || (a.id < b.id ? -1 : 1));
}
