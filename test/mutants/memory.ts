/** The memory of a broken deployment, recorded from the responses of the deployment behind it. */
import type { OperationId } from '../../src/contract/types.ts';
import {
  findBearer,
  parseFields,
  isAccepted,
  findText,
  findUserId,
  type ProxyResponse,
  type ProxyRequest,
} from './exchange.ts';

/** The most challenges of one wallet that are remembered. */
const MAX_CHALLENGES = 8;

export class Memory {
  readonly #accepted = new Map<OperationId, { request: ProxyRequest; response: ProxyResponse }[]>();
  readonly #challenges = new Map<string, string[]>();
  readonly #users = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #aliases = new Map<string, string>();
  readonly #kept = new Map<string, unknown>();
  /** Phone numbers and email addresses that a code was sent to. */
  readonly sentTo = new Set<string>();
  /** The destination of each phoneId or emailId. */
  readonly records = new Map<string, string>();
  /** One-time passwords that were accepted, with the response. */
  readonly usedCodes = new Map<string, ProxyResponse>();
  /** Addresses of added wallets in lower case. */
  readonly addedWallets = new Set<string>();
  /** Addresses of wallets that signed in, in lower case. */
  readonly signedIn = new Set<string>();
  /** Addresses of wallets whose sign-in was rejected, in lower case. */
  readonly badlySigned = new Set<string>();

  /** Observes the response of the deployment itself. */
  note(request: ProxyRequest, response: ProxyResponse): void {
    const { operation } = request;
    if (operation === 'authenticateWallet' && !isAccepted(response)) {
      this.badlySigned.add(findText(parseFields(request), 'walletAddress')?.toLowerCase() ?? '');
    }
    if (operation === null || !isAccepted(response)) return;
    const list = this.#accepted.get(operation) ?? [];
    this.#accepted.set(operation, [...list.slice(-5), { request, response }]);
    this.#noteFields(operation, request, response);
  }

  #noteFields(operation: OperationId, request: ProxyRequest, response: ProxyResponse): void {
    const sent = parseFields(request);
    const given = parseFields(response);
    const address = findText(sent, 'walletAddress')?.toLowerCase() ?? '';
    const destination = findText(sent, 'phoneNumber') ?? findText(sent, 'emailAddress');
    const recordId = findText(given, 'phoneId') ?? findText(given, 'emailId');
    const session = findText(given, 'sessionJwt');
    const userId = findUserId(response);
    if (session !== null && userId !== null) this.#users.set(session, userId);
    const challenge = findText(given, 'challenge');
    if (challenge !== null) {
      const known = this.#challenges.get(address) ?? [];
      this.#challenges.set(address, [...known.slice(1 - MAX_CHALLENGES), challenge]);
    }
    if (operation === 'authenticateWallet') this.signedIn.add(address);
    if (operation === 'addWalletToUser') this.addedWallets.add(address);
    if (operation === 'sendSmsOtp' || operation === 'sendEmailOtp') {
      if (destination !== null) this.sentTo.add(destination);
      if (destination !== null && recordId !== null) this.records.set(recordId, destination);
    }
    if (operation === 'authenticateSmsOtp' || operation === 'authenticateEmailOtp') {
      this.usedCodes.set(request.text, response);
    }
  }

  /** The newest accepted response of an operation. */
  last(operation: OperationId | null): ProxyResponse | null {
    return this.lastCall(operation)?.response ?? null;
  }

  lastCall(
    operation: OperationId | null,
    matches: (call: { request: ProxyRequest; response: ProxyResponse }) => boolean = () => true,
  ): { request: ProxyRequest; response: ProxyResponse } | null {
    return (operation && this.#accepted.get(operation)?.findLast(matches)) ?? null;
  }

  /** The challenges that a wallet was given, the newest last. */
  challenges(address: string): readonly string[] {
    return this.#challenges.get(address.toLowerCase()) ?? [];
  }

  allChallenges(): readonly string[] {
    return [...this.#challenges.values()].flat();
  }

  /** The user of the session in the bearer token of a request. */
  findUser(request: ProxyRequest): string | null {
    return this.#users.get(findBearer(request) ?? '') ?? null;
  }

  /** Counts the calls with this name, starting at 1. */
  count(name: string): number {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count;
  }

  /** Assigns a value the name that clients use from now on. */
  alias(real: string, shown: string): string {
    this.#aliases.set(shown, real);
    return shown;
  }

  /** Replaces the assigned names in a text with the real values. */
  real(text: string): string {
    let real = text;
    for (const [shown, value] of this.#aliases) real = real.replaceAll(shown, value);
    return real;
  }

  /** Stores a value for an operator. */
  keep(name: string, value: unknown): void {
    this.#kept.set(name, value);
  }

  kept(name: string): unknown {
    return this.#kept.get(name);
  }
}
