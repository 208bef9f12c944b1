/**
 * What the client report needs of each request, collected as it ends: the journal may drop old requests,
 * the report covers all. Memory is bounded.
 */
import { BoundedCache } from '../../bounded-cache.ts';
import type { WalletRecord } from '../../contract/control-types.ts';
import type { ClientRuleId } from '../../contract/client-rules.gen.ts';
import { Challenges } from '../../judge/clients/challenges.ts';
import { createWatchers } from '../../judge/clients/client-rules.ts';
import { Duties, type AccountEvent } from '../../judge/clients/duties.ts';
import type { ChallengeMistake, ObservedExchange } from '../../judge/clients/observed-exchange.ts';
import { WalletRecords } from '../../judge/clients/wallet-records.ts';
import { getHeader, type SandboxExchange } from '../../judge/exchange.ts';
import { findWallet } from '../../judge/named-in-body.ts';
import type { Signatures } from '../../ports/signatures.ts';
import { CoverageSeen } from './coverage.ts';

export interface BrokenRule {
  count: number;
  /** Of the last request that broke it. */
  message: string;
  readonly clients: Set<string>;
  /** Numbers of the last requests that broke it. */
  requests: number[];
}

const MAX_ENTRIES = 20;

/** Adds a request that breaks a rule. Its client is null if it names no client of the workspace. */
export function addViolation(
  broken: Map<ClientRuleId, BrokenRule>,
  rule: ClientRuleId,
  {
    message,
    clientId,
    number,
  }: Pick<ObservedExchange, 'clientId' | 'number'> & { message: string },
): void {
  const known = broken.get(rule) ?? { count: 0, message, clients: new Set(), requests: [] };
  known.count += 1;
  known.message = message;
  if (clientId !== null) known.clients.add(clientId);
  known.requests = [...known.requests, number].slice(-MAX_ENTRIES);
  broken.set(rule, known);
}

/** Clients that are watched; requests that name none are watched as one client. */
const MAX_CLIENTS = 200;

/** Connections that a client uses in turn, although it sends one request after the other: fetch of Node has two. */
const MAX_IN_TURN = 2;
/** Milliseconds in which requests on further connections mean that a client sends requests in parallel. */
const RECENT = 1000;

type Numbers = Pick<ObservedExchange, 'number' | 'began' | 'ended'>;

export class Observations {
  readonly #signatures: Signatures;
  readonly #clients = new BoundedCache<string, ReturnType<typeof createClient>>(MAX_CLIENTS);
  readonly broken = new Map<ClientRuleId, BrokenRule>();
  readonly duties = new Duties();
  readonly coverage = new CoverageSeen();
  readonly #walletRecords = new WalletRecords();
  requests = 0;
  #order = 0;
  /** Observations that wait for a signature to be verified; order is preserved. */
  #waiting: Promise<void> | undefined;

  constructor(signatures: Signatures) {
    this.#signatures = signatures;
  }

  /** Registers the start of a request. Pass the result to `end`. */
  begin(): number {
    return (this.#order += 1);
  }

  /** Observes a request that has ended, unless the journal has dropped it and it has no number. */
  end(
    exchange: SandboxExchange,
    number: number | Promise<number | undefined>,
    began: number,
  ): void {
    const ended = this.begin();
    this.#processInOrder(() => {
      if (typeof number === 'number') return this.#judge(exchange, { number, began, ended });
      return number.then((known) =>
        known === undefined ? undefined : this.#judge(exchange, { number: known, began, ended }),
      );
    });
  }

  note(event: AccountEvent): void {
    const order = this.begin();
    this.#processInOrder(() => this.duties.note(event, order));
  }

  /** Observes a response of a wallet in a browser to its app. */
  addWalletRecord(record: WalletRecord): void {
    this.#processInOrder(() => this.#walletRecords.add(record));
  }

  /** Resolves when all observations are complete. */
  async complete(): Promise<void> {
    while (this.#waiting !== undefined) await this.#waiting;
  }

  #processInOrder(work: () => void | Promise<void>): void {
    const started = this.#waiting === undefined ? work() : this.#waiting.then(work);
    if (started === undefined) return;
    const waiting = started.then(() => {
      if (this.#waiting === waiting) this.#waiting = undefined;
    });
    this.#waiting = waiting;
  }

  #judge(exchange: SandboxExchange, numbers: Numbers): void | Promise<void> {
    const { clients, body, contract } = exchange;
    const id = getHeader(exchange, 'service-client-id');
    // Other ids may contain anything.
    const clientId = id !== undefined && clients.has(id) ? id : null;
    const wallet = findWallet(body, contract.dialect);
    const client = this.#getClient(clientId);
    const mistake = client.challenges.judge(exchange, wallet, this.#signatures);
    const walletMistake = this.#walletRecords.judge(exchange);
    const isWalletMistake = this.#walletRecords.isWalletMistake(exchange);
    const isSequential = client.isSequential(exchange);
    const observe = (judged: ChallengeMistake | undefined) => {
      const challengeMistake = judged === 'altered' && isWalletMistake ? undefined : judged;
      const found = { ...numbers, clientId, isSequential, wallet, challengeMistake, walletMistake };
      this.#observe({ ...exchange, ...found }, client);
    };
    return typeof mistake === 'function' ? mistake().then(observe) : observe(mistake);
  }

  #observe(exchange: ObservedExchange, { rules }: ReturnType<typeof createClient>): void {
    this.requests += 1;
    const { clientId, number } = exchange;
    for (const [rule, watcher] of rules) {
      const message = watcher(exchange);
      if (message !== undefined) addViolation(this.broken, rule, { message, clientId, number });
    }
    this.duties.observe(exchange);
    this.coverage.observe(exchange);
  }

  #getClient(clientId: string | null) {
    const name = clientId ?? '';
    const client = this.#clients.get(name) ?? createClient();
    this.#clients.set(name, client);
    return client;
  }
}

function createClient() {
  /** When a request last came in on each connection, in milliseconds; the last ones only. */
  let lastUses: readonly (readonly [connection: number, at: number])[] = [];
  return {
    challenges: new Challenges(),
    rules: createWatchers(),
    /** Returns whether the client seems to wait for each response before it sends the next request. */
    isSequential({ connection, startedAt }: SandboxExchange): boolean {
      const others = lastUses.filter(
        ([each, at]) => each !== connection && startedAt - at < RECENT,
      );
      lastUses = [[connection, startedAt] as const, ...others].slice(0, MAX_IN_TURN + 1);
      return lastUses.length <= MAX_IN_TURN;
    },
  };
}
