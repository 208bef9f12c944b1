/** Every check there is, or those that were asked for. */
import { isChosen, type Check, type Section } from './define-check.ts';
import { listedCheck } from './listed-checks.ts';
import type { ListedCheck } from './outcome.ts';
import { sections as allSections } from './sections/index.ts';

/** The checks that `only` names by their ids or by beginnings of them; all where it is empty. */
export function chosenChecks(
  only: readonly string[],
  sections: readonly Section[] = allSections,
): readonly Check[] {
  return sections.flatMap(({ checks }) => checks).filter((check) => isChosen(check, only));
}

/** The checks as they are known without running them. */
export function listChecks(): readonly ListedCheck[] {
  return chosenChecks([]).map(listedCheck);
}
