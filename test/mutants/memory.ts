/** The state of a mutant: exchanges with the deployment behind the proxy, and values that mutation operators store. */
import type { OperationId } from '../../src/contract/types.ts';
import {
  findBearer,
  parseFields,
  isAccepted,
  findText,
  findUserId,
  readLowerCaseAddress,
  type ProxyResponse,
  type ProxyRequest,
} from './exchange.ts';

const MAX_CHALLENGES = 8;
const MAX_EXCHANGES = 6;

export class Memory {
  readonly #accepted = new Map<OperationId, { request: ProxyRequest; response: ProxyResponse }[]>();
  readonly #challenges = new Map<string, string[]>();
  readonly #users = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #aliases = new Map<string, string>();
  readonly #values = new Map<string, unknown>();
  /** Phone numbers and email addresses that a code was sent to. */
  readonly destinations = new Set<string>();
  /** The destination of each phoneId or emailId. */
  readonly records = new Map<string, string>();
  /** The body of each accepted sign-in by code, with the response. */
  readonly codeSignIns = new Map<string, ProxyResponse>();
  /** Addresses of added wallets in lower case. */
  readonly addedWallets = new Set<string>();
  /** Addresses of wallets that signed in, in lower case. */
  readonly signedInWallets = new Set<string>();
  /** Addresses of wallets whose sign-in was rejected, in lower case. */
  readonly rejectedWallets = new Set<string>();

  /** Records a request and the response of the deployment itself. */
  recordExchange(request: ProxyRequest, response: ProxyResponse): void {
    const { operation } = request;
    if (operation === 'authenticateWallet' && !isAccepted(response)) {
      this.rejectedWallets.add(readLowerCaseAddress(request));
    }
    if (operation === null || !isAccepted(response)) return;
    const list = this.#accepted.get(operation) ?? [];
    this.#accepted.set(operation, [...list.slice(1 - MAX_EXCHANGES), { request, response }]);
    this.#recordFields(operation, request, response);
  }

  #recordFields(operation: OperationId, request: ProxyRequest, response: ProxyResponse): void {
    const sent = parseFields(request);
    const returned = parseFields(response);
    const address = readLowerCaseAddress(request);
    const destination = findText(sent, 'phoneNumber') ?? findText(sent, 'emailAddress');
    const recordId = findText(returned, 'phoneId') ?? findText(returned, 'emailId');
    const session = findText(returned, 'sessionJwt');
    const userId = findUserId(response);
    if (session !== null && userId !== null) this.#users.set(session, userId);
    const challenge = findText(returned, 'challenge');
    if (challenge !== null) {
      const challenges = this.#challenges.get(address) ?? [];
      this.#challenges.set(address, [...challenges.slice(1 - MAX_CHALLENGES), challenge]);
    }
    if (operation === 'authenticateWallet') this.signedInWallets.add(address);
    if (operation === 'addWalletToUser') this.addedWallets.add(address);
    if (operation === 'sendSmsOtp' || operation === 'sendEmailOtp') {
      if (destination !== null) this.destinations.add(destination);
      if (destination !== null && recordId !== null) this.records.set(recordId, destination);
    }
    if (operation === 'authenticateSmsOtp' || operation === 'authenticateEmailOtp') {
      this.codeSignIns.set(request.text, response);
    }
  }

  /** Returns the newest accepted response of an operation. */
  findLastResponse(operation: OperationId | null): ProxyResponse | null {
    return this.findLastExchange(operation)?.response ?? null;
  }

  /** Returns the newest accepted exchange of an operation for which `matches` returns true. */
  findLastExchange(
    operation: OperationId | null,
    matches: (exchange: { request: ProxyRequest; response: ProxyResponse }) => boolean = () => true,
  ): { request: ProxyRequest; response: ProxyResponse } | null {
    return (operation && this.#accepted.get(operation)?.findLast(matches)) ?? null;
  }

  /** Returns the challenges of a wallet, the newest last. */
  listChallenges(address: string): readonly string[] {
    return this.#challenges.get(address.toLowerCase()) ?? [];
  }

  listAllChallenges(): readonly string[] {
    return [...this.#challenges.values()].flat();
  }

  /** Returns the user of the session in the bearer token of a request. */
  findUser(request: ProxyRequest): string | null {
    return this.#users.get(findBearer(request) ?? '') ?? null;
  }

  /** Increments and returns the counter with this name, starting at 1. */
  increment(name: string): number {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count;
  }

  /** Stores and returns an alias for a value of a response. In later requests, `replaceAliases` restores the value. */
  setAlias(value: string, alias: string): string {
    this.#aliases.set(alias, value);
    return alias;
  }

  replaceAliases(text: string): string {
    let replaced = text;
    for (const [alias, value] of this.#aliases) replaced = replaced.replaceAll(alias, value);
    return replaced;
  }

  /** Stores a value for an operator. */
  set(name: string, value: unknown): void {
    this.#values.set(name, value);
  }

  get(name: string): unknown {
    return this.#values.get(name);
  }
}
