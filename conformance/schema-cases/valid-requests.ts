/** Valid requests to spoil, with as little sent before each as the operation allows. */
import type { OperationId } from '../../src/contract/words.ts';
import type { Attempt } from '../attempt.ts';
import { bystander } from '../actors/bystander.ts';
import type { SignedIn } from '../actors/flows.ts';
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

  /** The next request; it would be accepted as it is, unless one before it used something up. */
  async next(): Promise<HttpRequest> {
    switch (this.#operation) {
      case 'addWalletToUser': {
        const { flows } = this.#t;
        this.#user ??= await bystander(this.#t);
        return flows.addRequest(this.#user, flows.fields(SigningWallet.fresh()));
      }
      case 'authenticateWallet':
        if (!this.#survivesRefusal) this.#request = null;
        break;
      default:
    }
    this.#request ??= await this.#t.flows.valid(this.#operation);
    return this.#request;
  }

  /** What was accepted may have used up its challenge (§4.2). */
  usedUp(): void {
    if (this.#operation === 'authenticateWallet') this.#request = null;
  }

  /** Where it is not known, each request gets a challenge of its own. */
  get #survivesRefusal(): boolean {
    const { onBadSignature } = this.#t.dialect.wallet.challenge;
    return this.#t.knows('wallet.challenge.onBadSignature') && onBadSignature === 'keep';
  }
}
