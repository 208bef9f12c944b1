/** Records which bearer tokens each operation needs and accepts (§5.2, §5.7). */
import type { OperationId } from '../../src/contract/types.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { allOperations } from '../actors/operations.ts';

export type BearerKind = 'client' | 'session';

export interface BearerNeed {
  readonly needed: boolean;
  /** Response without a bearer token: accepted, or rejected only for that reason. */
  readonly response: HttpResponse;
}

export class BearerFindings {
  readonly #needs = new Map<OperationId, BearerNeed>();
  /** The response that decided whether each kind of bearer token is accepted. */
  readonly responses = new Map<BearerKind, HttpResponse>();
  readonly #assumed = new Set<OperationId>();
  /** Whether a session identifies the user who gets a wallet (§4.3); false until observed. */
  sessionIdentifiesUser = false;
  /** Whether probes that failed earlier should run again. */
  needsSecondAttempt = false;

  recordNotNeeded(operation: OperationId, response: HttpResponse): void {
    this.#needs.set(operation, { needed: false, response });
  }

  recordNeeded(operation: OperationId, refusal: HttpResponse): void {
    this.#needs.set(operation, { needed: true, response: refusal });
  }

  findNeed(operation: OperationId): BearerNeed | undefined {
    return this.#needs.get(operation);
  }

  /** Assumes until decided that a bearer token is required; a superfluous one does no harm. */
  assumeNeeded(...operations: readonly OperationId[]): void {
    for (const operation of operations) this.#assumed.add(operation);
  }

  get required(): readonly (typeof allOperations)[number][] {
    return allOperations.filter(
      (operation) => this.findNeed(operation)?.needed ?? this.#assumed.has(operation),
    );
  }
}
