/** A sandbox whose clock steps, for tests that talk to it over HTTP. */
import type { AddressInfo } from 'node:net';

import type { Dialect } from '../../src/dialect/dialect.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { steppingClock } from '../setup/stepping-clock.ts';
import type { SteppingClock } from '../setup/stepping-clock.ts';
import { recordingLog } from '../setup/recording-log.ts';
import type { RecordingLog } from '../setup/recording-log.ts';
import { steppingPauses } from '../setup/stepping-pauses.ts';
import type { Pauses } from '../../src/ports/pauses.ts';
import type { SteppingPauses } from '../setup/stepping-pauses.ts';
import { loadSignatures } from '../../src/ports/signatures.ts';
import { joseTokens } from '../../src/ports/tokens.ts';
import { createApp } from '../../src/server/create-app.ts';
import { memoryStore } from '../setup/memory-store.ts';
import type { Store, Tenancy } from '../../src/store/store.ts';
import { createMemoryJournals } from '../../src/traffic/journal/journals.ts';
import { Metrics } from '../../src/traffic/metrics/metrics.ts';
import { createRequestIds } from '../../src/ports/request-ids.ts';
import type { Journals } from '../../src/traffic/journal/journals.ts';
import { checkAnswer } from './response-check.ts';
import { baseOfUsers } from './people.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed if it is JSON, else the text. Tests state what they expect. */
  readonly body: ReturnType<typeof JSON.parse>;
}

/** Where a refused request is invalid. */
export function listPointers(refusal: { details: readonly { pointer: string }[] }): string[] {
  return refusal.details.map(({ pointer }) => pointer);
}

export interface TestSandbox {
  readonly url: string;
  /** The wall clock. */
  readonly clock: SteppingClock;
  /** Delays and heartbeats. */
  readonly pauses: SteppingPauses;
  readonly log: RecordingLog;
  readonly store: Store;
  readonly journals: Journals;
  /** Sends a request to the control API; an object is sent as JSON, a string as it is. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Sends a one-time password as the wallet-app. */
  sendSms(phoneNumber: string, prefix?: string): Promise<Answer>;
  sendEmail(emailAddress: string, prefix?: string): Promise<Answer>;
  /** Aborts waiting requests because the sandbox stops. */
  startClosing(): void;
  close(): Promise<void>;
}

export const START = '2026-01-15T10:00:00.000Z';

export interface Given {
  readonly dialect?: Dialect;
  readonly publicUrl?: string;
  readonly controlToken?: string;
  readonly journalLimit?: number;
  /** Where delays come from, if not from `TestSandbox.pauses`. */
  readonly pauses?: Pauses;
  readonly chaos?: 'off' | 'low' | 'high';
  readonly store?: (store: Store) => Store;
  readonly tenancy?: Omit<Tenancy, 'permanent'>;
}

export async function startTestSandbox(given: Given = {}): Promise<TestSandbox> {
  const dialect = given.dialect ?? defaultDialect;
  const clock = steppingClock(Date.parse(START));
  const log = recordingLog();
  const inner =
    given.tenancy === undefined
      ? await memoryStore(clock)
      : await memoryStore(clock, { permanent: 'default', ...given.tenancy });
  const store = given.store?.(inner) ?? inner;
  const base = baseOfUsers(dialect);
  const start = {
    base,
    sources: [{ name: 'default' }],
    dialect,
    seed: 7,
    clockStart: undefined,
    chaos: given.chaos ?? 'off',
  } as const;
  await store.create({ name: 'default', seed: start.seed, dialect, base, chaos: start.chaos });
  const access = {
    reach: 'loopback' as const,
    allowHost: [],
    cors: [],
    publicUrl: given.publicUrl,
    controlToken: given.controlToken,
  };
  const pauses = steppingPauses();
  const closing = new AbortController();
  const signatures = await loadSignatures();
  const journals = createMemoryJournals({
    store,
    limit: given.journalLimit ?? 1000,
    clock,
    signatures,
  });
  let names = 0;
  const services = {
    store,
    journals,
    clock,
    pauses: given.pauses ?? pauses,
    signatures,
    tokens: joseTokens,
    log,
    access,
    metrics: new Metrics(),
    makeRequestId: createRequestIds(),
    closing: closing.signal,
    start,
    makeName: () => `made-${++names}`,
  };
  const server = createApp(services).createServer();
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const call: TestSandbox['call'] = async (method, path, body, headers) => {
    const response = await fetchAnswer(`${url}${path}`, method, body, headers);
    checkAnswer(method, path, response.status, response.body);
    return response;
  };
  const send = (operation: string, prefix: string, body: unknown) =>
    call('POST', `${prefix}/v1/auth/otp/${operation}:send`, body, {
      'service-client-id': 'wallet-app',
      'service-client-secret': 'wallet-app-secret',
      authorization: 'Bearer wallet-app-token',
    });
  return {
    url,
    clock,
    pauses,
    log,
    store,
    journals,
    call,
    sendSms: (phoneNumber, prefix = '') => send('sms', prefix, { phoneNumber }),
    sendEmail: (emailAddress, prefix = '') => send('email', prefix, { emailAddress }),
    startClosing: () => closing.abort(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await store.close();
    },
  };
}

async function fetchAnswer(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: text }),
  });
  const content = await response.text();
  const type = response.headers.get('content-type') ?? '';
  const isJson = content !== '' && type.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(content) : content,
  };
}
