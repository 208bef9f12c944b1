import type { IncomingHttpHeaders } from 'node:http';

import type { Challenges } from './challenges.ts';
import type { Client } from './clients.ts';
import type { Fields } from './identities.ts';
import type { OneTimePasswords } from './one-time-passwords.ts';
import type { Outbox } from './outbox.ts';
import type { Sessions } from './sessions.ts';
import type { Users } from './users.ts';
import type { Channel, Variant } from './variant.ts';

/** The state that the operations share. */
export interface Service {
  readonly variant: Variant;
  readonly clients: readonly Client[];
  readonly users: Users;
  readonly sessions: Sessions;
  readonly challenges: Challenges;
  readonly oneTimePasswords: Readonly<Record<Channel, OneTimePasswords>>;
  readonly outbox: Outbox;
}

/** A request of a known client application. */
export interface ClientRequest {
  readonly client: Client;
  readonly headers: IncomingHttpHeaders;
  readonly query: URLSearchParams;
  readonly fields: Fields;
}

export type ResponseBody = Readonly<Record<string, unknown>>;
