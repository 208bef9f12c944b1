/**
 * §3 in ten lines, written from the interface. The model obeys them; the sandbox has tables of its
 * own, which this file imports nothing of.
 */

/** A state that a row leads to, by the state it starts from; a step without a row is refused. */
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

/** After these, and only after them, a Transaction Processing flag is on the account (rule 3, §7.5). */
export const BROKEN = ['FAILED', 'COMPLETE, returned'];

/** Returns the state after an event, or undefined if no row allows it. */
export function applyEvent<Table extends Rows>(
  rows: Table,
  event: keyof Table,
  state: string,
): string | undefined {
  return rows[event]?.[state];
}
