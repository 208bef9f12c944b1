/** The state changes of §3 for the model, written from the interface; imports nothing of src. */

/** Each event maps the states that allow it to the next state; all other states reject it. */
type Rows = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Crypto wallet of a user. */
export const walletRows = {
  added: { none: 'unverified', unverified: 'unverified', verified: 'verified' },
  authenticated: { none: 'verified', unverified: 'verified', verified: 'verified' },
} satisfies Rows;

/** Crypto status of an ACH transaction. */
export const transactionRows = {
  submitted: { none: 'PENDING' },
  success: { PENDING: 'COMPLETE' },
  failure: { PENDING: 'FAILED' },
  returned: { COMPLETE: 'COMPLETE, returned' },
} satisfies Rows;

/** The transaction states that set a Transaction Processing flag (rule 3, §7.5). */
export const FLAGGED_STATES = ['FAILED', 'COMPLETE, returned'];

/** Returns the state after an event, or undefined if the state rejects it. */
export function applyEvent<Table extends Rows>(
  rows: Table,
  event: keyof Table,
  state: string,
): string | undefined {
  return rows[event]?.[state];
}
