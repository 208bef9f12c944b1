/** Every check there is, or those that were asked for. */
import { checkId, isChosen, type Check, type Section } from './define-check.ts';
import { listedPoints } from './discovery/open-points.ts';
import { inOrder, listedCheck } from './listed-checks.ts';
import type { ListedCheck } from './outcome.ts';
import { sections as allSections } from './sections/index.ts';

/** The checks that `only` names by their ids or by beginnings of them; all where it is empty. */
export function chosenChecks(
  only: readonly string[],
  sections: readonly Section[] = allSections,
): readonly Check[] {
  return sections.flatMap(({ checks }) => checks).filter((check) => isChosen(checkId(check), only));
}

/** The checks, and the open points that a run looks at, as they are known without running any. */
export function listChecks(): readonly ListedCheck[] {
  return inOrder([...chosenChecks([]).map(listedCheck), ...listedPoints()]);
}
