/** The description of a client rule in reports. */
export interface ClientRule {
  readonly id: string;
  readonly clause: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}
