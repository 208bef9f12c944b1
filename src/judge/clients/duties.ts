/** User reads that a client must send: after a sign-in, a KYC submission, a failed or returned payment (§3, §7). */
import { BoundedCache } from '../../bounded-cache.ts';
import type { ClientRuleId } from '../../contract/client-rules.gen.ts';
import { findText } from '../body-fields.ts';
import { findTokenSuffix, getTokenSuffix, type ClientExchange } from './client-exchange.ts';

/** A change of an account without a request to the service (§3). The client must then read the user. */
export interface AccountEvent {
  readonly kind: 'kycSubmitted' | 'paymentFailed' | 'paymentReturned';
  readonly userId: string;
  readonly transactionId?: string;
  /** By the clock of the workspace, in milliseconds. */
  readonly at: number;
}

interface SignIn {
  readonly clientId: string;
  /** Sequence number of the request in the journal. */
  readonly number: number;
  readonly expiresAt: number;
}

interface ClientActivity {
  /** Sequence number of the last sign-in through the client. */
  readonly signInNumber: number;
  /** Whether the client has read the user since its first sign-in. */
  readonly reads: 'none' | 'some';
}

/** The sign-ins, reads and events of a user. */
interface UserActivity {
  readonly userId: string;
  /** By client id. */
  readonly clients: Map<string, ClientActivity>;
  /** The instant of the first sign-in, by the clock of the workspace. */
  readonly firstSignInAt: number;
  readonly lastSignIn: SignIn;
  /** The instant of the last read, by the clock of the workspace. */
  readAt: number;
  /** `endOrder` of the last request of the user. */
  lastRequestOrder: number;
  /** Events since the last read, each with the last sign-in before it. */
  events: readonly (AccountEvent & { readonly order: number; readonly signIn: SignIn })[];
}

export interface OpenDuty {
  readonly rule: ClientRuleId;
  readonly message: string;
  readonly clientId: string;
  /** Sequence number of the sign-in. */
  readonly number: number;
}

/** A failed transaction. It may have no event: a scheduled failure (`settles`) triggers none. */
export type FailedTransaction = Pick<AccountEvent, 'userId' | 'transactionId' | 'at'>;

const MAX_USERS = 10_000;
const MAX_EVENTS = 20;

export class Duties {
  readonly #users = new BoundedCache<string, UserActivity>(MAX_USERS);
  /** User ids by the last characters of the session token. */
  readonly #sessions = new BoundedCache<string, string>(MAX_USERS);

  get userIds(): readonly string[] {
    return [...this.#users.values()].map(({ userId }) => userId);
  }

  observe(exchange: ClientExchange): void {
    const { clientId, userId } = exchange;
    if (clientId === null) return;
    // In some dialects, a correct one-time password does not start a session.
    const session = findText(exchange.responseBody, 'sessionJwt');
    if (userId !== undefined && session !== undefined) {
      this.#sessions.set(getTokenSuffix(session), userId);
      this.#recordSignIn(userId, clientId, exchange);
      return;
    }
    // Only the token identifies the user of a failed read.
    const subjectId = userId ?? this.#sessions.get(findTokenSuffix(exchange) ?? '');
    const user = subjectId === undefined ? undefined : this.#users.get(subjectId);
    if (user === undefined) return;
    if (userId !== undefined) user.lastRequestOrder = exchange.endOrder;
    if (exchange.operationId !== 'getUser') return;
    // A failed read also counts as a read: the client tried.
    const client = user.clients.get(clientId);
    if (client !== undefined) user.clients.set(clientId, { ...client, reads: 'some' });
    // A delayed response includes the changes that happened during the delay.
    user.readAt = Math.max(exchange.at, exchange.shownAt);
    user.events = [];
  }

  addEvent(event: AccountEvent, order: number): void {
    const user = this.#users.get(event.userId);
    if (user === undefined) return;
    user.events = [...user.events, { ...event, order, signIn: user.lastSignIn }].slice(-MAX_EVENTS);
  }

  *listOpenDuties(failedTransactions: readonly FailedTransaction[]): Generator<OpenDuty> {
    for (const user of this.#users.values()) {
      yield* findUnreadSignIns(user);
      yield* findUnreadEvents(user);
    }
    for (const failure of failedTransactions) {
      const user = this.#users.get(failure.userId);
      if (user !== undefined && isNewFailure(failure, user)) yield createFailureDuty(failure, user);
    }
  }

  #recordSignIn(userId: string, clientId: string, exchange: ClientExchange): void {
    const { number, endOrder, at } = exchange;
    const earlier = this.#users.get(userId);
    const clients = earlier?.clients ?? new Map<string, ClientActivity>();
    clients.set(clientId, { signInNumber: number, reads: clients.get(clientId)?.reads ?? 'none' });
    const expiresAt = exchange.signedIn?.expiresAt ?? at;
    this.#users.set(userId, {
      userId,
      clients,
      firstSignInAt: earlier?.firstSignInAt ?? at,
      lastSignIn: { clientId, number, expiresAt },
      readAt: earlier?.readAt ?? -Infinity,
      lastRequestOrder: endOrder,
      events: earlier?.events ?? [],
    });
  }
}

function* findUnreadSignIns({ userId, clients }: UserActivity): Generator<OpenDuty> {
  for (const [clientId, { signInNumber, reads }] of clients) {
    if (reads === 'some') continue;
    const message = describeUnread(userId, 'the sign-in');
    yield { rule: 'user-not-read', message, clientId, number: signInNumber };
  }
}

function describeUnread(userId: string, event: string): string {
  return `The client did not read user ${userId} after ${event}.`;
}

function* findUnreadEvents(user: UserActivity): Generator<OpenDuty> {
  const { lastSignIn, events, lastRequestOrder, userId } = user;
  for (const event of events) {
    const { signIn } = event;
    const wasSignedIn = event.at < signIn.expiresAt;
    switch (event.kind) {
      case 'kycSubmitted':
        if (wasSignedIn) {
          const message = describeUnread(userId, 'the KYC submission');
          const { clientId, number } = signIn;
          yield { rule: 'kyc-status-not-read', message, clientId, number };
        }
        break;
      case 'paymentFailed':
        // The client could read the failure in this session, or after a later sign-in.
        if (wasSignedIn || lastSignIn !== signIn) yield createFailureDuty(event, user);
        break;
      case 'paymentReturned':
        // A return happens later (§3.3): report it only if the client sent a request afterwards.
        if (lastRequestOrder > event.order) {
          const message = describeUnread(userId, `payment ${event.transactionId} was returned`);
          const { clientId, number } = lastSignIn;
          yield { rule: 'return-not-read', message, clientId, number };
        }
        break;
    }
  }
}

function createFailureDuty(
  { transactionId }: FailedTransaction,
  { userId, lastSignIn }: UserActivity,
): OpenDuty {
  return {
    rule: 'failure-not-read',
    message: describeUnread(userId, `transaction ${transactionId} FAILED`),
    clientId: lastSignIn.clientId,
    number: lastSignIn.number,
  };
}

/**
 * Returns whether a failure is not reported yet: it happened after the first sign-in, before the session
 * expired and after the last read, and no event reports it.
 */
function isNewFailure(
  { at, transactionId }: FailedTransaction,
  { firstSignInAt, lastSignIn, readAt, events }: UserActivity,
): boolean {
  return (
    at > firstSignInAt &&
    at < lastSignIn.expiresAt &&
    at > readAt &&
    events.every((event) => event.transactionId !== transactionId)
  );
}
