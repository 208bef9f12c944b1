/** Judges each exchange that passed through the proxy. */
import { createHash } from 'node:crypto';
import type { ProxyEntry } from '../contract/proxy-journal.gen.ts';
import { getCompiledContract } from '../contract/validators.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { mayBeFromIntermediary, type Exchange } from '../judge/exchange.ts';
import { judge } from '../judge/judge.ts';
import { Memory } from '../judge/memory.ts';
import type { Violation } from '../judge/violation.ts';
import type { KnownSecrets } from '../redaction/known-secrets.ts';
import { toExchange, type ForwardedExchange } from './forwarded-exchange.ts';
import { Redaction, toEvidence } from './redacted-exchange.ts';
import { TrafficFindings } from './traffic-findings.ts';

export interface Judgement {
  readonly entry: ProxyEntry;
  /** Violations to print: of a new finding, or of a known finding with a new message. */
  readonly violationsToReport: readonly Violation[];
}

export interface ProxyListener {
  onJudged(judgement: Judgement): void;
  onError(error: unknown): void;
}

export type TrafficJudge = ReturnType<typeof createTrafficJudge>;

/** @param upstream base URL of the deployment, as it is shown */
export function createTrafficJudge(
  upstream: string,
  dialect: Dialect,
  secrets: KnownSecrets,
  listener: ProxyListener,
) {
  const memory = new Memory(hashText);
  const findings = new TrafficFindings();
  const contract = getCompiledContract(dialect);
  const redaction = new Redaction(contract, secrets);
  let requests = 0;

  function judgeAndCollectSecrets(
    observed: ForwardedExchange,
    exchange: Exchange,
  ): readonly Violation[] {
    redaction.observe(observed, exchange.operationId);
    return redaction.redactViolations(judge(exchange, memory));
  }

  function judgeAndRecord(observed: ForwardedExchange): Judgement {
    const exchange = toExchange(observed, contract);
    const { operationId } = exchange;
    const violations = judgeAndCollectSecrets(observed, exchange);
    const redacted = redaction.redact(observed, operationId);
    const evidence = toEvidence(redacted, observed, { upstream, operationId });
    const { at, durationMs, response, error } = observed;
    const isFromDeployment =
      response !== null && error === null && !mayBeFromIntermediary(response.status);
    const isResponseTooLarge = exchange.responseProblem?.kind === 'tooLarge';
    const judged = { operationId, violations, isFromDeployment, isResponseTooLarge };
    const violationsToReport = findings.add(judged, evidence);
    findings.hasResponded ||= response !== null;
    const message = describeProblem(observed);
    if (message !== null) findings.addEnvironmentProblem(message, evidence);
    if (isFromDeployment) memory.add(exchange);
    requests += 1;
    const entry: ProxyEntry = {
      id: requests,
      at: new Date(at).toISOString(),
      operation: operationId ?? null,
      ...redacted,
      ...(error === null ? {} : { networkError: error.message }),
      durationMs: Math.round(durationMs),
      violations: [...violations],
    };
    return { entry, violationsToReport };
  }

  return {
    findings,
    /** Returns the violations of a request and response without recording them. */
    findViolations: (observed: ForwardedExchange): readonly Violation[] =>
      judgeAndCollectSecrets(observed, toExchange(observed, contract)),
    /** Records an exchange that has ended, and reports it to the listener. */
    record(observed: ForwardedExchange): void {
      try {
        listener.onJudged(judgeAndRecord(observed));
      } catch (error) {
        listener.onError(error);
      }
    },
  };
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Returns why the deployment, or a server before it, failed to respond; null if it did not fail. */
function describeProblem({ response, error }: ForwardedExchange): string | null {
  if (error?.kind === 'aborted' || error?.kind === 'refused') return null;
  if (error !== null) return error.message;
  return response !== null && response.status >= 500
    ? `The deployment returned ${response.status}.`
    : null;
}
