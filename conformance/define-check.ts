/** The definition of a check: its rule, operation and function. */
import type { OperationId } from '../src/contract/words.ts';
import type { Attempt } from './attempt.ts';

/**
 * When a check needs the client for itself, so that nothing else runs meanwhile.
 *
 * - `whileTheLastCounts`: unless the session is known to identify the user who gets an added wallet.
 * Otherwise it is the user who signed in last through the client (§4.3), even for another check.
 */
export type Alone = 'never' | 'whileTheLastCounts' | 'always';

export interface Check {
  /** Id of a rule in openapi/requirements.yaml. */
  readonly requirement: string;
  /** Null where the rule is not about one operation. */
  readonly operation: OperationId | null;
  /** Distinguishes the checks of one rule. */
  readonly part: string | null;
  /** What a deployment does that passes. */
  readonly title: string;
  readonly alone: Alone;
  /** Whether it also sends codes by the channel that its operation does not name. */
  readonly usesOtherChannel: boolean;
  /** Whether it runs after all other checks, because it judges their observations. */
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

/** Defines the same check for several operations; each has its own verdict. */
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
