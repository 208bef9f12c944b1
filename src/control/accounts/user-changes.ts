/** Applies changes of the control API to a user; the caller stores the result. */
import { changeFlags, changeKyc, submitKyc } from '../../domain/transitions.ts';
import type { User } from '../../domain/records.ts';
import type { View } from '../../store/store.ts';
import { ControlRefusal } from '../request/control-refusal.ts';
import { checkFlagCodes } from './flag-codes.ts';
import type { ControlSchemas } from '../request/handler.ts';
import { tryTransition, requireLegal } from './legal-user.ts';

export type ChangeContext = Pick<View, 'settings' | 'now'>;

/**
 * Changes KYC status and flags together, so that no illegal state occurs in between.
 *
 * @throws ControlRefusal illegalState, flagUnknown, invalidRequest
 */
export function updateUserFields(
  user: User,
  { kycStatus, addFlags = [], removeFlags = [] }: ControlSchemas['UpdateUser'],
  { settings: { dialect }, now }: ChangeContext,
): User {
  checkFlagCodes(addFlags, '/body/addFlags', dialect);
  checkFlagCodes(removeFlags, '/body/removeFlags', dialect);
  refuseContradiction(addFlags, removeFlags);

  const withKyc =
    kycStatus === undefined
      ? user
      : tryTransition('/body/kycStatus', () => changeKyc(user, kycStatus, dialect, now));
  const changed = changeFlags(withKyc, { add: addFlags, remove: removeFlags }, now);
  return requireLegal(changed, dialect, ({ pointer }) => {
    const added = addFlags.indexOf(findFlag(pointer, changed));
    if (added !== -1) return `/body/addFlags/${added}`;
    return removeFlags.length === 0 ? '/body' : '/body/removeFlags';
  });
}

/** Submits KYC; the interface shows no operation for this (§1). @throws ControlRefusal illegalState, flagUnknown */
export function submitUserKyc(
  user: User,
  { outcome = 'APPROVED', flags = [] }: ControlSchemas['SubmitKyc'],
  { settings: { dialect }, now }: ChangeContext,
): User {
  checkFlagCodes(flags, '/body/flags', dialect);
  const withKyc = tryTransition('/body/outcome', () => submitKyc(user, outcome, dialect, now));
  const changed = changeFlags(withKyc, { add: flags, remove: [] }, now);
  return requireLegal(changed, dialect, ({ pointer }) => {
    const added = flags.indexOf(findFlag(pointer, changed));
    return added === -1 ? '/body' : `/body/flags/${added}`;
  });
}

function refuseContradiction(addFlags: readonly string[], removeFlags: readonly string[]): void {
  const details = removeFlags.flatMap((code, index) =>
    addFlags.includes(code)
      ? [{ pointer: `/body/removeFlags/${index}`, message: 'must not also be in addFlags' }]
      : [],
  );
  if (details.length === 0) return;
  throw new ControlRefusal('invalidRequest', 'addFlags and removeFlags contain the same flag.', {
    details,
  });
}

/** Returns the code at a pointer into a user, such as `/flags/0`; empty for another pointer. */
function findFlag(pointer: string, user: User): string {
  const index = /^\/flags\/(\d+)$/.exec(pointer)?.[1];
  return index === undefined ? '' : (user.flags[Number(index)] ?? '');
}
