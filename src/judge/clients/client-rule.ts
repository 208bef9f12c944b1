import type { ClientRuleId } from '../../contract/client-rules.gen.ts';
import type { ObservedExchange } from './observed-exchange.ts';

/**
 * Observes the requests of one client in order and returns a message for one that breaks the rule. Its
 * memory is bounded.
 */
export type Watcher = (exchange: ObservedExchange) => string | undefined;

/** Rules that a request can break; each has a watcher for each client. */
export type Watchers = { readonly [Id in ClientRuleId]?: () => Watcher };

/** A rule that needs no memory. */
export function each(look: Watcher): () => Watcher {
  return () => look;
}
