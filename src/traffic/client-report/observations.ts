/**
 * The data of the client report. It is collected when each request ends, so that the report covers requests
 * that the journal has dropped. Memory is bounded.
 */
import { BoundedCache } from '../../bounded-cache.ts';
import { getOrCreate } from '../../get-or-create.ts';
import type { WalletRecord } from '../../contract/control-types.ts';
import type { ClientRuleId } from '../../contract/client-rules.gen.ts';
import { Challenges } from '../../judge/clients/challenges.ts';
import { createWatchers } from '../../judge/clients/client-rules.ts';
import { Duties, type AccountEvent } from '../../judge/clients/duties.ts';
import { findOtpRecord } from '../../judge/clients/client-exchange.ts';
import type { ChallengeMistake, ClientExchange } from '../../judge/clients/client-exchange.ts';
import { WalletRecords } from '../../judge/clients/wallet-records.ts';
import { getHeader, type SandboxExchange } from '../../judge/exchange.ts';
import { findWalletIdentity } from '../../judge/body-fields.ts';
import type { Signatures } from '../../ports/signatures.ts';
import { CoverageTracker } from './coverage.ts';

export interface RuleViolations {
  count: number;
  /** About the last request that violated the rule. */
  message: string;
  readonly clients: Set<string>;
  /** Journal numbers of the last requests that violated the rule. */
  requests: number[];
}

const MAX_REQUESTS = 20;

/** Adds a request that violates a rule. `clientId` is null if the request names no client of the workspace. */
export function addViolation(
  violationsByRule: Map<ClientRuleId, RuleViolations>,
  rule: ClientRuleId,
  { message, clientId, number }: Pick<ClientExchange, 'clientId' | 'number'> & { message: string },
): void {
  const violations = getOrCreate(violationsByRule, rule, () => ({
    count: 0,
    message,
    clients: new Set<string>(),
    requests: [],
  }));
  violations.count += 1;
  violations.message = message;
  if (clientId !== null) violations.clients.add(clientId);
  violations.requests = [...violations.requests, number].slice(-MAX_REQUESTS);
}

const MAX_LOST_RESPONSES = 200;

/** Maximum number of watched clients; all requests without a client of the workspace count as one client. */
const MAX_CLIENTS = 200;

/** A client that sends one request after the other may use several connections: fetch of Node has two. */
const MAX_CONNECTIONS = 2;
/** Requests on further connections within this time, in milliseconds, were sent in parallel. */
const RECENT_MS = 1000;

type Positions = Pick<ClientExchange, 'number' | 'startOrder' | 'endOrder'>;

export class Observations {
  readonly violations = new Map<ClientRuleId, RuleViolations>();
  readonly duties = new Duties();
  readonly coverage = new CoverageTracker();
  requests = 0;
  readonly #signatures: Signatures;
  readonly #clients = new BoundedCache<string, ReturnType<typeof createClient>>(MAX_CLIENTS);
  readonly #walletRecords = new WalletRecords();
  #order = 0;
  /** Observations that wait for a signature to be verified; order is preserved. */
  #waiting: Promise<void> | undefined;

  constructor(signatures: Signatures) {
    this.#signatures = signatures;
  }

  /** Registers the start of a request. Pass the result to `end`. */
  begin(): number {
    return this.#nextOrder();
  }

  /** Observes a request that has ended. Ignores a request without a number, which the journal has dropped. */
  end(
    exchange: SandboxExchange,
    number: number | Promise<number | undefined>,
    startOrder: number,
  ): void {
    const endOrder = this.#nextOrder();
    const judge = (journalNumber: number | undefined) => {
      if (journalNumber === undefined) return undefined;
      return this.#judge(exchange, { number: journalNumber, startOrder, endOrder });
    };
    this.#processInOrder(() => (typeof number === 'number' ? judge(number) : number.then(judge)));
  }

  addEvent(event: AccountEvent): void {
    const order = this.#nextOrder();
    this.#processInOrder(() => this.duties.addEvent(event, order));
  }

  /** Observes a response of a wallet in a browser to its app. */
  addWalletRecord(record: WalletRecord): void {
    this.#processInOrder(() => this.#walletRecords.add(record));
  }

  async waitUntilComplete(): Promise<void> {
    while (this.#waiting !== undefined) await this.#waiting;
  }

  /** Numbers the starts and ends of requests, and events, in the order in which they happen. */
  #nextOrder(): number {
    this.#order += 1;
    return this.#order;
  }

  #processInOrder(work: () => void | Promise<void>): void {
    const started = this.#waiting === undefined ? work() : this.#waiting.then(work);
    if (started === undefined) return;
    const waiting = started.then(() => {
      if (this.#waiting === waiting) this.#waiting = undefined;
    });
    this.#waiting = waiting;
  }

  #judge(sent: SandboxExchange, numbers: Positions): void | Promise<void> {
    const { clients, body, contract } = sent;
    const id = getHeader(sent, 'service-client-id');
    // An unknown id can contain any text.
    const clientId = id !== undefined && clients.has(id) ? id : null;
    const wallet = findWalletIdentity(body, contract.dialect);
    const client = getOrCreate(this.#clients, clientId ?? '', createClient);
    const isRetry = client.isRetryAfterLoss(sent, wallet);
    const exchange = sent.responseProblem === undefined ? sent : withoutResponse(sent);
    // A function if a signature must be verified first.
    const result = client.challenges.observe(exchange, wallet, this.#signatures);
    const walletMistake = this.#walletRecords.observe(exchange);
    const isSignedByFaultyWallet = this.#walletRecords.isSignedByFaultyWallet(exchange);
    const isSequential = client.isSequential(exchange);
    const mistake = exchange.mistake === 'otpUsed' && isRetry ? undefined : exchange.mistake;
    const observe = (challengeMistake: ChallengeMistake | undefined) => {
      const isExcused =
        (challengeMistake === 'altered' && isSignedByFaultyWallet) ||
        (challengeMistake === 'reused' && isRetry);
      const { number, startOrder, endOrder } = numbers;
      const found = {
        clientId,
        isSequential,
        wallet,
        challengeMistake: isExcused ? undefined : challengeMistake,
        walletMistake,
      };
      // In Node 20, each new property after a spread takes a microsecond.
      this.#observe({ number, startOrder, endOrder, ...found, ...exchange, mistake }, client);
    };
    return typeof result === 'function' ? result().then(observe) : observe(result);
  }

  #observe(exchange: ClientExchange, { rules }: ReturnType<typeof createClient>): void {
    this.requests += 1;
    const { clientId, number } = exchange;
    for (const [rule, watcher] of rules) {
      const message = watcher(exchange);
      if (message !== undefined) addViolation(this.violations, rule, { message, clientId, number });
    }
    this.duties.observe(exchange);
    this.coverage.observe(exchange);
  }
}

/** Returns an exchange as its client knows it after a fault has damaged the response. */
function withoutResponse(exchange: SandboxExchange): SandboxExchange {
  return { ...exchange, outcome: 'fault', responseBody: undefined, signedIn: undefined };
}

function createClient() {
  /** Whether the response to the last sign-in was lost, by one-time password record or wallet. */
  const lostResponses = new BoundedCache<string, boolean>(MAX_LOST_RESPONSES);
  /** The connections used last, with the time of their last request in milliseconds. */
  let lastUses: readonly (readonly [connection: number, usedAt: number])[] = [];
  return {
    challenges: new Challenges(),
    rules: createWatchers(),
    /** Records a sign-in. Returns whether it may repeat a code or challenge: the last response was lost. */
    isRetryAfterLoss(exchange: SandboxExchange, wallet: string | undefined): boolean {
      const signIn =
        exchange.operationId === 'authenticateWallet' ? wallet : findOtpRecord(exchange);
      if (signIn === undefined) return false;
      const isRetry = lostResponses.get(signIn) === true;
      const isLost = exchange.responseProblem !== undefined;
      if (isLost) lostResponses.set(signIn, true);
      else if (isRetry) lostResponses.set(signIn, false);
      return isRetry;
    },
    /** Records a request. Returns whether the client seems to wait for a response before each request. */
    isSequential({ connection, startedAt }: SandboxExchange): boolean {
      const otherRecentUses = lastUses.filter(
        ([other, usedAt]) => other !== connection && startedAt - usedAt < RECENT_MS,
      );
      lastUses = [[connection, startedAt] as const, ...otherRecentUses].slice(
        0,
        MAX_CONNECTIONS + 1,
      );
      return lastUses.length <= MAX_CONNECTIONS;
    },
  };
}
