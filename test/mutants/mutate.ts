import type { ProxyResponse, Exchange } from './exchange.ts';
import type { Memory } from './memory.ts';

/** Returns the response of a broken deployment to a request. */
export type Mutate = (exchange: Exchange, memory: Memory) => Promise<ProxyResponse>;
