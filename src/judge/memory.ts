/** Remembers earlier exchanges, for comparison with a response. Memory is bounded. */
import { BoundedCache } from '../bounded-cache.ts';
import { otpFields } from '../contract/wire/one-time-password.ts';
import type { OperationId } from '../contract/types.ts';
import type { OtpChannel } from '../dialect/dialect.ts';
import { isJsonObject } from '../documents/json-object.ts';
import { isAccepted, type Exchange } from './exchange.ts';
import { findText } from './body-fields.ts';

const MAX_ENTRIES = 1000;

/** The operations of a channel (§4.4 to §4.7). */
export const OTP_OPERATIONS: Readonly<
  Partial<
    Record<OperationId, { readonly channel: OtpChannel; readonly step: 'send' | 'authenticate' }>
  >
> = {
  sendSmsOtp: { channel: 'sms', step: 'send' },
  authenticateSmsOtp: { channel: 'sms', step: 'authenticate' },
  sendEmailOtp: { channel: 'email', step: 'send' },
  authenticateEmailOtp: { channel: 'email', step: 'authenticate' },
};

export class Memory {
  readonly #digest: (text: string) => string;
  /** Challenges, with the wallet that they were issued for. */
  readonly #challenges = new BoundedCache<string, string>(MAX_ENTRIES);
  /** Records by id, with their destination. */
  readonly #destinations = new BoundedCache<string, string>(MAX_ENTRIES);
  /** Bodies that signed a user in by a one-time password, with the number of earlier sends. */
  readonly #attempts = new BoundedCache<string, number>(MAX_ENTRIES);
  #sends = 0;

  /** @param digest shortens a text irreversibly */
  constructor(digest: (text: string) => string) {
    this.#digest = digest;
  }

  add(exchange: Exchange): void {
    const { operationId, body, responseBody } = exchange;
    if (operationId === undefined || !isAccepted(exchange)) return;
    const challenge = findText(responseBody, 'challenge');
    const address = findText(body, 'walletAddress');
    if (operationId === 'startWalletAuth' && challenge !== undefined && address !== undefined) {
      this.#challenges.set(this.#digest(challenge), address.toLowerCase());
    }
    const otp = OTP_OPERATIONS[operationId];
    if (otp === undefined) return;
    const { destination, recordId } = otpFields[otp.channel];
    const sentTo = findText(body, destination);
    const id = findText(responseBody, recordId);
    if (sentTo !== undefined && id !== undefined) this.#destinations.set(this.#digest(id), sentTo);
    if (otp.step === 'send') this.#sends += 1;
    else this.#attempts.set(this.#hashAttempt(operationId, body), this.#sends);
  }

  /** Returns the wallet that a challenge was issued for before. */
  findWallet(challenge: string): string | undefined {
    return this.#challenges.get(this.#digest(challenge));
  }

  /** Returns the destination of a one-time password, which a body names itself or by its record. */
  findDestination(body: unknown, channel: OtpChannel): string | undefined {
    const { destination, recordId } = otpFields[channel];
    return (
      findText(body, destination) ??
      this.#destinations.get(this.#digest(findText(body, recordId) ?? ''))
    );
  }

  /** Returns whether the same body was accepted before, and no other one-time password was sent since. */
  isUsed(operationId: OperationId, body: unknown): boolean {
    return (
      isJsonObject(body) && this.#attempts.get(this.#hashAttempt(operationId, body)) === this.#sends
    );
  }

  #hashAttempt(operationId: OperationId, body: unknown): string {
    return this.#digest(`${operationId} ${JSON.stringify(body)}`);
  }
}
