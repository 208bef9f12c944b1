import type { ClientRuleId } from '../../contract/client-rules.gen.ts';
import type { ObservedExchange } from './observed-exchange.ts';

/**
 * Looks at the requests of one client, one after the other, and says what is wrong with one that breaks
 * the rule, for people. It remembers a bounded number of them.
 */
export type Watcher = (exchange: ObservedExchange) => string | undefined;

/** The rules that calls alone can break; each has a watcher made for each client. */
export type Watchers = { readonly [Id in ClientRuleId]?: () => Watcher };

/** A rule that needs no memory. */
export function each(look: Watcher): () => Watcher {
  return () => look;
}
