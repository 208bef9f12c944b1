/** Selects the checks of a run. */
import { serviceOperations } from '../src/contract/effective/service-contract.ts';
import type { OperationId } from '../src/contract/types.ts';
import { getCheckId, isChosen, type Check, type Section } from './define-check.ts';
import { listPoints } from './discovery/open-points.ts';
import { sortByRequirement, toListedCheck, getRequirement } from './listed-checks.ts';
import type { ListedCheck } from './outcome.ts';
import { sections as allSections } from './sections/index.ts';
import type { ConformSettings } from './settings.ts';

export type Selection = Pick<ConformSettings, 'only' | 'skip'>;

/** Returns the checks that `only` selects, or all, without the skipped operations. */
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
