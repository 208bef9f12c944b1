/** Rejects changes that violate the state tables (§3) or legal combinations (§7). */
import type { Dialect } from '../../dialect/dialect.ts';
import { IllegalMove } from '../../domain/state-tables.ts';
import { findProblems, type Illegality } from '../../domain/legality.ts';
import type { User } from '../../domain/records.ts';
import { ControlRefusal } from '../request/control-refusal.ts';

/**
 * Rejects a user that violates the interface; warnings are ignored.
 *
 * @param getPointer returns a pointer to the part of the request that led to an illegality
 * @throws ControlRefusal illegalState
 */
export function requireLegal(
  user: User,
  dialect: Dialect,
  getPointer: (illegality: Illegality) => string,
): void {
  const errors = findProblems(user, dialect).filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) return;
  throw new ControlRefusal('illegalState', formatClause(`${first.message} ${first.hint}`, first), {
    details: errors.map((illegality) => {
      const { message, rule, clause } = illegality;
      return { pointer: getPointer(illegality), message, rule, clause };
    }),
  });
}

/**
 * Applies a step to a user.
 *
 * @param pointer to the part of the request that asks for the step
 * @throws ControlRefusal illegalState if the step is an IllegalMove
 */
export function tryStep(pointer: string, step: () => User): User {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof IllegalMove)) throw error;
    const { message, rule, clause } = error;
    // The Fraud flag is a state of the account, not a part of the request.
    const cause = rule === 'fraud-restricts-writes' ? '/path/ref' : pointer;
    throw new ControlRefusal('illegalState', formatClause(message, error), {
      details: [{ pointer: cause, message, rule, clause }],
    });
  }
}

function formatClause(message: string, { clause }: { readonly clause: string }): string {
  return `${message} (§${clause})`;
}
