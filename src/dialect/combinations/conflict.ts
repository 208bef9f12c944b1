import type { Finding } from '../../documents/finding.ts';
import { toPointer } from '../../documents/pointer.ts';
import { dialectKeys } from '../keys.ts';

/** Contradictory choices. */
export interface Conflict {
  readonly rule: string;
  /** The key to change: `otp.sms.identifiedBy`. */
  readonly key: string;
  /** A part of the value of the key: `/0/code`. */
  readonly within?: string;
  /** Why the choices contradict each other. */
  readonly reason: string;
  /** How to fix it. */
  readonly hint: string;
}

/** Returns the finding: the clause that leaves the key open, and a pointer to the key. */
export function toFinding({ rule, key, within = '', reason, hint }: Conflict): Finding {
  return {
    rule,
    clause: clauses.get(key) ?? null,
    severity: 'error',
    message: reason,
    hint,
    pointer: toPointer('values', ...key.split('.')) + within,
  };
}

const clauses = new Map(dialectKeys.map(({ key, clause }) => [key, clause]));
