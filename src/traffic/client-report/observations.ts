/**
 * What the client report needs of each request, collected as it ends: the journal may drop old requests,
 * the report covers all. Memory is bounded.
 */
import { BoundedCache } from '../../bounded-cache.ts';
import type { WalletRecord } from '../../contract/control-words.ts';
import type { ClientRuleId } from '../../contract/client-rules.gen.ts';
import type { Signatures } from '../../ports/signatures.ts';
import { headerOf, type SandboxExchange } from '../../judge/exchange.ts';
import type { AccountEvent } from '../../judge/clients/account-event.ts';
import { brokenAgain } from './broken.ts';
import type { Broken } from './broken.ts';
import { Challenges } from '../../judge/clients/challenges.ts';
import { CoverageSeen } from './coverage/seen.ts';
import { Duties } from '../../judge/clients/duties.ts';
import { observedExchange, walletOf } from '../../judge/clients/observed-exchange.ts';
import type { ChallengeSlip, ObservedExchange } from '../../judge/clients/observed-exchange.ts';
import type { Watcher } from '../../judge/clients/client-rule.ts';
import { watchers } from '../../judge/clients/client-rules.ts';
import { WalletRecords } from '../../judge/clients/wallet-records.ts';

/** One client, or all callers that name none. */
interface Watch {
  readonly challenges: Challenges;
  readonly rules: readonly (readonly [ClientRuleId, Watcher])[];
}

const MAX_CLIENTS = 200;

export class Observations {
  readonly #signatures: Signatures;
  readonly #watches = new BoundedCache<string, Watch>(MAX_CLIENTS);
  readonly broken = new Map<ClientRuleId, Broken>();
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

  /** Registers the start of a request. Pass the result to `ends`. */
  begins(): number {
    return (this.#order += 1);
  }

  /**
   * Observes a request that has ended.
   *
   * @param number of the request in the journal, or a promise of it; undefined for a request that the
   * journal has dropped, which is not observed
   * @param began the result of `begins`
   */
  ends(
    exchange: SandboxExchange,
    number: number | Promise<number | undefined>,
    began: number,
  ): void {
    const ended = this.begins();
    this.#inOrder(() => {
      if (typeof number === 'number') return this.#observe(exchange, { number, began, ended });
      return number.then((known) =>
        known === undefined ? undefined : this.#observe(exchange, { number: known, began, ended }),
      );
    });
  }

  /** Something happened to an account. */
  note(event: AccountEvent): void {
    const order = this.begins();
    this.#inOrder(() => this.duties.note(event, order));
  }

  /** A wallet in a browser has responded to its app. */
  addWalletRecord(record: WalletRecord): void {
    this.#inOrder(() => this.#walletRecords.add(record));
  }

  /** Resolves when all that was seen is in. */
  async complete(): Promise<void> {
    while (this.#waiting !== undefined) await this.#waiting;
  }

  #inOrder(work: () => void | Promise<void>): void {
    const began = this.#waiting === undefined ? work() : this.#waiting.then(work);
    if (began === undefined) return;
    const waiting = began.then(() => {
      if (this.#waiting === waiting) this.#waiting = undefined;
    });
    this.#waiting = waiting;
  }

  #observe(
    exchange: SandboxExchange,
    { number, began, ended }: Pick<ObservedExchange, 'number' | 'began' | 'ended'>,
  ): void | Promise<void> {
    const clientId = clientOf(exchange);
    const wallet = walletOf(exchange);
    const watch = this.#watchOf(clientId);
    const slip = watch.challenges.judge(exchange, wallet, this.#signatures);
    const walletSlip = this.#walletRecords.judge(exchange);
    const isOfWallet = this.#walletRecords.isWalletMistake(exchange);
    const take = (judged: ChallengeSlip | undefined) => {
      const challengeSlip = judged === 'altered' && isOfWallet ? undefined : judged;
      const found = { number, clientId, began, ended, wallet, challengeSlip, walletSlip };
      this.#take(observedExchange(exchange, found), watch);
    };
    return typeof slip === 'function' ? slip().then(take) : take(slip);
  }

  #take(exchange: ObservedExchange, { rules }: Watch): void {
    this.requests += 1;
    for (const [rule, watcher] of rules) {
      const message = watcher(exchange);
      if (message === undefined) continue;
      const { clientId, number } = exchange;
      const known = this.broken.get(rule);
      this.broken.set(rule, brokenAgain(known, { message, clientId, number }));
    }
    this.duties.see(exchange);
    this.coverage.see(exchange);
  }

  #watchOf(clientId: string | null): Watch {
    const name = clientId ?? '';
    let watch = this.#watches.get(name);
    if (watch === undefined) {
      watch = { challenges: new Challenges(), rules: watchers() };
      this.#watches.set(name, watch);
    }
    return watch;
  }
}

/** What names no client of the workspace may be anything. */
function clientOf(exchange: SandboxExchange): string | null {
  const id = headerOf(exchange, 'service-client-id');
  return id !== undefined && exchange.clients.has(id) ? id : null;
}
