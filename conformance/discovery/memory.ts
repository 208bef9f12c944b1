/** What the deployment accepted in the course of a run, whoever asked. */
import type { OperationId } from '../../src/contract/words.ts';
import { textIn } from '../answers/fields.ts';
import type { Reply } from '../target/call.ts';

interface KeptSession {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** After as many milliseconds a later session takes the place of the one in hand. */
const FRESH_ENOUGH = 120_000;

const MOST_CHALLENGES = 64;

export class Memory {
  readonly #accepted = new Map<OperationId, Reply[]>();
  readonly #challenges = new Set<string>();
  readonly #inHand = new Map<string, KeptSession>();

  /** @param now milliseconds since 1970 */
  keep(reply: Reply, now: number): void {
    const { operation } = reply.call;
    if (!reply.accepted || operation === null) return;
    const kept = this.#accepted.get(operation) ?? [];
    if (!kept.some((other) => isAlike(other, reply))) {
      this.#accepted.set(operation, [...kept, reply]);
    }
    const challenge = textIn(reply.body, 'challenge');
    if (challenge !== null && this.#challenges.size < MOST_CHALLENGES) {
      this.#challenges.add(challenge);
    }
    const session = textIn(reply.body, 'sessionJwt');
    if (session !== null) this.#keepSession(reply, session, now);
  }

  /** Accepted calls of an operation: one of each status, with a bearer and without. */
  accepted(operation: OperationId): readonly Reply[] {
    return this.#accepted.get(operation) ?? [];
  }

  /** Different challenges, in the order in which they came. */
  get challenges(): readonly string[] {
    return [...this.#challenges];
  }

  /** A session that a client obtained not long ago; null while there is none. */
  session(clientId: string): string | null {
    return this.#inHand.get(clientId)?.token ?? null;
  }

  #keepSession({ call }: Reply, token: string, now: number): void {
    const clientId = call.headers['service-client-id'] ?? '';
    const known = this.#inHand.get(clientId);
    if (known !== undefined && now - known.at < FRESH_ENOUGH) return;
    this.#inHand.set(clientId, { token, at: now });
  }
}

function isAlike(one: Reply, other: Reply): boolean {
  return one.status === other.status && hasBearer(one) === hasBearer(other);
}

export function hasBearer({ call }: Reply): boolean {
  return call.headers['authorization'] !== undefined;
}
