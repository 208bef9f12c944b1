/** Judges each call that went through: violations, and what may be shown. */
import type { ProxyEntry } from '../contract/proxy-journal.gen.ts';
import { compiledContract, type CompiledContract } from '../contract/validators.ts';
import type { OperationId } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { KnownSecrets } from '../redaction/known-secrets.ts';
import { answerBreaches } from './answer-breaches.ts';
import { answerViolations, isOfSurroundings } from './answer-violations.ts';
import { TrafficFindings } from './traffic-findings.ts';
import { operationOfCall } from './operation-of-call.ts';
import { PastCalls } from './past-calls.ts';
import { exchangeOf, Redaction, type RedactedCall } from './redacted-call.ts';
import { requestViolations } from './request-violations.ts';
import type { SeenCall, SeenRequest } from './seen-call.ts';
import type { Violation } from './violation.ts';

export interface Judgement {
  readonly entry: ProxyEntry;
  /** Those of the entry that no call before had. */
  readonly news: readonly Violation[];
}

export class Watch {
  readonly #upstream: string;
  readonly #redaction: Redaction;
  readonly #past = new PastCalls();
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
  request(request: SeenRequest): readonly Violation[] {
    this.#redaction.seeRequest(request, this.#operationOf({ request }));
    return this.#redaction.violations(
      requestViolations(request, operationOfCall(request, this.#contract), this.#contract),
    );
  }

  /** What request and answer have against them. Nothing is kept of it. */
  violations(call: SeenCall): readonly Violation[] {
    const inRequest = this.request(call.request);
    const operationId = this.#operationOf(call);
    const { answer } = call;
    if (operationId === undefined || answer === null || call.trouble?.kind === 'cut') {
      return inRequest;
    }
    const inAnswer = answerViolations(answer, operationId, inRequest, this.#contract);
    // What stands before the service says nothing of it.
    const breaches = isOfSurroundings(answer.status)
      ? []
      : answerBreaches(call, operationId, this.#contract.dialect, this.#past);
    this.#redaction.seeAnswer(answer);
    return [...inRequest, ...this.#redaction.violations([...inAnswer, ...breaches])];
  }

  /** Takes a call that has ended into account. */
  end(call: SeenCall): Judgement {
    const operationId = this.#operationOf(call);
    this.#redaction.seeRequest(call.request, operationId);
    if (call.answer !== null) this.#redaction.seeAnswer(call.answer);
    const shown = this.#shown(call, operationId);
    const violations = this.violations(call);
    const news = this.findings.add(
      { call, operationId, violations, isAnswered: isAnswered(call) },
      () => shown.exchange,
    );
    const trouble = troubleOf(call);
    if (trouble !== null) this.findings.addTrouble(trouble, () => shown.exchange);
    if (operationId !== undefined && isAnswered(call)) this.#past.keep(call, operationId);
    this.#calls += 1;
    const entry = entryOf(this.#calls, call, { ...shown, operationId, violations });
    return { entry, news };
  }

  #operationOf(call: Pick<SeenCall, 'request'>): OperationId | undefined {
    const called = operationOfCall(call.request, this.#contract);
    return called.kind === 'operation' ? called.operationId : undefined;
  }

  #shown(call: SeenCall, operationId: OperationId | undefined) {
    const redacted = this.#redaction.redacted(call, operationId);
    const exchange = exchangeOf(redacted, call, { upstream: this.#upstream, operationId });
    return { redacted, exchange };
  }
}

function isAnswered({ answer, trouble }: SeenCall): boolean {
  return answer !== null && trouble === null && !isOfSurroundings(answer.status);
}

/** Why a call has no answer that is not the doing of the deployment. */
const OF_CLIENTS: ReadonlySet<string> = new Set(['aborted', 'refused']);

/** What the deployment, or something before it, did not manage. */
function troubleOf({ answer, trouble }: SeenCall): string | null {
  if (trouble !== null) return OF_CLIENTS.has(trouble.kind) ? null : trouble.message;
  return answer !== null && answer.status >= 500
    ? `The deployment answers ${answer.status}.`
    : null;
}

function entryOf(
  id: number,
  { at, durationMs, trouble }: SeenCall,
  shown: {
    readonly redacted: RedactedCall;
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
