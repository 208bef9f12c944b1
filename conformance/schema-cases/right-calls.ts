/** Right calls to spoil, with as little sent before each as the operation allows. */
import type { OperationId } from '../../src/contract/words.ts';
import type { Attempt } from '../attempt.ts';
import { bystander } from '../actors/bystander.ts';
import type { SignedIn } from '../actors/flows.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import type { Call } from '../target/call.ts';

export class RightCalls {
  readonly #t: Attempt;
  readonly #operation: OperationId;
  #call: Call | null = null;
  #user: SignedIn | null = null;

  constructor(t: Attempt, operation: OperationId) {
    this.#t = t;
    this.#operation = operation;
  }

  /** The next call; it would be accepted as it is, unless one before it used something up. */
  async next(): Promise<Call> {
    switch (this.#operation) {
      case 'addWalletToUser': {
        const { flows } = this.#t;
        this.#user ??= await bystander(this.#t);
        return flows.addCall(this.#user, flows.fields(SigningWallet.fresh()));
      }
      case 'authenticateWallet':
        if (!this.#survivesRefusal) this.#call = null;
        break;
      default:
    }
    this.#call ??= await this.#t.flows.right(this.#operation);
    return this.#call;
  }

  /** What was accepted may have used up its challenge (§4.2). */
  usedUp(): void {
    if (this.#operation === 'authenticateWallet') this.#call = null;
  }

  /** Where it is not known, each call gets a challenge of its own. */
  get #survivesRefusal(): boolean {
    const { onBadSignature } = this.#t.dialect.wallet.challenge;
    return this.#t.knows('wallet.challenge.onBadSignature') && onBadSignature === 'keep';
  }
}
