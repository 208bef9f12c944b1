import { randomInt, randomUUID } from 'node:crypto';

import { Refusal } from './refusals.ts';
import type { User } from './users.ts';
import type { Channel, Variant } from './variant.ts';

interface SentCode {
  readonly recordId: string;
  readonly destination: string;
  readonly clientId: string;
  readonly code: string;
  /** The user who gets the phone number after authentication. */
  readonly linkTo: User | undefined;
  wrongAttempts: number;
}

interface Attempt {
  recordId: string | undefined;
  destination: string | undefined;
  clientId: string;
  code: string;
}

/** The outstanding codes of one channel. */
export class OneTimePasswords {
  readonly #channel: Channel;
  readonly #variant: Variant;
  readonly #recordIds = new Map<string, string>();
  readonly #codes = new Set<string>();
  #outstanding: SentCode[] = [];
  #count = 0;

  constructor(channel: Channel, variant: Variant) {
    this.#channel = channel;
    this.#variant = variant;
  }

  send(destination: string, clientId: string, linkTo: User | undefined): SentCode {
    const sent: SentCode = {
      recordId: this.#createRecordId(destination),
      destination,
      clientId,
      code: this.#createCode(destination),
      linkTo,
      wrongAttempts: 0,
    };
    if (this.#variant.otp.secondSend === 'replaces the first') {
      this.#outstanding = this.#outstanding.filter(
        (other) => other.destination !== destination || !this.#isSameClient(other, clientId),
      );
    }
    // Limits the memory.
    this.#outstanding = [sent, ...this.#outstanding].slice(0, 1_000);
    return sent;
  }

  /** Consumes the code of an attempt. Throws a Refusal if the code is wrong or locked. §5.4, §5.5 */
  consume(attempt: Attempt): SentCode {
    const { lockAfter } = this.#variant.otp;
    const candidates = this.#outstanding.filter(
      (sent) =>
        (attempt.recordId === undefined || attempt.recordId === sent.recordId) &&
        (attempt.destination === undefined || attempt.destination === sent.destination) &&
        this.#isSameClient(sent, attempt.clientId),
    );
    const unlocked = candidates.filter((sent) => sent.wrongAttempts < (lockAfter ?? Infinity));
    if (candidates.length > 0 && unlocked.length === 0) throw new Refusal('locked');
    const { accepts } = this.#variant.otpDefects ?? {};
    const match = unlocked.find(
      ({ code }) => code === attempt.code || accepts?.(attempt.code, code) === true,
    );
    if (match === undefined) {
      for (const sent of unlocked) sent.wrongAttempts += 1;
      throw new Refusal('code');
    }
    this.#outstanding = this.#outstanding.filter((sent) => sent !== match);
    return match;
  }

  #isSameClient(sent: SentCode, clientId: string): boolean {
    return !this.#variant.boundToClient || sent.clientId === clientId;
  }

  #createRecordId(destination: string): string {
    const newId = `${this.#channel}-${randomUUID()}`;
    if (this.#variant.otp.recordIds === 'per send') return newId;
    const recordId = this.#recordIds.get(destination) ?? newId;
    this.#recordIds.set(destination, recordId);
    return recordId;
  }

  #createCode(destination: string): string {
    const random = this.#drawCode();
    this.#count += 1;
    return this.#variant.otpDefects?.code?.({ destination, count: this.#count, random }) ?? random;
  }

  /** Returns a unique code, so that the code is wrong for every other destination. */
  #drawCode(): string {
    const { digits } = this.#variant.otp;
    // Otherwise, finding an unused code would take long.
    if (this.#codes.size > 10 ** digits / 2) this.#codes.clear();
    let code: string;
    do code = String(randomInt(10 ** digits)).padStart(digits, '0');
    while (this.#codes.has(code));
    this.#codes.add(code);
    return code;
  }
}
