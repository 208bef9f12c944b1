/** Defines checks: rule, operation and function. */
import type { OperationId } from '../src/contract/types.ts';
import type { OtpChannel } from '../src/dialect/dialect.ts';
import { channels, otpOperations } from './actors/operations.ts';
import type { Attempt } from './attempt.ts';
import { requirements } from '../src/contract/requirements.gen.ts';

/**
 * When a check runs alone. If the session does not identify the user who gets a wallet (§4.3), the user who
 * signed in last gets it; without exclusivity, another check could sign in another user.
 */
export type Exclusive = 'never' | 'unlessSessionIdentifiesUser' | 'always';

/** A phase starts when all checks of the previous phase are complete. */
export type Phase = 'main' | 'additional' | 'final';

export interface Check {
  /** Id of a rule in openapi/requirements.yaml. */
  readonly requirement: string;
  /** The operation; null if the rule applies to several operations. */
  readonly operation: OperationId | null;
  /** Distinguishes the checks of one rule. */
  readonly part: string | null;
  /** The behaviour of a deployment that passes. */
  readonly title: string;
  readonly exclusive: Exclusive;
  /** Whether the check also sends codes by a channel that its operation does not use. */
  readonly usesOtherChannel: boolean;
  /** The request limit may skip `additional` checks. `final` checks judge all responses of the run. */
  readonly phase: Phase;
  run(attempt: Attempt): Promise<void> | void;
}

export interface Section {
  /** Number in the interface, such as `4.2`. */
  readonly clause: string;
  readonly title: string;
  readonly checks: readonly Check[];
}

/** By default, the operation is the only operation of the rule; null if it has several. */
export type CheckAttributes = Pick<Check, 'requirement' | 'title'> &
  Partial<Omit<Check, 'requirement' | 'title' | 'run'>>;

export function check({
  requirement,
  operation = findOperation(requirement),
  part = null,
  exclusive = operation === 'addWalletToUser' ? 'unlessSessionIdentifiesUser' : 'never',
  usesOtherChannel = false,
  phase = 'main',
  ...titleAndRun
}: CheckAttributes & Pick<Check, 'run'>): Check {
  return { ...titleAndRun, requirement, operation, part, exclusive, usesOtherChannel, phase };
}

function findOperation(requirement: string): OperationId | null {
  const { operations = [] } = requirements.find(({ id }) => id === requirement) ?? {};
  return operations.length === 1 ? (operations[0] ?? null) : null;
}

/** Defines a check for each operation; each id ends with the prefix, its operation and the suffix. */
export function checkEach<Id extends OperationId>(
  operations: readonly Id[],
  {
    prefix = '',
    suffix = '',
    run,
    ...attributes
  }: Omit<CheckAttributes, 'operation' | 'part'> & {
    readonly prefix?: string;
    readonly suffix?: string;
    run(attempt: Attempt, operation: Id): Promise<void> | void;
  },
): Check[] {
  return operations.map((operation) =>
    check({
      ...attributes,
      operation,
      part: `${prefix}${operation}${suffix}`,
      run: (attempt) => run(attempt, operation),
    }),
  );
}

/** Defines a check for an operation of each channel; each id ends with the operation and the suffix. */
export function checkEachChannel(
  step: 'send' | 'authenticate',
  {
    run,
    ...attributes
  }: Omit<CheckAttributes, 'operation' | 'part'> & {
    readonly suffix?: string;
    run(attempt: Attempt, channel: OtpChannel): Promise<void> | void;
  },
): Check[] {
  return channels.flatMap((channel) =>
    checkEach([otpOperations[channel][step]], { ...attributes, run: (t) => run(t, channel) }),
  );
}

/** Returns the id, such as `4.2.request.missing-refused`, with the part after a slash. */
export function getCheckId({ requirement, part }: Pick<Check, 'requirement' | 'part'>): string {
  return part === null ? requirement : `${requirement}/${part}`;
}

/** Returns whether a prefix in `only` selects the id; an empty list selects all. */
export function isChosen(id: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((prefix) => id.startsWith(prefix));
}

export function section(
  clause: string,
  title: string,
  checks: readonly (Check | readonly Check[])[],
): Section {
  return { clause, title, checks: checks.flat() };
}
