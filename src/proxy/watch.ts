/** Judges each exchange that passed through the proxy. */
import { createHash } from 'node:crypto';
import type { ProxyEntry } from '../contract/proxy-journal.gen.ts';
import { getCompiledContract, type CompiledContract } from '../contract/validators.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { mayBeFromIntermediary, type Exchange } from '../judge/exchange.ts';
import { judge } from '../judge/judge.ts';
import { Memory } from '../judge/memory.ts';
import type { Violation } from '../judge/violation.ts';
import type { KnownSecrets } from '../redaction/known-secrets.ts';
import { toExchange, type ObservedExchange } from './observed-exchange.ts';
import { Redaction, toEvidence } from './redacted-exchange.ts';
import { TrafficFindings } from './traffic-findings.ts';

export interface Judgement {
  readonly entry: ProxyEntry;
  /** The violations of the entry that no earlier request had. */
  readonly newViolations: readonly Violation[];
}

export interface ProxyListener {
  onJudged(judgement: Judgement): void;
  /** Called with an internal error. */
  onError(error: unknown): void;
}

export class Watch {
  readonly #upstream: string;
  readonly #listener: ProxyListener;
  readonly #redaction: Redaction;
  readonly #memory = new Memory(hashText);
  readonly findings = new TrafficFindings();
  readonly #contract: CompiledContract;
  #requests = 0;

  /** @param upstream base URL of the deployment, as it is shown */
  constructor(upstream: string, dialect: Dialect, secrets: KnownSecrets, listener: ProxyListener) {
    this.#upstream = upstream;
    this.#listener = listener;
    this.#contract = getCompiledContract(dialect);
    this.#redaction = new Redaction(this.#contract, secrets);
  }

  /** Returns the violations of a request and response without recording them. */
  findViolations(
    observed: Pick<ObservedExchange, 'request' | 'response' | 'trouble'>,
  ): readonly Violation[] {
    return this.#judgeAndCollectSecrets(observed, toExchange(observed, this.#contract));
  }

  /** Records an exchange that has ended, and reports it to the listener. */
  record(observed: ObservedExchange): void {
    try {
      this.#listener.onJudged(this.#judge(observed));
    } catch (error) {
      this.#listener.onError(error);
    }
  }

  #judge(observed: ObservedExchange): Judgement {
    const exchange = toExchange(observed, this.#contract);
    const { operationId } = exchange;
    const violations = this.#judgeAndCollectSecrets(observed, exchange);
    const redacted = this.#redaction.redact(observed, operationId);
    const evidence = toEvidence(redacted, observed, { upstream: this.#upstream, operationId });
    const { at, durationMs, response, trouble } = observed;
    const hasResponse =
      response !== null && trouble === null && !mayBeFromIntermediary(response.status);
    const isResponseTooLarge = exchange.responseFault?.kind === 'tooLarge';
    const judged = { operationId, violations, hasResponse, isResponseTooLarge };
    const newViolations = this.findings.add(judged, evidence);
    this.findings.hasResponded ||= response !== null;
    const message = describeTrouble(observed);
    if (message !== null) this.findings.addTrouble(message, evidence);
    if (hasResponse) this.#memory.add(exchange);
    this.#requests += 1;
    const entry: ProxyEntry = {
      id: this.#requests,
      at: new Date(at).toISOString(),
      operation: operationId ?? null,
      ...redacted,
      ...(trouble === null ? {} : { trouble: trouble.message }),
      durationMs: Math.round(durationMs),
      violations: [...violations],
    };
    return { entry, newViolations };
  }

  #judgeAndCollectSecrets(
    observed: Pick<ObservedExchange, 'request' | 'response'>,
    exchange: Exchange,
  ): readonly Violation[] {
    this.#redaction.observe(observed, exchange.operationId);
    return this.#redaction.redactViolations(judge(exchange, this.#memory));
  }
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Returns why the deployment, or a server before it, failed to respond; null if it did not fail. */
function describeTrouble({ response, trouble }: ObservedExchange): string | null {
  if (trouble?.kind === 'aborted' || trouble?.kind === 'refused') return null;
  if (trouble !== null) return trouble.message;
  return response !== null && response.status >= 500
    ? `The deployment returned ${response.status}.`
    : null;
}
