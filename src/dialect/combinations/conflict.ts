import type { Finding } from '../../documents/finding.ts';
import { toPointer } from '../../documents/pointer.ts';
import { dialectKeys } from '../keys.ts';

export interface Conflict {
  readonly rule: string;
  /**
   * The key to change, such as `otp.sms.identifiedBy`, or a part of its value, such as
   * `flags.categoryNames.Fraud`.
   */
  readonly key: string;
  /** Pointer into the value of the key: `/0/code`. */
  readonly pointer?: string;
  readonly reason: string;
  readonly hint: string;
}

/** Returns a conflict as a finding, with the clause that leaves the key open. */
export function toFinding({ rule, key, pointer = '', reason, hint }: Conflict): Finding {
  return {
    rule,
    clause: findClause(key) ?? null,
    severity: 'error',
    message: reason,
    hint,
    pointer: toPointer('values', ...key.split('.')) + pointer,
  };
}

function findClause(keyOrPart: string): string | undefined {
  return dialectKeys.find(({ key }) => `${keyOrPart}.`.startsWith(`${key}.`))?.clause;
}
