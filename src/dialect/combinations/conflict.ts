import type { Finding } from '../../documents/finding.ts';
import { pointerTo } from '../../documents/pointer.ts';
import { dialectKeys } from '../keys.ts';

/** Choices that can't go together. */
export interface Conflict {
  /** Name of the rule, in kebab case. */
  readonly rule: string;
  /** The key whose choice is at odds with the others: `otp.sms.identifiedBy`. */
  readonly key: string;
  /** What inside the value of the key it is about: `/0/code`. */
  readonly within?: string;
  /** What does not work, and why. */
  readonly reason: string;
  /** What to choose instead. */
  readonly hint: string;
}

/** It cites the clause that leaves the key open, and points to the key in the document. */
export function findingOf({ rule, key, within = '', reason, hint }: Conflict): Finding {
  return {
    rule,
    clause: clauses.get(key) ?? null,
    severity: 'error',
    message: reason,
    hint,
    pointer: pointerTo('values', ...key.split('.')) + within,
  };
}

const clauses = new Map(dialectKeys.map(({ key, clause }) => [key, clause]));
