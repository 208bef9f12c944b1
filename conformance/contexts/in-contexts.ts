/** One rule in each situation in which it applies: a table of contexts gives a check each. */
import type { Attempt } from '../attempt.ts';
import { check, type Alone, type Check, type CheckWords } from '../define-check.ts';

export interface Context<Situation> {
  /** Part of the id of the check, such as `second-client` or `after-a-failed-request`. */
  readonly name: string;
  readonly alone?: Alone;
  readonly usesOtherChannel?: boolean;
  /**
   * Brings the situation about.
   *
   * @throws NotTested with what is missing
   */
  reach(t: Attempt): Promise<Situation>;
}

/**
 * Returns a check of the rule for each context, named after it. A context that a run can't reach is not
 * tested, by name.
 *
 * @param run asserts the rule in the situation
 */
export function inContexts<Situation>(
  words: CheckWords,
  contexts: readonly Context<Situation>[],
  run: (t: Attempt, situation: Situation) => Promise<void>,
): Check[] {
  return contexts.map(({ name, alone, usesOtherChannel = false, reach }) => {
    const part = words.part === undefined ? name : `${words.part}/${name}`;
    const title = `${words.title} (${name.replaceAll('-', ' ')})`;
    return check(
      { ...words, part, title, usesOtherChannel, ...(alone && { alone }) },
      async (t) => {
        await run(t, await reach(t));
      },
    );
  });
}
