import type { Exchange } from './exchange.ts';
import type { Memory } from './memory.ts';
import type { Violation } from './violation.ts';

/** What a rule knows besides the exchange. */
export interface Known {
  /** What exchanges before have shown. */
  readonly memory: Memory;
  /** What the request of the exchange has against it. */
  readonly inRequest: readonly Violation[];
}

/** A rule about requests, which a client breaks. */
export interface RequestRule {
  readonly blames: 'client';
  readonly check: (exchange: Exchange) => readonly Violation[];
}

/** A rule about responses, which a deployment can break; `on` selects the responses. */
export interface ResponseRule {
  readonly blames: 'deployment';
  readonly on: 'accepted' | 'refused' | 'any';
  readonly check: (exchange: JudgedExchange, known: Known) => readonly Violation[];
}

/** An exchange of an operation, with a response of the service. */
export interface JudgedExchange extends Exchange {
  readonly operationId: NonNullable<Exchange['operationId']>;
  readonly status: number;
}
