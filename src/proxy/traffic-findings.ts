/** What a proxy has found so far: each violation once, with how often and with the first exchanges. */
import type { OperationId } from '../contract/words.ts';
import type { Exchange } from '../reporting/report.ts';
import type { ObservedExchange } from './observed-exchange.ts';
import type { Violation } from '../judge/violation.ts';

/** Exchanges that are kept for each violation. */
const MAX_EVIDENCE = 3;
/** Different violations that are kept; a client can produce any number. */
const MAX_FINDINGS = 2000;

export interface TrafficFinding {
  /** `4.1.request.wallet/startWalletAuth/request/body/walletAddress` */
  readonly id: string;
  readonly operationId: OperationId | undefined;
  readonly violation: Violation;
  /** Different messages at the same place. */
  readonly messages: readonly string[];
  readonly count: number;
  readonly evidence: readonly Exchange[];
}

/** The requests of one operation. */
export interface Seen {
  readonly requests: number;
  /** Requests with a response of the deployment itself. */
  readonly answered: number;
  /** With a request that breaks a MUST or a SHOULD. */
  readonly wrongRequests: number;
  readonly wrongResponses: number;
}

export interface JudgedExchange {
  readonly exchange: ObservedExchange;
  readonly operationId: OperationId | undefined;
  readonly violations: readonly Violation[];
  /** Whether the deployment itself responded. */
  readonly hasResponse: boolean;
}

const NOTHING: Seen = { requests: 0, answered: 0, wrongRequests: 0, wrongResponses: 0 };

type Kept = { -readonly [Key in keyof TrafficFinding]: TrafficFinding[Key] };

export class TrafficFindings {
  readonly #findings = new Map<string, Kept>();
  readonly #seen = new Map<OperationId, Seen>();
  readonly #troubles = new Map<string, { count: number; evidence: readonly Exchange[] }>();
  #requests = 0;

  get all(): readonly TrafficFinding[] {
    return [...this.#findings.values()];
  }

  /** All requests, those of no operation included. */
  get requests(): number {
    return this.#requests;
  }

  /** Reasons why requests got no response, by message. */
  get troubles(): ReadonlyMap<
    string,
    { readonly count: number; readonly evidence: readonly Exchange[] }
  > {
    return this.#troubles;
  }

  of(operationId: OperationId): Seen {
    return this.#seen.get(operationId) ?? NOTHING;
  }

  /** @returns the violations of the exchange that were not known before */
  add(judged: JudgedExchange, evidence: () => Exchange): readonly Violation[] {
    const { operationId, violations } = judged;
    this.#requests += 1;
    if (operationId !== undefined) this.#count(operationId, judged);
    return violations.filter((violation) => this.#keep(violation, operationId, evidence) === 'new');
  }

  addTrouble(message: string, evidence: () => Exchange): void {
    const known = this.#troubles.get(message);
    if (known !== undefined) known.count += 1;
    else if (this.#troubles.size < MAX_FINDINGS) {
      this.#troubles.set(message, { count: 1, evidence: [evidence()] });
    }
  }

  #count(operationId: OperationId, { violations, hasResponse }: JudgedExchange): void {
    const { requests, answered, wrongRequests, wrongResponses } = this.of(operationId);
    const breaks = (direction: Violation['direction']): number =>
      violations.some((each) => each.direction === direction && each.level !== 'OPEN') ? 1 : 0;
    this.#seen.set(operationId, {
      requests: requests + 1,
      answered: answered + (hasResponse ? 1 : 0),
      wrongRequests: wrongRequests + breaks('request'),
      wrongResponses: wrongResponses + breaks('response'),
    });
  }

  #keep(
    violation: Violation,
    operationId: OperationId | undefined,
    evidence: () => Exchange,
  ): 'new' | 'known' {
    const { rule, direction, pointer, message } = violation;
    const place = operationId === undefined ? '' : `/${operationId}`;
    // Items of a list differ in nothing.
    const id = `${rule}${place}/${direction}${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')}`;
    const known = this.#findings.get(id);
    if (known === undefined) {
      if (this.#findings.size >= MAX_FINDINGS) return 'known';
      const first = { id, operationId, violation, messages: [message], count: 1 };
      this.#findings.set(id, { ...first, evidence: [evidence()] });
      return 'new';
    }
    known.count += 1;
    if (known.evidence.length < MAX_EVIDENCE) known.evidence = [...known.evidence, evidence()];
    if (known.messages.includes(message) || known.messages.length >= MAX_EVIDENCE) return 'known';
    known.messages = [...known.messages, message];
    return 'new';
  }
}
