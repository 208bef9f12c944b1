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
  /** Wallet addresses, by the digest of the challenge that was issued for them. */
  readonly #walletAddresses = new BoundedCache<string, string>(MAX_ENTRIES);
  /** Destinations, by the digest of the id of their record. */
  readonly #destinations = new BoundedCache<string, string>(MAX_ENTRIES);
  /** The number of sends before each sign-in by one-time password, by the digest of its body. */
  readonly #sendsAtSignIn = new BoundedCache<string, number>(MAX_ENTRIES);
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
      this.#walletAddresses.set(this.#digest(challenge), address.toLowerCase());
    }
    const otp = OTP_OPERATIONS[operationId];
    if (otp === undefined) return;
    const { destination, recordId } = otpFields[otp.channel];
    const sentTo = findText(body, destination);
    const id = findText(responseBody, recordId);
    if (sentTo !== undefined && id !== undefined) this.#destinations.set(this.#digest(id), sentTo);
    if (otp.step === 'send') this.#sends += 1;
    else this.#sendsAtSignIn.set(this.#hashBody(operationId, body), this.#sends);
  }

  /** Returns the address of the wallet that a challenge was issued for before. */
  findWalletAddress(challenge: string): string | undefined {
    return this.#walletAddresses.get(this.#digest(challenge));
  }

  /** Returns the destination in the body, or the destination of the record that the body names. */
  findDestination(body: unknown, channel: OtpChannel): string | undefined {
    const { destination, recordId } = otpFields[channel];
    return (
      findText(body, destination) ??
      this.#destinations.get(this.#digest(findText(body, recordId) ?? ''))
    );
  }

  /** Returns whether the same body was accepted before, and no other one-time password was sent since. */
  isCodeUsed(operationId: OperationId, body: unknown): boolean {
    return (
      isJsonObject(body) &&
      this.#sendsAtSignIn.get(this.#hashBody(operationId, body)) === this.#sends
    );
  }

  #hashBody(operationId: OperationId, body: unknown): string {
    return this.#digest(`${operationId} ${JSON.stringify(body)}`);
  }
}
