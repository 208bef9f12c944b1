/** Sends the requests of an attempt, asserts, and collects evidence. */
import type { OperationId } from '../src/contract/types.ts';
import type { Dialect } from '../src/dialect/dialect.ts';
import { getDialectValue } from '../src/dialect/keys.ts';
import { findWalletKind } from './responses/fields.ts';
import { isTruncatedJson } from './responses/json-response.ts';
import { getAccessTokenHint, isRejectedWithoutBearer } from './responses/unauthorized.ts';
import { suggestSetting } from './discovery/settings-for-keys.ts';
import { Failure, NotTested, Skipped, createSettingError } from './check-errors.ts';
import type { Exchange } from './outcome.ts';
import type { Slot } from './scheduler.ts';
import type { RunContext } from './run-context.ts';
import type { HttpRequest, HttpResponse } from './target/http-request.ts';
import { RetryingTransport } from './target/retrying-transport.ts';
import { isLimit, mayBeLock, isServerError } from './target/response-kinds.ts';
import { SERVER_ERRORS_NEEDED, UNTIL_VISIBLE, type Diagnostics } from './target/retry-policy.ts';
import { RequestError, createBlockedError } from './target/request-errors.ts';
import type { Variety } from './variety.ts';

/** Attempts with a truncated response before it counts as a failure of the deployment. */
const MIN_TRUNCATED_ATTEMPTS = 3;
/** The same, if the operation also returned a complete response in this run. */
const MIN_TRUNCATED_ATTEMPTS_IF_INTERMITTENT = 6;

/** Maximum number of exchanges that a report shows for a check. */
export const MAX_EVIDENCE = 6;

type OptionalResponse = HttpResponse | null | undefined;

export class AttemptBase {
  readonly ctx: RunContext;
  readonly #transport: RetryingTransport;
  readonly #exchanges: Exchange[] = [];
  readonly #asserted: Exchange[] = [];
  assertions = 0;
  readonly #truncatedOperations = new Set<OperationId | null>();
  /** For each operation, the number of attempts at this check with a truncated response. */
  readonly #truncatedAttempts: Map<OperationId | null, number>;
  observation: string | null = null;
  /** Id of the check; undefined if several checks share the request. */
  sender?: string;
  /** Selects among equivalent valid values; undefined selects the defaults. */
  variety: Variety | undefined;

  /** @param slot released while the attempt waits for a rate limit */
  constructor(ctx: RunContext, previous?: AttemptBase, slot?: Slot) {
    this.ctx = ctx;
    this.#truncatedAttempts = new Map(previous ? previous.#truncatedAttempts : []);
    this.#transport = new RetryingTransport(ctx.network, slot);
  }

  /** Returns `count` cases, different for each check, to send fewer requests; without `variety`, returns all cases. */
  sample<Case>(cases: readonly Case[], count: number): readonly Case[] {
    return this.variety?.takeFew(cases, count) ?? cases;
  }

  /** Returns a number that selects among equivalent valid values; 0 selects the default. */
  nextTurn(): number {
    return this.variety?.next() ?? 0;
  }

  /** The detected dialect; keys that were not detected have their default. */
  get dialect(): Dialect {
    return this.ctx.knowledge.dialect;
  }

  /** Returns whether a key was detected, rather than assumed. */
  isDetected(key: string): boolean {
    return this.ctx.knowledge.isDetected(key);
  }

  /** Returns whether a key was detected, with this value. */
  isDetectedAs(key: string, value: string): boolean {
    return this.isDetected(key) && getDialectValue(this.dialect, key) === value;
  }

  requireKnown(...keys: readonly string[]): void {
    for (const key of keys) {
      if (this.isDetected(key)) continue;
      const preconditionError = this.ctx.knowledge.findPreconditionError(key);
      if (preconditionError !== null) throw preconditionError;
      const fix = suggestSetting(key, this.ctx.settings);
      const reason = this.ctx.knowledge.findUndetectedReason(key);
      // A limit of the run prevented detection; the reason says how to increase the limit.
      if (fix !== null && reason !== null && this.ctx.knowledge.hasObstacle(key)) {
        throw new NotTested(`could not detect ${key}`, 'dialect', reason);
      }
      const details = reason === null ? '' : `: ${reason}`;
      throw new NotTested(`could not detect ${key}${details}`, 'dialect', fix);
    }
  }

  /** Sends a request; the retry policy may repeat it or throw. */
  async send(request: HttpRequest): Promise<HttpResponse> {
    const { ctx } = this;
    const { operation } = request;
    if (ctx.network.outages.affectsAll(operation)) {
      throw new RequestError(
        `every request to ${request.method} ${request.path} returns a server error`,
      );
    }
    return this.#send(request, {
      isAlive: () => ctx.isAlive(operation),
      succeeds: async () => operation !== null && ctx.succeeds(operation),
      recovers: async () => operation !== null && ctx.recovers(operation),
      isOperationUnavailable: () => ctx.network.outages.affectsOnly(operation),
      isReadOfNewUser: () => this.#isReadOfNewUser(request),
    });
  }

  /** Returns whether a request reads a user whose session is so new that the user may not be visible yet. */
  #isReadOfNewUser(request: HttpRequest): boolean {
    const isRead = request.operation === 'getUser' && this.isDetectedAs('user.path', request.path);
    const earliest = this.ctx.now() - UNTIL_VISIBLE;
    return isRead && this.ctx.knowledge.memory.usesSessionReturnedSince(request, earliest);
  }

  /** Sends a request; throws RequestError if a gateway or a rate limit rejected it. */
  async sendToService(request: HttpRequest): Promise<HttpResponse> {
    const response = await this.send(request);
    this.requireServiceResponse(response);
    return response;
  }

  /** Sends a request; a failure causes no further requests that diagnose the deployment. */
  async sendWithoutDiagnostics(request: HttpRequest): Promise<HttpResponse> {
    return this.#send(request, null);
  }

  async #send(request: HttpRequest, diagnostics: Diagnostics | null): Promise<HttpResponse> {
    const { operation } = request;
    if (operation !== null && this.ctx.settings.skip.includes(operation)) {
      throw new Skipped(operation);
    }
    try {
      return await this.#transport.send(request, {
        sender: this.sender ?? operation ?? 'preparation',
        diagnostics,
        record: (response) => this.#record(response),
      });
    } catch (error) {
      if (error instanceof RequestError && error.exchange) this.#exchanges.push(error.exchange);
      throw error;
    } finally {
      if (this.inconclusiveReason !== null) this.ctx.inconclusiveRequests.push(request);
    }
  }

  #record(response: HttpResponse): void {
    this.ctx.network.outages.recordResponse(response);
    this.#exchanges.push(response.exchange);
    this.ctx.responses.push(response);
    if (isTruncatedJson(response)) this.#recordTruncated(response.request.operation);
    const kind = findSignInKind(response);
    if (kind !== null) this.ctx.identities.recordAcceptedKind(kind);
    this.ctx.knowledge.memory.record(response, this.ctx.now());
  }

  /** Pauses before a repetition; the total duration of pauses is limited. */
  async pause(milliseconds: number): Promise<void> {
    await this.#transport.pause(milliseconds);
  }

  assertAccepted(response: HttpResponse, description = 'the request'): void {
    // A rejection for too many attempts also throws RequestError: other checks may have caused it (§8).
    if (response.blockedBy !== null) throw createBlockedError(response);
    this.#recordAssertion(response);
    this.ctx.coverage.recordSuccess(response);
    if (response.accepted) return;
    if (isRejectedWithoutBearer(response, this.dialect)) {
      throw createSettingError(
        `a bearer token for ${response.request.operation ?? 'the request'}`,
        'Set --access-token.',
      );
    }
    throw new Failure(
      `expected 2xx for ${description}, got ${response.status}${getAccessTokenHint(response)}`,
      [response],
    );
  }

  /** Asserts that a request was refused: the response is neither a success nor a server error. */
  assertRejected(response: HttpResponse, description = 'the request'): void {
    this.requireServiceResponse(response);
    this.#recordAssertion(response);
    if (response.accepted) {
      const message = `expected 4xx for ${description}, got ${response.status}`;
      throw new Failure(message, [response], { isConclusive: true });
    }
    if (isServerError(response)) {
      throw new Failure(
        `expected 4xx for ${description}, got ${response.status} ${SERVER_ERRORS_NEEDED} times, while other requests succeed`,
        [response],
      );
    }
  }

  assertNoServerError(response: HttpResponse, description = 'the request'): void {
    this.#recordAssertion(response);
    if (!isServerError(response)) return;
    throw new Failure(
      `expected no server error for ${description}, got ${response.status} ${SERVER_ERRORS_NEEDED} times, while other requests succeed`,
      [response],
    );
  }

  /** Fails with the message if a condition is false. */
  assert(isTrue: boolean, message: string, ...responses: readonly OptionalResponse[]): void {
    this.#recordAssertion(...responses);
    if (!isTrue) throw new Failure(message, responses.filter(isPresent));
  }

  /** Asserts that something did not happen. Unlike `assert`, it fails even if another request of the check failed. */
  assertNever(
    happens: boolean,
    description: string,
    ...responses: readonly OptionalResponse[]
  ): void {
    this.#recordAssertion(...responses);
    if (happens)
      throw new Failure(description, responses.filter(isPresent), { isConclusive: true });
  }

  /** Throws RequestError if a gateway or a rate limit rejected the request. */
  requireServiceResponse(response: HttpResponse): void {
    if (response.blockedBy === null) return;
    // After too many attempts, the service may report a locked code by a response like that of a rate limit (§8).
    if (mayBeLock(response) && isLimit(response)) return;
    throw createBlockedError(response);
  }

  /** Records behaviour that the interface leaves open; counts as an assertion. */
  observe(description: string, ...responses: readonly OptionalResponse[]): void {
    this.#recordAssertion(...responses);
    this.observation =
      this.observation === null ? description : `${this.observation}; ${description}`;
  }

  /** Adds exchanges to the evidence without asserting anything. */
  addEvidence(...responses: readonly OptionalResponse[]): void {
    this.#asserted.push(...responses.filter(isPresent).map(({ exchange }) => exchange));
  }

  #recordAssertion(...responses: readonly OptionalResponse[]): void {
    this.assertions += 1;
    this.addEvidence(...responses);
  }

  /** The reason why a failure of this attempt is inconclusive; null without one. */
  get inconclusiveReason(): string | null {
    if (this.#transport.inconclusiveReason !== null) return this.#transport.inconclusiveReason;
    return [...this.#truncatedOperations].some((operation) =>
      this.#mayBeTruncatedByNetwork(operation),
    )
      ? 'a response with a JSON content type could not be parsed'
      : null;
  }

  #recordTruncated(operation: OperationId | null): void {
    if (this.#truncatedOperations.has(operation)) return;
    this.#truncatedOperations.add(operation);
    this.#truncatedAttempts.set(operation, (this.#truncatedAttempts.get(operation) ?? 0) + 1);
  }

  /** Returns whether the network may have truncated the responses of the operation. */
  #mayBeTruncatedByNetwork(operation: OperationId | null): boolean {
    const hasCompleteResponse = this.ctx.responses.some(
      (response) =>
        response.accepted && response.request.operation === operation && !isTruncatedJson(response),
    );
    const needed = hasCompleteResponse
      ? MIN_TRUNCATED_ATTEMPTS_IF_INTERMITTENT
      : MIN_TRUNCATED_ATTEMPTS;
    return (this.#truncatedAttempts.get(operation) ?? 0) < needed;
  }

  /** The last exchanges with an assertion; without assertions, the last exchanges. */
  get evidence(): readonly Exchange[] {
    const shown = this.#asserted.length > 0 ? this.#asserted : this.#exchanges;
    return [...new Set(shown)].slice(-MAX_EVIDENCE);
  }

  /** The last exchanges, with or without an assertion. */
  get trail(): readonly Exchange[] {
    return this.#exchanges.slice(-MAX_EVIDENCE);
  }
}

function isPresent(response: OptionalResponse): response is HttpResponse {
  return response !== null && response !== undefined;
}

function findSignInKind({ accepted, request: { operation, body } }: HttpResponse): string | null {
  if (!accepted || operation !== 'authenticateWallet') return null;
  return findWalletKind(body);
}
