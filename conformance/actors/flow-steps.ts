import type { OperationId } from '../../src/contract/types.ts';
import { needsSession } from '../../src/dialect/bearer-use.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import { NotTested, createNeed } from '../check-errors.ts';
import type { RunContext } from '../run-context.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import { createBlockedTrouble } from '../target/trouble.ts';
import { isLoopback } from './identities.ts';
import type { App } from './app.ts';
import type { SignedIn } from './signed-in.ts';

/** The methods of an Attempt that the flows use. */
export interface FlowAttempt {
  readonly ctx: RunContext;
  readonly dialect: Dialect;
  requireKnown(...keys: readonly string[]): void;
  /** Returns a number that selects among equally valid values; 0 selects the default. */
  nextVariation(): number;
  send(request: HttpRequest): Promise<HttpResponse>;
  sendToService(request: HttpRequest): Promise<HttpResponse>;
  requireServiceResponse(response: HttpResponse): void;
  addEvidence(...responses: readonly HttpResponse[]): void;
}

/** Base class of the flows: selects client and bearer token, and sends requests that must succeed. */
export class FlowSteps {
  protected readonly attempt: FlowAttempt;

  constructor(attempt: FlowAttempt) {
    this.attempt = attempt;
  }

  get app(): App {
    return this.attempt.ctx.app;
  }

  /** @throws NotTested without a second client */
  get secondApp(): App {
    const { secondApp } = this.attempt.ctx;
    if (secondApp === null) throw createNeed('secondClient');
    return secondApp;
  }

  /** Whether an unknown identity creates a new user (§5.6). */
  get createsUsers(): boolean {
    return this.attempt.dialect.identity.unknown === 'signUp';
  }

  /** Whether users and codes may be created freely: the target is on this machine. */
  get isOnThisMachine(): boolean {
    return isLoopback(this.attempt.ctx.settings.target);
  }

  /**
   * Returns the session of a user; undefined if there is none, or if the operation requires another token
   * (§5.7). An operation that requires no token accepts any.
   */
  protected getBearer(operation: OperationId, { session }: SignedIn): string | undefined {
    const { dialect } = this.attempt;
    const { requiredOn, accepts } = dialect.bearer;
    const acceptsSession =
      needsSession(operation, dialect) ||
      !requiredOn.includes(operation) ||
      accepts.includes('session');
    return acceptsSession ? (session ?? undefined) : undefined;
  }

  /** Counts an undeclared identity in the budget, if the deployment creates a user for it. */
  countUser(identity: string): void {
    const { identities, budget } = this.attempt.ctx;
    if (this.createsUsers && !identities.isDeclared(identity)) budget.recordCreatedUser(identity);
  }

  /** Sends a request; throws NotTested if it is refused, Trouble if a limit or a gateway blocks it. */
  async sendAccepted(request: HttpRequest): Promise<HttpResponse> {
    const response = await this.attempt.send(request);
    this.expectAccepted(response);
    return response;
  }

  protected expectAccepted(response: HttpResponse): void {
    if (response.blockedBy !== null) throw createBlockedTrouble(response);
    this.attempt.ctx.coverage.recordSuccess(response);
    if (response.accepted) return;
    this.attempt.addEvidence(response);
    throw new NotTested(
      `no ${response.request.operation ?? 'request'} succeeded (last status ${response.status})`,
      'contract',
      null,
      response,
    );
  }
}
