import { verifyMessage } from 'ethers';
import { randomBytes } from 'node:crypto';

import type { WalletIdentity } from './identities.ts';
import { Refusal } from './refusals.ts';
import type { Variant } from './variant.ts';

/** Outstanding challenges. §2.3 */
export class Challenges {
  readonly #variant: Variant;
  readonly #outstanding = new Map<string, string[]>();

  constructor(variant: Variant) {
    this.#variant = variant;
  }

  issue(wallet: WalletIdentity, clientId: string): string {
    const { phrase, randomBytes: length, randomText, secondStart } = this.#variant.challenge;
    const key = this.#getKey(wallet, clientId);
    const outstanding = this.#outstanding.get(key) ?? [];
    const newest = outstanding.at(-1);
    if (secondStart === 'repeats the first' && newest !== undefined) return newest;
    const challenge = phrase + encode(randomBytes(length), randomText);
    const validChallenges = secondStart === 'both stay valid' ? outstanding.slice(-4) : [];
    this.#outstanding.set(key, [...validChallenges, challenge]);
    return challenge;
  }

  /** Consumes the challenge that was signed. Throws a Refusal if it is not outstanding. */
  consume(wallet: WalletIdentity, clientId: string, signature: string): void {
    const { afterSuccess, afterBadSignature } = this.#variant.challenge;
    const key = this.#getKey(wallet, clientId);
    const outstanding = this.#outstanding.get(key) ?? [];
    if (outstanding.length === 0) throw new Refusal('challenge');
    const signed = outstanding.find((challenge) =>
      this.#isSigned(wallet.address, challenge, signature),
    );
    if (signed === undefined) {
      if (afterBadSignature === 'invalid') this.#outstanding.delete(key);
      throw new Refusal('signature');
    }
    if (afterSuccess === 'invalid') {
      this.#outstanding.set(
        key,
        outstanding.filter((challenge) => challenge !== signed),
      );
    }
  }

  // EIP-191
  #isSigned(address: string, challenge: string, signature: string): boolean {
    const acceptsCompact = this.#variant.wallet.compactSignature === 'accepted';
    // `0x` and two hexadecimal digits for each byte.
    const isCompact = signature.length === 2 + 2 * 64;
    const isFull = signature.length === 2 + 2 * 65;
    if (!isFull && !(isCompact && acceptsCompact)) return false;
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

function encode(bytes: Buffer, text: Variant['challenge']['randomText']): string {
  return text === 'decimal'
    ? BigInt(`0x${bytes.toString('hex')}`).toString()
    : bytes.toString(text);
}
