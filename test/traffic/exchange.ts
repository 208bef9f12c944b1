import { getCompiledContract } from '../../src/contract/validators.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import type { SandboxExchange } from '../../src/judge/exchange.ts';

const contract = getCompiledContract(defaultDialect);

/** Returns a completed exchange, as a journal records it. */
export function createExchange(fields: Partial<SandboxExchange> = {}): SandboxExchange {
  return {
    at: 0,
    startedAt: 0,
    durationMs: 0,
    connection: 1,
    contract,
    clients: new Map(),
    operationId: undefined,
    userId: undefined,
    outcome: 'accepted',
    details: [],
    mistake: undefined,
    signedIn: undefined,
    fault: undefined,
    faultCause: undefined,
    chaos: [],
    shownAt: 0,
    method: 'GET',
    url: '/',
    rawHeaders: [],
    headers: {},
    body: undefined,
    bodyOmitted: undefined,
    status: 200,
    responseHeaders: [],
    responseBody: undefined,
    ...fields,
  };
}
