import type { OperationId } from '../../src/contract/types.ts';
import { needsSession } from '../../src/dialect/bearer-use.ts';
import { AttemptBase } from '../attempt-base.ts';
import {
  NotTested,
  createInapplicable,
  createSettingError,
  describeRejection,
} from '../check-errors.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import { createBlockedError } from '../target/request-errors.ts';
import { isLoopback } from './identities.ts';
import type { App } from './app.ts';
import type { SignedIn } from './signed-in.ts';

/** Selects the client application and bearer token, and sends requests that must succeed. Base class of the flows. */
export class FlowSteps extends AttemptBase {
  get app(): App {
    return this.ctx.app;
  }

  get secondApp(): App {
    const { secondApp } = this.ctx;
    if (secondApp === null) throw createSettingError('secondClient');
    return secondApp;
  }

  /** Whether an unknown identity creates a new user (§5.6). */
  get createsUsers(): boolean {
    return this.dialect.identity.unknown === 'signUp';
  }

  requireNewUsers(): void {
    if (this.createsUsers) return;
    throw createInapplicable('the deployment creates no users for new wallets');
  }

  /** Whether users and codes may be created freely: the target is on this machine. */
  get isOnThisMachine(): boolean {
    return isLoopback(this.ctx.settings.target);
  }

  /**
   * Returns the session of a user; undefined if the user has none, or if the operation requires another
   * token (§5.7). An operation that requires no token accepts any token.
   */
  protected getBearer(operation: OperationId, { session }: SignedIn): string | undefined {
    const { dialect } = this;
    const { requiredOn, accepts } = dialect.bearer;
    const acceptsSession =
      needsSession(operation, dialect) ||
      !requiredOn.includes(operation) ||
      accepts.includes('session');
    return acceptsSession ? (session ?? undefined) : undefined;
  }

  /** Counts an undeclared identity in the budget, if the deployment creates a user for it. */
  countUser(identity: string): void {
    const { identities, budget } = this.ctx;
    if (this.createsUsers && !identities.belongsToAccount(identity))
      budget.recordCreatedUser(identity);
  }

  /** Sends a request; throws NotTested if it is refused, RequestError if a limit or a gateway blocks it. */
  async sendAccepted(request: HttpRequest): Promise<HttpResponse> {
    const response = await this.send(request);
    this.requireSuccess(response);
    return response;
  }

  /** Throws NotTested if the request was refused; `assertAccepted` fails the check instead. */
  protected requireSuccess(response: HttpResponse): void {
    if (response.blockedBy !== null) throw createBlockedError(response);
    this.ctx.coverage.recordSuccess(response);
    if (response.accepted) return;
    this.addEvidence(response);
    throw new NotTested(describeRejection(response), 'contract', null, response);
  }
}
