/** Stores the accepted requests of a run. */
import type { OperationId } from '../../src/contract/types.ts';
import { findText } from '../responses/fields.ts';
import type { HttpRequest, Reply } from '../target/http-request.ts';

interface StoredSession {
  readonly token: string;
  /** Time in milliseconds since 1970. */
  readonly at: number;
}

/** Age in milliseconds after which a later session replaces the stored one. */
const FRESH_ENOUGH = 120_000;

/** A challenge as the deployment returned it. */
export interface IssuedChallenge {
  readonly challenge: string;
  /** Address of the wallet, in lower case. */
  readonly walletAddress: string;
  readonly clientId: string;
  readonly reply: Reply;
}

const MAX_CHALLENGES = 512;

export class Memory {
  readonly #accepted = new Map<OperationId, Reply[]>();
  readonly #issued: IssuedChallenge[] = [];
  readonly #inHand = new Map<string, StoredSession>();
  /** Time when each session was returned, by token. */
  readonly #given = new Map<string, number>();

  /** @param now milliseconds since 1970 */
  keep(reply: Reply, now: number): void {
    const { operation } = reply.request;
    if (!reply.accepted || operation === null) return;
    const kept = this.#accepted.get(operation) ?? [];
    if (!kept.some((other) => isAlike(other, reply))) {
      this.#accepted.set(operation, [...kept, reply]);
    }
    this.#keepChallenge(reply);
    const session = findText(reply.body, 'sessionJwt');
    if (session === null) return;
    this.#given.set(session, now);
    this.#keepSession(reply, session, now);
  }

  /** Returns accepted requests of an operation: one per status, with and without a bearer token. */
  listAccepted(operation: OperationId): readonly Reply[] {
    return this.#accepted.get(operation) ?? [];
  }

  /** Different challenges in the order in which they were issued. */
  get challenges(): readonly string[] {
    return [...new Set(this.#issued.map(({ challenge }) => challenge))];
  }

  /**
   * All challenges in order; a challenge that a client received repeatedly for a wallet is listed
   * once.
   */
  get issued(): readonly IssuedChallenge[] {
    return this.#issued;
  }

  /** Returns a recent session of a client; null if there is none. */
  findSession(clientId: string): string | null {
    return this.#inHand.get(clientId)?.token ?? null;
  }

  /** Returns whether the request sends a session that was returned at or after the given time. */
  showsSessionSince({ headers }: HttpRequest, earliest: number): boolean {
    const token = headers['authorization']?.replace(/^Bearer /, '') ?? '';
    return (this.#given.get(token) ?? 0) > earliest;
  }

  #keepChallenge(reply: Reply): void {
    const challenge = findText(reply.body, 'challenge');
    const walletAddress = findText(reply.request.body, 'walletAddress')?.toLowerCase();
    if (challenge === null || walletAddress === undefined) return;
    const clientId = reply.request.headers['service-client-id'] ?? '';
    const isKnown = this.#issued.some(
      (other) =>
        other.challenge === challenge &&
        other.walletAddress === walletAddress &&
        other.clientId === clientId,
    );
    if (isKnown || this.#issued.length >= MAX_CHALLENGES) return;
    this.#issued.push({ challenge, walletAddress, clientId, reply });
  }

  #keepSession({ request }: Reply, token: string, now: number): void {
    const clientId = request.headers['service-client-id'] ?? '';
    const known = this.#inHand.get(clientId);
    if (known !== undefined && now - known.at < FRESH_ENOUGH) return;
    this.#inHand.set(clientId, { token, at: now });
  }
}

function isAlike(one: Reply, other: Reply): boolean {
  return one.status === other.status && hasBearer(one) === hasBearer(other);
}

export function hasBearer({ request }: Reply): boolean {
  return request.headers['authorization'] !== undefined;
}
