/** Records which bearer tokens each operation needs and accepts (§5.2, §5.7). */
import type { OperationId } from '../../src/contract/words.ts';
import type { Reply } from '../target/http-request.ts';

export type BearerKind = 'client' | 'session';

export type BearerNeed =
  | { readonly needed: false; readonly reply: Reply }
  /** The request that was rejected only because the bearer token was missing. */
  | { readonly needed: true; readonly reply: Reply };

/** In the order of the dialect's schema. */
export const bearerOperations = [
  'startWalletAuth',
  'authenticateWallet',
  'addWalletToUser',
  'sendSmsOtp',
  'authenticateSmsOtp',
  'sendEmailOtp',
  'authenticateEmailOtp',
  'getUser',
] as const satisfies readonly OperationId[];

export class BearerFindings {
  readonly #needs = new Map<OperationId, BearerNeed>();
  readonly #accepts = new Map<BearerKind, Reply>();
  readonly #supposed = new Set<OperationId>();
  /**
   * Whether a session identifies the user who gets an added wallet (§4.3). False until observed.
   */
  sessionIdentifiesUser = false;
  /** Whether what failed before may work by now. */
  needsSecondAttempt = false;

  /** Records that the operation was accepted without a bearer token. */
  notNeeded(operation: OperationId, reply: Reply): void {
    this.#needs.set(operation, { needed: false, reply });
  }

  /** Records that the operation was rejected without a bearer token, and accepted with one. */
  needed(operation: OperationId, refusal: Reply): void {
    this.#needs.set(operation, { needed: true, reply: refusal });
  }

  /** Undefined until decided. */
  need(operation: OperationId): BearerNeed | undefined {
    return this.#needs.get(operation);
  }

  /** Records whether a kind of bearer token is accepted. */
  served(kind: BearerKind, reply: Reply): void {
    this.#accepts.set(kind, reply);
  }

  /** Forgets what was decided of a kind, which was sent where the deployment does not read it. */
  forget(kind: BearerKind): void {
    this.#accepts.delete(kind);
  }

  /** The response that decided whether a kind serves; undefined while nothing did. */
  responseTo(kind: BearerKind): Reply | undefined {
    return this.#accepts.get(kind);
  }

  /** Assumes that a bearer token is required until decided; an unneeded token does no harm. */
  suppose(...operations: readonly OperationId[]): void {
    for (const operation of operations) this.#supposed.add(operation);
  }

  /** Operations that are known or assumed to need a bearer token. */
  get required(): readonly (typeof bearerOperations)[number][] {
    return bearerOperations.filter(
      (operation) => this.need(operation)?.needed ?? this.#supposed.has(operation),
    );
  }
}
