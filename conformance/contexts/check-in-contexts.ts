/** Creates a check of one rule for each context in a table. */
import type { Attempt } from '../attempt.ts';
import { check, type Exclusive, type Check, type CheckAttributes } from '../define-check.ts';

export interface Context<Situation> {
  /** Part of the id of the check, such as `second-client` or `after-a-failed-request`. */
  readonly name: string;
  readonly exclusive?: Exclusive;
  /** As in `Check`. */
  readonly usesOtherChannel?: boolean;
  /** Prepares the context; throws NotTested if a precondition is missing. */
  prepare(t: Attempt): Promise<Situation>;
}

export function toContexts<Situation>(
  preparations: Readonly<Record<string, Context<Situation>['prepare']>>,
): Context<Situation>[] {
  return Object.entries(preparations).map(([name, prepare]) => ({ name, prepare }));
}

/** Returns a check for each context. A check is not tested if its context cannot be reached. */
export function checkInContexts<Situation>(
  contexts: readonly Context<Situation>[],
  {
    run,
    ...attributes
  }: CheckAttributes & { run(t: Attempt, situation: Situation): Promise<void> | void },
): Check[] {
  return contexts.map(({ name, exclusive, usesOtherChannel, prepare }) =>
    check({
      ...attributes,
      part: attributes.part ? `${attributes.part}/${name}` : name,
      title: `${attributes.title} (${name.replaceAll('-', ' ').replaceAll('sign in', 'sign-in')})`,
      ...(exclusive && { exclusive }),
      ...(usesOtherChannel && { usesOtherChannel }),
      run: async (t) => run(t, await prepare(t)),
    }),
  );
}
