/** Stores the responses to accepted requests of a run. */
import type { OperationId } from '../../src/contract/types.ts';
import { findText } from '../responses/fields.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';

interface StoredSession {
  readonly token: string;
  /** Time in milliseconds since 1970. */
  readonly at: number;
}

/** Age in milliseconds from which a newly returned session replaces the stored one. */
const MAX_SESSION_AGE = 120_000;

/** A challenge as the deployment returned it. */
export interface IssuedChallenge {
  readonly challenge: string;
  /** Address of the wallet, in lower case. */
  readonly walletAddress: string;
  readonly clientId: string;
  readonly response: HttpResponse;
}

const MAX_CHALLENGES = 512;

export class Memory {
  readonly #accepted = new Map<OperationId, HttpResponse[]>();
  readonly #issuedChallenges: IssuedChallenge[] = [];
  readonly #sessions = new Map<string, StoredSession>();
  /** Time in milliseconds since 1970 when each session was last returned, by token. */
  readonly #returnedAt = new Map<string, number>();

  /** @param now milliseconds since 1970 */
  record(response: HttpResponse, now: number): void {
    const { operation } = response.request;
    if (!response.accepted || operation === null) return;
    const accepted = this.#accepted.get(operation) ?? [];
    if (!accepted.some((other) => isSameKind(other, response))) {
      this.#accepted.set(operation, [...accepted, response]);
    }
    this.#recordChallenge(response);
    const session = findText(response.body, 'sessionJwt');
    if (session === null) return;
    this.#returnedAt.set(session, now);
    this.#recordSession(response, session, now);
  }

  /** Returns responses to accepted requests of an operation: one per status, with and without a bearer token. */
  listAccepted(operation: OperationId): readonly HttpResponse[] {
    return this.#accepted.get(operation) ?? [];
  }

  hasAccepted(operation: OperationId): boolean {
    return this.#accepted.has(operation);
  }

  /** The recorded challenges, each once. */
  get challenges(): readonly string[] {
    return [...new Set(this.#issuedChallenges.map(({ challenge }) => challenge))];
  }

  /** All challenges in order, without duplicates for the same client and wallet. */
  get issuedChallenges(): readonly IssuedChallenge[] {
    return this.#issuedChallenges;
  }

  findSession(clientId: string): string | null {
    return this.#sessions.get(clientId)?.token ?? null;
  }

  /** Returns whether the request sends a session that was returned at or after the given time. */
  usesSessionReturnedSince({ headers }: HttpRequest, earliest: number): boolean {
    const token = headers['authorization']?.replace(/^Bearer /, '') ?? '';
    const returnedAt = this.#returnedAt.get(token);
    return returnedAt !== undefined && returnedAt >= earliest;
  }

  #recordChallenge(response: HttpResponse): void {
    const challenge = findText(response.body, 'challenge');
    const walletAddress = findText(response.request.body, 'walletAddress')?.toLowerCase();
    if (challenge === null || walletAddress === undefined) return;
    const clientId = response.request.headers['service-client-id'] ?? '';
    const isKnown = this.#issuedChallenges.some(
      (other) =>
        other.challenge === challenge &&
        other.walletAddress === walletAddress &&
        other.clientId === clientId,
    );
    if (isKnown || this.#issuedChallenges.length >= MAX_CHALLENGES) return;
    this.#issuedChallenges.push({ challenge, walletAddress, clientId, response });
  }

  #recordSession({ request }: HttpResponse, token: string, now: number): void {
    const clientId = request.headers['service-client-id'] ?? '';
    const known = this.#sessions.get(clientId);
    if (known !== undefined && now - known.at < MAX_SESSION_AGE) return;
    this.#sessions.set(clientId, { token, at: now });
  }
}

function isSameKind(one: HttpResponse, other: HttpResponse): boolean {
  return one.status === other.status && hasBearer(one) === hasBearer(other);
}

export function hasBearer({ request }: HttpResponse): boolean {
  return request.headers['authorization'] !== undefined;
}
