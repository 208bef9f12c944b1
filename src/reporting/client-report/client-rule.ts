/** What a report says of a rule for clients. */
export interface ClientRule {
  readonly id: string;
  readonly clause: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}
