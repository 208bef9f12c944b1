/** Creates a check of one rule for each context in a table. */
import type { Attempt } from '../attempt.ts';
import { check, type Alone, type Check, type CheckWords } from '../define-check.ts';

export interface Context<Situation> {
  /** Part of the id of the check, such as `second-client` or `after-a-failed-request`. */
  readonly name: string;
  readonly alone?: Alone;
  readonly usesOtherChannel?: boolean;
  /**
   * Prepares the context.
   *
   * @throws NotTested with the missing precondition
   */
  reach(t: Attempt): Promise<Situation>;
}

/**
 * Returns a check of the rule for each context. A check whose context is unreachable is not tested.
 *
 * @param run asserts the rule in the context
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
