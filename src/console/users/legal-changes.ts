/** What can happen to a user, as the sandbox judges it. */
import type { Change, Changes } from '../api/schemas.ts';

/** The verdict on one change; undefined for one that the sandbox has not thought of. */
export function verdictOn(
  { items }: Changes,
  operation: Change['operation'],
  body: Change['body'],
  transactionId?: string,
): Change | undefined {
  const requested = JSON.stringify(body);
  return items.find(
    (change) =>
      change.operation === operation &&
      change.transactionId === transactionId &&
      JSON.stringify(change.body) === requested,
  );
}

export function isLegal(change: Change | undefined): boolean {
  return change?.verdict === 'legal';
}
