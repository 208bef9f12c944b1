/** Selects, describes and sorts the checks of a run. */
import { serviceOperations } from '../src/contract/effective/service-contract.ts';
import type { OperationId } from '../src/contract/types.ts';
import { getCheckId, isChosen, type Check, type Section } from './define-check.ts';
import { listPoints } from './discovery/open-points.ts';
import type { ListedCheck } from './outcome.ts';
import { sections as allSections } from './sections/index.ts';
import type { ConformSettings } from './settings.ts';
import { requirements, type Requirement } from '../src/contract/requirements.gen.ts';

type Selection = Pick<ConformSettings, 'only' | 'skip'>;

export function selectChecks(
  { only, skip }: Selection,
  sections: readonly Section[] = allSections,
): readonly Check[] {
  return sections
    .flatMap(({ checks }) => checks)
    .filter((check) => check.operation === null || !skip.includes(check.operation))
    .filter((check) => isChosen(getCheckId(check), only));
}

/** Returns the operations of the chosen checks, which a complete run covers. */
export function listOperationsInScope(
  checks: readonly Check[],
  { only, skip }: Selection,
): ReadonlySet<OperationId> {
  const all = [...serviceOperations.keys()];
  const chosen =
    only.length === 0 ? all : checks.flatMap((check) => getRequirement(check).operations);
  return new Set(chosen.filter((operation) => !skip.includes(operation)));
}

/** Returns all checks and open points, for `--list` and to validate ids. */
export function listChecks(): readonly ListedCheck[] {
  return sortByRequirement([
    ...selectChecks({ only: [], skip: [] }).map(toListedCheck),
    ...listPoints(),
  ]);
}

function getRequirement(check: Check): Requirement {
  const requirement = requirements.find(({ id }) => id === check.requirement);
  if (requirement === undefined) throw new TypeError(`no requirement ${check.requirement}`);
  return requirement;
}

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
