import type { ProxyResponse, Exchange } from './exchange.ts';
import type { Memory } from './memory.ts';

/** Handles a request as a broken deployment. */
export type Mutate = (exchange: Exchange, memory: Memory) => Promise<ProxyResponse>;
