/** Creates a check of one rule for each context in a table. */
import type { Attempt } from '../attempt.ts';
import { check, type Exclusive, type Check, type CheckAttributes } from '../define-check.ts';

export interface Context<Situation> {
  /** Part of the id of the check, such as `second-client` or `after-a-failed-request`. */
  readonly name: string;
  readonly exclusive?: Exclusive;
  readonly usesOtherChannel?: boolean;
  /** Prepares the context; throws NotTested if a precondition is missing. */
  reach(t: Attempt): Promise<Situation>;
}

export type Reaches<Situation> = Readonly<Record<string, Context<Situation>['reach']>>;

/** Creates contexts from functions by name. */
export function toContexts<Situation>(reaches: Reaches<Situation>): Context<Situation>[] {
  return Object.entries(reaches).map(([name, reach]) => ({ name, reach }));
}

/** Returns a check for each context; it is not tested if its context cannot be reached. */
export function checkInContexts<Situation>(
  contexts: readonly Context<Situation>[],
  {
    run,
    ...attributes
  }: CheckAttributes & { run(t: Attempt, situation: Situation): Promise<void> | void },
): Check[] {
  return contexts.map(({ name, exclusive, usesOtherChannel = false, reach }) =>
    check({
      ...attributes,
      part: attributes.part === undefined ? name : `${attributes.part}/${name}`,
      title: `${attributes.title} (${name.replaceAll('-', ' ').replaceAll('sign in', 'sign-in')})`,
      usesOtherChannel,
      ...(exclusive && { exclusive }),
      run: async (t) => run(t, await reach(t)),
    }),
  );
}
