/** What calls before have shown, that an answer is held against. All of it is bounded. */
import { createHash } from 'node:crypto';
import { otpFields } from '../contract/wire/one-time-password.ts';
import type { OperationId } from '../contract/words.ts';
import { BoundedCache } from '../bounded-cache.ts';
import { fieldsOrNull, textIn } from '../../conformance/answers/fields.ts';
import type { OtpChannel } from '../dialect/dialect.ts';
import { isAccepted, jsonIn, type SeenCall } from './seen-call.ts';

const MOST = 1000;

/** The operations of a channel (§4.4 to §4.7). */
export const OTP_CALLS: Readonly<
  Partial<Record<OperationId, { readonly channel: OtpChannel; readonly does: 'send' | 'try' }>>
> = {
  sendSmsOtp: { channel: 'sms', does: 'send' },
  authenticateSmsOtp: { channel: 'sms', does: 'try' },
  sendEmailOtp: { channel: 'email', does: 'send' },
  authenticateEmailOtp: { channel: 'email', does: 'try' },
};

export class PastCalls {
  /** Challenges, with the wallet they were given to. */
  readonly #challenges = new BoundedCache<string, string>(MOST);
  /** Records by their id, with the destination they stand for. */
  readonly #destinations = new BoundedCache<string, string>(MOST);
  /** Bodies that signed somebody in by a one-time password, with how many were sent until then. */
  readonly #tries = new BoundedCache<string, number>(MOST);
  #sends = 0;

  keep(call: SeenCall, operationId: OperationId): void {
    if (!isAccepted(call)) return;
    const sent = jsonIn(call.request.body);
    const answer = jsonIn(call.answer?.body);
    const challenge = textIn(answer, 'challenge');
    const address = textIn(sent, 'walletAddress');
    if (operationId === 'startWalletAuth' && challenge !== null && address !== null) {
      this.#challenges.set(digest(challenge), address.toLowerCase());
    }
    const otp = OTP_CALLS[operationId];
    if (otp === undefined) return;
    const { destination, recordId } = otpFields[otp.channel];
    const [to, id] = [textIn(sent, destination), textIn(answer, recordId)];
    if (to !== null && id !== null) this.#destinations.set(digest(id), to);
    if (otp.does === 'send') this.#sends += 1;
    else this.#tries.set(tryOf(operationId, sent), this.#sends);
  }

  /** The wallet that a challenge was given to before. */
  walletOf(challenge: string): string | undefined {
    return this.#challenges.get(digest(challenge));
  }

  /** Where a one-time password went that is named by its destination or its record. */
  destinationOf(named: unknown, channel: OtpChannel): string | undefined {
    const { destination, recordId } = otpFields[channel];
    return (
      textIn(named, destination) ?? this.#destinations.get(digest(textIn(named, recordId) ?? ''))
    );
  }

  /** Whether the same body was accepted before, and no other password was sent since. */
  isUsed(operationId: OperationId, sent: unknown): boolean {
    return fieldsOrNull(sent) !== null && this.#tries.get(tryOf(operationId, sent)) === this.#sends;
  }
}

function tryOf(operationId: OperationId, sent: unknown): string {
  return digest(`${operationId} ${JSON.stringify(sent)}`);
}

/** Short, whatever its length, and no secret. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
