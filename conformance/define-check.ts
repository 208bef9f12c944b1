/** How a check is written: which rule it looks at, by which operation, and how. */
import type { OperationId } from '../src/contract/words.ts';
import type { Attempt } from './attempt.ts';

/**
 * When a check holds the client alone, so that nothing else runs meanwhile.
 *
 * - `whileTheLastCounts`: unless a session was seen to say who gets an added wallet. Where none does,
 *   it is whoever signed in last through the client (§4.3), be it for another check.
 */
export type Alone = 'never' | 'whileTheLastCounts' | 'always';

export interface Check {
  /** Id of a rule in openapi/requirements.yaml. */
  readonly requirement: string;
  /** Null where the rule is not about one operation. */
  readonly operation: OperationId | null;
  /** Tells apart the checks of one rule. */
  readonly part: string | null;
  /** What a deployment does that passes. */
  readonly title: string;
  readonly alone: Alone;
  /** Whether it also sends codes by the channel that its operation does not name. */
  readonly usesOtherChannel: boolean;
  /** Whether it begins when every other check has ended, since it judges what they saw. */
  readonly last: boolean;
  /** Looks, and asserts at least once. */
  run(attempt: Attempt): Promise<void>;
}

export interface Section {
  /** Number in the interface: `4.2`. */
  readonly clause: string;
  readonly title: string;
  readonly checks: readonly Check[];
}

export interface CheckWords {
  readonly requirement: string;
  readonly title: string;
  readonly operation?: OperationId;
  readonly part?: string;
  readonly alone?: Alone;
  readonly usesOtherChannel?: boolean;
  readonly last?: boolean;
}

export function check(words: CheckWords, run: Check['run']): Check {
  return {
    requirement: words.requirement,
    operation: words.operation ?? null,
    part: words.part ?? null,
    title: words.title,
    last: words.last ?? false,
    alone: words.alone ?? (words.operation === 'addWalletToUser' ? 'whileTheLastCounts' : 'never'),
    usesOtherChannel: words.usesOtherChannel ?? false,
    run,
  };
}

/** The same check for each of several operations; each has a verdict of its own. */
export function checkEach<Id extends OperationId>(
  operations: readonly Id[],
  words: Omit<CheckWords, 'operation' | 'part'>,
  run: (attempt: Attempt, operation: Id) => Promise<void>,
): Check[] {
  return operations.map((operation) =>
    check({ ...words, operation, part: operation }, (attempt) => run(attempt, operation)),
  );
}

/** `4.2.request.missing-refused`, or with the part behind a slash. */
export function checkId({ requirement, part }: Pick<Check, 'requirement' | 'part'>): string {
  return part === null ? requirement : `${requirement}/${part}`;
}

/** Whether `only` has the id of a check or open point, or the beginning of it; an empty one has all. */
export function isChosen(id: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((beginning) => id.startsWith(beginning));
}

/** The checks of one section of the interface; a file has one. */
export function section(
  clause: string,
  title: string,
  checks: readonly (Check | readonly Check[])[],
): Section {
  return { clause, title, checks: checks.flat() };
}
