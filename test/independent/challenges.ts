import { verifyMessage } from 'ethers';
import { randomBytes } from 'node:crypto';

import type { WalletIdentity } from './identities.ts';
import { Refusal } from './refusals.ts';
import type { Variant } from './variant.ts';

/** Outstanding challenges. §2.3 */
export class Challenges {
  readonly #variant: Variant;
  readonly #open = new Map<string, string[]>();

  constructor(variant: Variant) {
    this.#variant = variant;
  }

  issue(wallet: WalletIdentity, clientId: string): string {
    const { phrase, randomBytes: length, randomText, secondStart } = this.#variant.challenge;
    const key = this.#getKey(wallet, clientId);
    const outstanding = this.#open.get(key)?.at(-1);
    if (secondStart === 'repeats the first' && outstanding !== undefined) return outstanding;
    const challenge = phrase + randomBytes(length).toString(randomText);
    const before = secondStart === 'both stay valid' ? (this.#open.get(key) ?? []) : [];
    this.#open.set(key, [...before.slice(-4), challenge]);
    return challenge;
  }

  /** Consumes the challenge that `signature` signs. Throws if there is none. */
  consume(wallet: WalletIdentity, clientId: string, signature: string): void {
    const { afterSuccess, afterBadSignature } = this.#variant.challenge;
    const key = this.#getKey(wallet, clientId);
    const open = this.#open.get(key) ?? [];
    if (open.length === 0) throw new Refusal('challenge');
    const signed = open.find((challenge) => this.#isSigned(wallet.address, challenge, signature));
    if (signed === undefined) {
      if (afterBadSignature === 'dropped') this.#open.delete(key);
      throw new Refusal('signature');
    }
    if (afterSuccess === 'used up') {
      this.#open.set(
        key,
        open.filter((challenge) => challenge !== signed),
      );
    }
  }

  // EIP-191
  #isSigned(address: string, challenge: string, signature: string): boolean {
    const compact =
      this.#variant.wallet.compactSignature === 'accepted' && signature.length === 130;
    if (!compact && signature.length !== 132) return false;
    try {
      return verifyMessage(challenge, signature).toLowerCase() === address;
    } catch {
      return false;
    }
  }

  #getKey({ address, network }: WalletIdentity, clientId: string): string {
    const { boundToClient, challenge } = this.#variant;
    return JSON.stringify([
      address,
      challenge.boundTo === 'address' ? null : network,
      boundToClient ? clientId : null,
    ]);
  }
}
