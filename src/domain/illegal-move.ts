/** Names of the rules that a step can break; tools and tests refer to them, so they don't change. */
export type MoveRule =
  'wallet-transition' | 'crypto-status-transition' | 'kyc-transition' | 'fraud-restricts-writes';

/**
 * A step that no row of a state table allows (§3), or that a Fraud flag forbids (§7.4). Thrown inside
 * a unit of work, it undoes what the unit wrote.
 */
export class IllegalMove extends Error {
  override readonly name = 'IllegalMove';
  readonly rule: MoveRule;
  /** Section and number, as in openapi/requirements.yaml: `7.4`. */
  readonly clause: string;

  constructor(rule: MoveRule, clause: string, message: string) {
    super(message);
    this.rule = rule;
    this.clause = clause;
  }
}
