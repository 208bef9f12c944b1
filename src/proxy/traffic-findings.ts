/** The findings of a proxy: each violation once, with its number of occurrences and the first exchanges. */
import type { OperationId } from '../contract/types.ts';
import { isInterfaceViolation, type Violation } from '../judge/violation.ts';
import type { Exchange } from '../reporting/report.ts';

/** Maximum number of exchanges, and of different messages, of a finding. */
const MAX_EVIDENCE = 3;
/** Maximum number of stored violations, because a client can cause any number. */
const MAX_FINDINGS = 2000;

export interface TrafficFinding {
  /** `4.1.request.wallet/startWalletAuth/request/body/walletAddress` */
  readonly id: string;
  readonly operationId: OperationId | undefined;
  readonly violation: Violation;
  readonly messages: readonly string[];
  readonly count: number;
  readonly evidence: readonly Exchange[];
}

interface OperationCounts {
  readonly requests: number;
  /** Responses of the deployment itself. */
  readonly responses: number;
  /** Responses of the deployment whose body is too large to be validated. */
  readonly largeResponses: number;
  /** Requests that violate a MUST or a SHOULD. */
  readonly wrongRequests: number;
  readonly wrongResponses: number;
}

interface ExchangeVerdict {
  readonly operationId: OperationId | undefined;
  readonly violations: readonly Violation[];
  /** Whether a complete response came from the deployment: its status is not 3xx, 429 or 5xx. */
  readonly isFromDeployment: boolean;
  readonly isResponseTooLarge: boolean;
}

const NO_COUNTS: OperationCounts = {
  requests: 0,
  responses: 0,
  largeResponses: 0,
  wrongRequests: 0,
  wrongResponses: 0,
};

type Stored = { -readonly [Key in keyof TrafficFinding]: TrafficFinding[Key] };

interface EnvironmentProblem {
  count: number;
  readonly evidence: readonly Exchange[];
}

export class TrafficFindings {
  readonly #findings = new Map<string, Stored>();
  readonly #counts = new Map<OperationId, OperationCounts>();
  /** Whether any request got a response, even one that may be from a gateway. */
  hasResponded = false;
  /** Reasons why requests got no response, or a server error, by message. */
  readonly environmentProblems = new Map<string, EnvironmentProblem>();

  get all(): readonly TrafficFinding[] {
    return [...this.#findings.values()];
  }

  getCounts(operationId: OperationId): OperationCounts {
    return this.#counts.get(operationId) ?? NO_COUNTS;
  }

  /** Adds an exchange. @returns the violations to report: new violations, and known violations with a new message */
  add(judged: ExchangeVerdict, evidence: Exchange): readonly Violation[] {
    const { operationId, violations } = judged;
    if (operationId !== undefined) this.#count(operationId, judged);
    return violations.filter((violation) => this.#addViolation(violation, operationId, evidence));
  }

  addEnvironmentProblem(message: string, evidence: Exchange): void {
    const known = this.environmentProblems.get(message);
    if (known !== undefined) known.count += 1;
    else if (this.environmentProblems.size < MAX_FINDINGS) {
      this.environmentProblems.set(message, { count: 1, evidence: [evidence] });
    }
  }

  #count(operationId: OperationId, judged: ExchangeVerdict): void {
    const { violations, isFromDeployment, isResponseTooLarge } = judged;
    const { requests, responses, largeResponses, wrongRequests, wrongResponses } =
      this.getCounts(operationId);
    const interfaceViolations = violations.filter(isInterfaceViolation);
    const isRequestWrong = interfaceViolations.some(({ direction }) => direction === 'request');
    const isResponseWrong = interfaceViolations.some(({ direction }) => direction === 'response');
    this.#counts.set(operationId, {
      requests: requests + 1,
      responses: responses + Number(isFromDeployment),
      largeResponses: largeResponses + Number(isFromDeployment && isResponseTooLarge),
      wrongRequests: wrongRequests + Number(isRequestWrong),
      wrongResponses: wrongResponses + Number(isResponseWrong),
    });
  }

  /** @returns whether to report the violation; false for a new violation beyond the limit */
  #addViolation(
    violation: Violation,
    operationId: OperationId | undefined,
    evidence: Exchange,
  ): boolean {
    const { rule, direction, pointer, message } = violation;
    const operation = operationId === undefined ? '' : `/${operationId}`;
    // All items of a list share one finding.
    const id = `${rule}${operation}/${direction}${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')}`;
    const known = this.#findings.get(id);
    if (known === undefined) {
      if (this.#findings.size >= MAX_FINDINGS) return false;
      const first = { id, operationId, violation, messages: [message], count: 1 };
      this.#findings.set(id, { ...first, evidence: [evidence] });
      return true;
    }
    known.count += 1;
    if (known.evidence.length < MAX_EVIDENCE) known.evidence = [...known.evidence, evidence];
    if (known.messages.includes(message) || known.messages.length >= MAX_EVIDENCE) return false;
    known.messages = [...known.messages, message];
    return true;
  }
}
