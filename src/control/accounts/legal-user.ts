/** Rejects changes that violate the state tables (§3) or legal combinations (§7). */
import type { Dialect } from '../../dialect/dialect.ts';
import { IllegalTransition } from '../../domain/state-tables.ts';
import { findProblems, type LegalityRule, type UserProblem } from '../../domain/legality.ts';
import type { User } from '../../domain/records.ts';
import { ControlRefusal } from '../request/control-refusal.ts';

/**
 * Returns the user, or rejects it if it violates the interface; warnings are ignored.
 *
 * @param getPointer returns a pointer to the part of the request that led to a problem
 * @throws ControlRefusal illegalState
 */
export function requireLegal(
  user: User,
  dialect: Dialect,
  getPointer: (problem: UserProblem) => string,
): User {
  const errors = findProblems(user, dialect).filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) return user;
  const hint = HINTS[first.rule] ?? first.hint;
  const details = errors.map((problem) => {
    const { message, rule, clause } = problem;
    return { pointer: getPointer(problem), message, rule, clause };
  });
  // Two FAILED transactions without a flag have the same detail.
  const distinct = new Map(details.map((detail) => [JSON.stringify(detail), detail]));
  throw new ControlRefusal('illegalState', formatClause(`${first.message} ${hint}`, first), {
    details: [...distinct.values()],
  });
}

/** What to do about a change; the hints of `findProblems` are about a scenario. */
const HINTS: { readonly [R in LegalityRule]?: string } = {
  'failed-without-flag': 'Keep the flag, or add another flag of this category in the same request.',
  'flag-without-failure': 'First settle a transaction with the outcome failure, or return one.',
};

/**
 * Applies a transition to a user.
 *
 * @param pointer to the part of the request that asks for the transition
 * @throws ControlRefusal illegalState if `apply` throws an IllegalTransition
 */
export function tryTransition(pointer: string, apply: () => User): User {
  try {
    return apply();
  } catch (error) {
    if (!(error instanceof IllegalTransition)) throw error;
    const { message, rule, clause } = error;
    // The Fraud flag is a state of the account, not a part of the request.
    const errorPointer = rule === 'fraud-restricts-writes' ? '/path/ref' : pointer;
    throw new ControlRefusal('illegalState', formatClause(message, error), {
      details: [{ pointer: errorPointer, message, rule, clause }],
    });
  }
}

function formatClause(message: string, { clause }: { readonly clause: string }): string {
  return `${message} (§${clause})`;
}
