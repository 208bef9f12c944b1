import type { Finding } from '../../documents/finding.ts';
import { toPointer } from '../../documents/pointer.ts';
import { dialectKeys } from '../keys.ts';

/** Contradictory choices. */
export interface Conflict {
  readonly rule: string;
  /** The key to change: `otp.sms.identifiedBy`. */
  readonly key: string;
  /** Pointer into the value of the key: `/0/code`. */
  readonly pointer?: string;
  /** Why the choices contradict each other. */
  readonly reason: string;
  /** How to fix it. */
  readonly hint: string;
}

/** Returns a conflict as a finding, with the clause that leaves the key open. */
export function toFinding({ rule, key, pointer = '', reason, hint }: Conflict): Finding {
  return {
    rule,
    clause: clauses.get(key) ?? null,
    severity: 'error',
    message: reason,
    hint,
    pointer: toPointer('values', ...key.split('.')) + pointer,
  };
}

const clauses = new Map(dialectKeys.map(({ key, clause }) => [key, clause]));
