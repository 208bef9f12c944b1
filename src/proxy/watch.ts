/** Judges each exchange that went through: violations, and what may be shown. */
import { createHash } from 'node:crypto';
import type { ProxyEntry } from '../contract/proxy-journal.gen.ts';
import { compiledContract, type CompiledContract } from '../contract/validators.ts';
import type { OperationId } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { KnownSecrets } from '../redaction/known-secrets.ts';
import { isOfIntermediary, type Exchange } from '../judge/exchange.ts';
import { judge } from '../judge/judge.ts';
import { Memory } from '../judge/memory.ts';
import type { Violation } from '../judge/violation.ts';
import { Redaction, shownExchange, type RedactedExchange } from './redacted-exchange.ts';
import { exchangeOf, type ObservedExchange, type ObservedRequest } from './observed-exchange.ts';
import { TrafficFindings } from './traffic-findings.ts';

export interface Judgement {
  readonly entry: ProxyEntry;
  /** Those of the entry that no request before had. */
  readonly news: readonly Violation[];
}

export class Watch {
  readonly #upstream: string;
  readonly #redaction: Redaction;
  readonly #memory = new Memory(digest);
  readonly findings = new TrafficFindings();
  readonly #contract: CompiledContract;
  #requests = 0;

  /**
   * @param upstream base URL of the deployment, as it is shown
   * @param secrets known from the start
   */
  constructor(upstream: string, dialect: Dialect, secrets: KnownSecrets) {
    this.#upstream = upstream;
    this.#contract = compiledContract(dialect);
    this.#redaction = new Redaction(this.#contract, secrets);
  }

  /** What a request has against it. */
  request(request: ObservedRequest): readonly Violation[] {
    return this.violations({ request, response: null, trouble: null });
  }

  /** Returns the violations of a request and response without recording them. */
  violations(
    observed: Pick<ObservedExchange, 'request' | 'response' | 'trouble'>,
  ): readonly Violation[] {
    return this.#judged(observed, exchangeOf(observed, this.#contract));
  }

  /** Takes an exchange that has ended into account. */
  end(observed: ObservedExchange): Judgement {
    const exchange = exchangeOf(observed, this.#contract);
    const { operationId } = exchange;
    const violations = this.#judged(observed, exchange);
    const shown = this.#shown(observed, operationId);
    const news = this.findings.add(
      { exchange: observed, operationId, violations, hasResponse: hasResponse(observed) },
      () => shown.exchange,
    );
    const trouble = troubleOf(observed);
    if (trouble !== null) this.findings.addTrouble(trouble, () => shown.exchange);
    if (hasResponse(observed)) this.#memory.keep(exchange);
    this.#requests += 1;
    const entry = entryOf(this.#requests, observed, { ...shown, operationId, violations });
    return { entry, news };
  }

  /** The secrets of a request are known before anything of it is shown. */
  #judged(
    { request, response }: Pick<ObservedExchange, 'request' | 'response'>,
    exchange: Exchange,
  ): readonly Violation[] {
    this.#redaction.seeRequest(request, exchange.operationId);
    if (response !== null) this.#redaction.observeResponse(response);
    return this.#redaction.violations(judge(exchange, this.#memory));
  }

  #shown(observed: ObservedExchange, operationId: OperationId | undefined) {
    const redacted = this.#redaction.redacted(observed, operationId);
    const exchange = shownExchange(redacted, observed, { upstream: this.#upstream, operationId });
    return { redacted, exchange };
  }
}

/** Short, whatever its length, and no secret. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function hasResponse({ response, trouble }: ObservedExchange): boolean {
  return response !== null && trouble === null && !isOfIntermediary(response.status);
}

/** Why a request has no response that is not the doing of the deployment. */
const OF_CLIENTS: ReadonlySet<string> = new Set(['aborted', 'refused']);

/** What the deployment, or something before it, did not manage. */
function troubleOf({ response, trouble }: ObservedExchange): string | null {
  if (trouble !== null) return OF_CLIENTS.has(trouble.kind) ? null : trouble.message;
  return response !== null && response.status >= 500
    ? `The deployment returned ${response.status}.`
    : null;
}

function entryOf(
  id: number,
  { at, durationMs, trouble }: ObservedExchange,
  shown: {
    readonly redacted: RedactedExchange;
    readonly operationId: OperationId | undefined;
    readonly violations: readonly Violation[];
  },
): ProxyEntry {
  const { clientId, request, response } = shown.redacted;
  return {
    id,
    at: new Date(at).toISOString(),
    operation: shown.operationId ?? null,
    clientId,
    request,
    response,
    ...(trouble === null ? {} : { trouble: trouble.message }),
    durationMs: Math.round(durationMs),
    violations: [...shown.violations],
  };
}
