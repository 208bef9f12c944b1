/** Records which bearer tokens each operation needs and accepts (§5.2, §5.7). */
import type { OperationId } from '../../src/contract/types.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { allOperations } from '../actors/operations.ts';

export type BearerKind = 'client' | 'session';

export type BearerNeed =
  | { readonly needed: false; readonly response: HttpResponse }
  /** The request that was rejected only because the bearer token was missing. */
  | { readonly needed: true; readonly response: HttpResponse };

export class BearerFindings {
  readonly #needs = new Map<OperationId, BearerNeed>();
  readonly #accepts = new Map<BearerKind, HttpResponse>();
  readonly #assumed = new Set<OperationId>();
  /** Whether a session identifies the user who gets a wallet (§4.3); false until observed. */
  sessionIdentifiesUser = false;
  /** Whether probes that failed before may succeed now. */
  needsSecondAttempt = false;

  recordNotNeeded(operation: OperationId, response: HttpResponse): void {
    this.#needs.set(operation, { needed: false, response });
  }

  recordNeeded(operation: OperationId, refusal: HttpResponse): void {
    this.#needs.set(operation, { needed: true, response: refusal });
  }

  /** Returns whether the operation needs a bearer token; undefined until decided. */
  findNeed(operation: OperationId): BearerNeed | undefined {
    return this.#needs.get(operation);
  }

  recordServed(kind: BearerKind, response: HttpResponse): void {
    this.#accepts.set(kind, response);
  }

  /** Discards the finding about a bearer token that was sent to an operation without one. */
  forget(kind: BearerKind): void {
    this.#accepts.delete(kind);
  }

  /** Returns the response that decided whether a kind of bearer token is accepted. */
  findResponse(kind: BearerKind): HttpResponse | undefined {
    return this.#accepts.get(kind);
  }

  /** Assumes that a bearer token is required until decided; an unneeded token causes no failure. */
  assumeNeeded(...operations: readonly OperationId[]): void {
    for (const operation of operations) this.#assumed.add(operation);
  }

  /** Operations that are known or assumed to need a bearer token. */
  get required(): readonly (typeof allOperations)[number][] {
    return allOperations.filter(
      (operation) => this.findNeed(operation)?.needed ?? this.#assumed.has(operation),
    );
  }
}
