/**
 * The state tables of the interface (§3), row by row: the only definition of transitions. `transitions.ts`
 * applies them.
 */
import type { CryptoStatus, KycStatus, WalletStatus } from '../contract/types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Transaction } from './records.ts';

/** Names of the rules that a transition can violate. They are stable: tools and tests refer to them. */
type TransitionRule =
  'wallet-transition' | 'crypto-status-transition' | 'kyc-transition' | 'fraud-restricts-writes';

/**
 * A transition that no row of a state table allows (§3), or that a Fraud flag forbids (§7.4). If it is thrown
 * inside a unit of work, the unit is rolled back.
 */
export class IllegalTransition extends Error {
  override readonly name = 'IllegalTransition';
  readonly rule: TransitionRule;
  /** Section and number, as in openapi/requirements.yaml: `7.4`. */
  readonly clause: string;

  constructor(rule: TransitionRule, clause: string, message: string) {
    super(message);
    this.rule = rule;
    this.clause = clause;
  }
}

export interface Row<State extends string, Event extends string> {
  /** Null for a new subject. */
  readonly from: State | null;
  readonly event: Event;
  readonly to: State;
  readonly clause: string;
}

export interface StateTable<State extends string, Event extends string> {
  /** The rule that a transition without a row violates. */
  readonly rule: TransitionRule;
  /** The start of a sentence that continues with the state. */
  readonly subject: string;
  /** Returns the verb of the event: `be settled`. */
  readonly describeEvent: (event: Event) => string;
  readonly rows: readonly Row<State, Event>[];
}

export type WalletEvent = 'added' | 'authenticated';

/** The crypto wallet of a user (§3). */
export const walletTable: StateTable<WalletStatus, WalletEvent> = {
  rule: 'wallet-transition',
  subject: 'A wallet that is',
  describeEvent: (event) => `be ${event}`,
  rows: [
    { from: null, event: 'added', to: 'unverified', clause: '3' },
    { from: 'unverified', event: 'authenticated', to: 'verified', clause: '3' },
    // Not in the table of §3: a sign-in with a new wallet authenticates the wallet, and adding a
    // wallet to its owner again changes nothing.
    { from: null, event: 'authenticated', to: 'verified', clause: '4.2' },
    { from: 'verified', event: 'authenticated', to: 'verified', clause: '4.2' },
    { from: 'unverified', event: 'added', to: 'unverified', clause: '4.3' },
    { from: 'verified', event: 'added', to: 'verified', clause: '4.3' },
  ],
};

/** The crypto status, or `returned` for a COMPLETE payment that was returned and cannot be returned again. */
export type TransactionState = CryptoStatus | 'returned';

/** Returns the two fields of a state: a returned transaction remains COMPLETE (§3.3). */
export function getStateFields(
  state: TransactionState,
): Pick<Transaction, 'cryptoStatus' | 'returned'> {
  return state === 'returned'
    ? { cryptoStatus: 'COMPLETE', returned: true }
    : { cryptoStatus: state, returned: false };
}

export type TransactionEvent = 'submitted' | 'settled' | 'not settled' | 'returned';

/** The crypto status of an ACH transaction (§3, §3.3). */
export const transactionTable: StateTable<TransactionState, TransactionEvent> = {
  rule: 'crypto-status-transition',
  subject: 'A transaction that is',
  describeEvent: (event) => (event === 'not settled' ? 'fail to settle' : `be ${event}`),
  rows: [
    { from: null, event: 'submitted', to: 'PENDING', clause: '3' },
    { from: 'PENDING', event: 'settled', to: 'COMPLETE', clause: '3' },
    { from: 'PENDING', event: 'not settled', to: 'FAILED', clause: '3' },
    { from: 'COMPLETE', event: 'returned', to: 'returned', clause: '3.3' },
  ],
};

const KYC_STATUSES: readonly KycStatus[] = ['APPROVED', 'IN_REVIEW', 'DECLINED'];

/**
 * Returns the transitions of the KYC status. The interface does not define them (§3), so the dialect does
 * (`kyc.transitions`). A first submission can have any outcome.
 */
export function createKycTable(dialect: Dialect): StateTable<KycStatus, KycStatus> {
  const { transitions } = dialect.kyc;
  return {
    rule: 'kyc-transition',
    subject: 'A KYC status that is',
    describeEvent: (status) => `become ${status}`,
    rows: [null, ...KYC_STATUSES].flatMap((from) => {
      const allowed = from === null || transitions === 'any' ? KYC_STATUSES : transitions[from];
      return allowed.map((to) => ({ from, event: to, to, clause: '3' }));
    }),
  };
}

/** Returns the row of an event. @throws IllegalTransition if there is none, with the clause of the event */
export function getRow<State extends string, Event extends string>(
  table: StateTable<State, Event>,
  from: State | null,
  event: Event,
): Row<State, Event> {
  const rows = table.rows.filter((row) => row.event === event);
  const row = rows.find((candidate) => candidate.from === from);
  if (row !== undefined) return row;
  const allowedStates = rows.map((candidate) => candidate.from ?? 'new').join(' or ');
  throw new IllegalTransition(
    table.rule,
    rows[0]?.clause ?? '3',
    `${table.subject} ${from ?? 'new'} cannot ${table.describeEvent(event)}; only one that is ${allowedStates} can.`,
  );
}
