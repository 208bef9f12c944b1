/** Events of an account other than requests of the service (§3), as far as a client has to react. */
export interface AccountEvent {
  readonly kind: 'kycSubmitted' | 'paymentFailed' | 'paymentReturned';
  readonly userId: string;
  /** For a payment. */
  readonly transactionId?: string;
  /** By the clock of the workspace, in milliseconds. */
  readonly at: number;
}
