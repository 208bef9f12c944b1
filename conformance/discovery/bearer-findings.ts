/** Records which operations need a bearer token, and which kinds of tokens are accepted (§5.2, §5.7). */
import type { OperationId } from '../../src/contract/types.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { allOperations } from '../actors/operations.ts';

/** Kinds of bearer tokens: the access token of the client application, or a session token of a user. */
export type BearerKind = 'client' | 'session';

export interface BearerNeed {
  readonly isNeeded: boolean;
  /** Response to a request without a bearer token: accepted, or rejected because the token is missing. */
  readonly response: HttpResponse;
}

export class BearerFindings {
  readonly #needs = new Map<OperationId, BearerNeed>();
  /** The response that decided whether each kind of bearer token is accepted. */
  readonly responses = new Map<BearerKind, HttpResponse>();
  readonly #assumedNeeds = new Set<OperationId>();
  /** Whether a session identifies the user who gets a wallet (§4.3); false until observed. */
  sessionIdentifiesUser = false;
  /** Whether probes that failed earlier should run again. */
  needsSecondAttempt = false;

  recordNotNeeded(operation: OperationId, response: HttpResponse): void {
    this.#needs.set(operation, { isNeeded: false, response });
  }

  recordNeeded(operation: OperationId, refusal: HttpResponse): void {
    this.#needs.set(operation, { isNeeded: true, response: refusal });
  }

  findNeed(operation: OperationId): BearerNeed | undefined {
    return this.#needs.get(operation);
  }

  /** Assumes that a bearer token is required until a probe decides; an unnecessary token does no harm. */
  assumeNeeded(...operations: readonly OperationId[]): void {
    for (const operation of operations) this.#assumedNeeds.add(operation);
  }

  get required(): readonly (typeof allOperations)[number][] {
    return allOperations.filter(
      (operation) => this.findNeed(operation)?.isNeeded ?? this.#assumedNeeds.has(operation),
    );
  }
}
