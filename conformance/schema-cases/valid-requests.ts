/** Provides valid requests to malform, with as few preparatory requests as possible. */
import type { OperationId } from '../../src/contract/types.ts';
import type { Attempt } from '../attempt.ts';
import { signInBystander } from '../actors/bystander.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import type { HttpRequest } from '../target/http-request.ts';

export class ValidRequests {
  readonly #t: Attempt;
  readonly #operation: OperationId;
  #request: HttpRequest | null = null;
  #user: SignedIn | null = null;

  constructor(t: Attempt, operation: OperationId) {
    this.#t = t;
    this.#operation = operation;
  }

  /** Returns a valid request. Call `discardChallenge` first if an earlier one may have used its challenge. */
  async next(): Promise<HttpRequest> {
    const t = this.#t;
    if (this.#operation === 'addWalletToUser') {
      this.#user ??= await signInBystander(this.#t);
      return t.createAddRequest(this.#user, t.getFields(SigningWallet.create()));
    }
    if (!this.#keepsChallenge) this.discardChallenge();
    this.#request ??= await t.createValidRequest(this.#operation);
    return this.#request;
  }

  /** Makes the next request use a new challenge: an accepted request uses it up (§4.2). */
  discardChallenge(): void {
    if (this.#operation === 'authenticateWallet') this.#request = null;
  }

  /** Whether a challenge remains valid after a refusal; if unknown, each request gets a new one. */
  get #keepsChallenge(): boolean {
    const { onBadSignature } = this.#t.dialect.wallet.challenge;
    return this.#t.isDetected('wallet.challenge.onBadSignature') && onBadSignature === 'keep';
  }
}
