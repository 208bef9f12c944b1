import type { DrawScope } from '../ports/draws.ts';
import type { SigningKey } from '../ports/tokens.ts';
import type { Challenge, OneTimePassword, Session } from './state.ts';

/**
 * What a workspace knows beside its users and clients: whatever makes the same requests give the
 * same answers from here on. Lists are oldest first.
 */
export interface Runtime {
  /** Seed and workspace that everything random is drawn from. */
  readonly draws: DrawScope;
  /** How often was drawn, by purpose and bucket of the subject. */
  readonly drawCounts: ReadonlyMap<string, number>;
  readonly clock: RuntimeClock;
  /** The user who was last signed in through a client, by the id of the client. */
  readonly lastUserIds: ReadonlyMap<string, string>;
  readonly challenges: readonly OutstandingChallenges[];
  readonly oneTimePasswords: readonly OneTimePassword[];
  /** Messages sent up to this one do not show in the inbox. */
  readonly inboxEmptiedAfter: string | null;
  readonly sends: readonly CountedSends[];
  readonly sessions: readonly Session[];
  readonly signingKeys: readonly SigningKey[];
}

/** The instant that the clock shows, from which it runs on when it is taken up again. */
export interface RuntimeClock {
  readonly state: 'running' | 'frozen';
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The challenges between a client and a wallet. */
export interface OutstandingChallenges {
  readonly clientId: string;
  /** The identity of the wallet, as `domain/identity.ts` writes it. */
  readonly wallet: string;
  readonly challenges: readonly Challenge[];
}

export interface CountedSends {
  readonly countedFor: string;
  /** Milliseconds since the epoch. */
  readonly instants: readonly number[];
}
