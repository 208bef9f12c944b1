import { didYouMean } from '../../did-you-mean.ts';
import { UsageError } from '../command/usage-error.ts';
import type { ListedCheck } from './runner.ts';

/**
 * The checks whose ids begin with one of these words; all of them where there is no word.
 *
 * @throws UsageError for a word that no id begins with
 */
export function chosenChecks(
  checks: readonly ListedCheck[],
  only: readonly string[],
): readonly ListedCheck[] {
  const stray = only.find((word) => !checks.some(({ id }) => id.startsWith(word)));
  if (stray !== undefined) {
    const hint = didYouMean(stray, beginningsOf(checks));
    throw new UsageError(
      `--only: no check id equals or starts with "${stray}".${hint || ' See flagbearer conform --list.'}`,
    );
  }
  if (only.length === 0) return checks;
  return checks.filter(({ id }) => only.some((word) => id.startsWith(word)));
}

/** `4.2`, `4.2.request`, `4.2.request.missing-refused` */
function beginningsOf(checks: readonly ListedCheck[]): ReadonlySet<string> {
  return new Set(
    checks.flatMap(({ id, clause }) => {
      const words = id.split('.');
      const beginnings = words.map((_, at) => words.slice(0, at + 1).join('.'));
      return [clause, ...beginnings.filter((beginning) => beginning.startsWith(clause))];
    }),
  );
}
