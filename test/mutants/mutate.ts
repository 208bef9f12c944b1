import type { Answered, Exchange } from './exchange.ts';
import type { Memory } from './memory.ts';

/** What a broken deployment does with a request. */
export type Mutate = (exchange: Exchange, memory: Memory) => Promise<Answered>;
