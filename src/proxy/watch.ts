/** Judges each call that went through: violations, and what may be shown. */
import { createHash } from 'node:crypto';
import type { ProxyEntry } from '../contract/proxy-journal.gen.ts';
import { compiledContract, type CompiledContract } from '../contract/validators.ts';
import type { OperationId } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { KnownSecrets } from '../redaction/known-secrets.ts';
import { isOfSurroundings, type Exchange } from '../judge/exchange.ts';
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
  #calls = 0;

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
    return this.violations({ request, answer: null, trouble: null });
  }

  /** What request and answer have against them. Nothing is kept of it. */
  violations(call: Pick<ObservedExchange, 'request' | 'answer' | 'trouble'>): readonly Violation[] {
    return this.#judged(call, exchangeOf(call, this.#contract));
  }

  /** Takes a call that has ended into account. */
  end(call: ObservedExchange): Judgement {
    const exchange = exchangeOf(call, this.#contract);
    const { operationId } = exchange;
    const violations = this.#judged(call, exchange);
    const shown = this.#shown(call, operationId);
    const news = this.findings.add(
      { call, operationId, violations, isAnswered: isAnswered(call) },
      () => shown.exchange,
    );
    const trouble = troubleOf(call);
    if (trouble !== null) this.findings.addTrouble(trouble, () => shown.exchange);
    if (isAnswered(call)) this.#memory.keep(exchange);
    this.#calls += 1;
    const entry = entryOf(this.#calls, call, { ...shown, operationId, violations });
    return { entry, news };
  }

  /** The secrets of a request are known before anything of it is shown. */
  #judged(
    { request, answer }: Pick<ObservedExchange, 'request' | 'answer'>,
    exchange: Exchange,
  ): readonly Violation[] {
    this.#redaction.seeRequest(request, exchange.operationId);
    if (answer !== null) this.#redaction.seeAnswer(answer);
    return this.#redaction.violations(judge(exchange, this.#memory));
  }

  #shown(call: ObservedExchange, operationId: OperationId | undefined) {
    const redacted = this.#redaction.redacted(call, operationId);
    const exchange = shownExchange(redacted, call, { upstream: this.#upstream, operationId });
    return { redacted, exchange };
  }
}

/** Short, whatever its length, and no secret. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function isAnswered({ answer, trouble }: ObservedExchange): boolean {
  return answer !== null && trouble === null && !isOfSurroundings(answer.status);
}

/** Why a request has no response that is not the doing of the deployment. */
const OF_CLIENTS: ReadonlySet<string> = new Set(['aborted', 'refused']);

/** What the deployment, or something before it, did not manage. */
function troubleOf({ answer, trouble }: ObservedExchange): string | null {
  if (trouble !== null) return OF_CLIENTS.has(trouble.kind) ? null : trouble.message;
  return answer !== null && answer.status >= 500
    ? `The deployment returned ${answer.status}.`
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
