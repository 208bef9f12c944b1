/** Starts sandboxes for tests over HTTP. Time passes only when a test advances the clock. */
import { afterAll, beforeAll } from 'vitest';

import { defaultDialect } from '../../src/dialect/keys.ts';
import { createSteppingClock, type SteppingClock } from '../setup/stepping-clock.ts';
import { createRecordingLog, type RecordingLog } from '../setup/recording-log.ts';
import { createSteppingPauses, type SteppingPauses } from '../setup/stepping-pauses.ts';
import type { Pauses } from '../../src/ports/pauses.ts';
import { loadSignatures } from '../../src/ports/signatures.ts';
import { joseTokens } from '../../src/ports/tokens.ts';
import { createApp } from '../../src/server/create-app.ts';
import { listen } from '../setup/listen.ts';
import { createMemoryStore } from '../setup/memory-store.ts';
import type { Store, WorkspaceLimits } from '../../src/store/store.ts';
import { createMemoryJournals, type Journals } from '../../src/traffic/journal/journals.ts';
import { Metrics } from '../../src/traffic/metrics/metrics.ts';
import { createRequestIds } from '../../src/ports/request-ids.ts';
import { sendRequest, type HttpResponse } from '../sandbox.ts';
import { checkResponse } from './response-check.ts';
import { peopleBase } from './people.ts';

export type { HttpResponse };

/** Returns the pointers of a rejected request. */
export function listPointers(refusal: { details: readonly { pointer: string }[] }): string[] {
  return refusal.details.map(({ pointer }) => pointer);
}

export interface TestSandbox {
  readonly url: string;
  /** The wall clock. */
  readonly clock: SteppingClock;
  /** The delays, heartbeats and wait timeouts of the sandbox. They end when the test calls `end`. */
  readonly pauses: SteppingPauses;
  readonly log: RecordingLog;
  readonly store: Store;
  readonly journals: Journals;
  /** Sends a request. An object is sent as JSON, a string unchanged. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<HttpResponse>;
  /** Sends a request to the service as the wallet-app, without a bearer token. */
  postToService(path: string, body: unknown, prefix?: string): Promise<HttpResponse>;
  /** Sends a one-time password as the wallet-app. */
  sendSms(phoneNumber: string, prefix?: string): Promise<HttpResponse>;
  sendEmail(emailAddress: string, prefix?: string): Promise<HttpResponse>;
  /** Aborts waiting requests because the sandbox stops. */
  startClosing(): void;
  close(): Promise<void>;
}

export const START = '2026-01-15T10:00:00.000Z';

/** The headers of the wallet-app. */
export const CREDENTIALS = {
  'service-client-id': 'wallet-app',
  'service-client-secret': 'wallet-app-secret',
};

export interface TestSandboxOptions {
  /** The store of another sandbox, which closes it. Default: an own store in memory. */
  readonly store?: Store;
  readonly publicUrl?: string;
  readonly journalLimit?: number;
  /** Default: `TestSandbox.pauses`. */
  readonly pauses?: Pauses;
  readonly chaos?: 'off' | 'low' | 'high';
  /** Returns methods that replace methods of the store. */
  readonly replaceInStore?: (store: Store) => Partial<Store>;
  readonly workspaceLimits?: WorkspaceLimits;
}

/** Starts a sandbox for the tests of a file. Unlike `useSandbox`, tests control its clock and store. */
export function useTestSandbox(options: TestSandboxOptions = {}): TestSandbox {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startTestSandbox(options);
  });
  afterAll(() => sandbox.close());
  return new Proxy({} as TestSandbox, { get: (_, name) => Reflect.get(sandbox, name) });
}

export async function startTestSandbox(options: TestSandboxOptions = {}): Promise<TestSandbox> {
  const clock = createSteppingClock(Date.parse(START));
  const log = createRecordingLog();
  const originalStore = options.store ?? (await createMemoryStore(clock, options.workspaceLimits));
  const store = replaceMethods(originalStore, options.replaceInStore?.(originalStore) ?? {});
  const workspaceDefaults = {
    base: peopleBase,
    sources: [{ name: 'default' }],
    dialect: defaultDialect,
    seed: 7,
    clockStart: undefined,
    chaos: options.chaos ?? 'off',
  } as const;
  const { base, dialect, seed, chaos } = workspaceDefaults;
  if (options.store === undefined)
    await store.create({ name: 'default', seed, dialect, base, chaos });
  const access = {
    reachableFrom: 'loopback' as const,
    allowHost: [],
    cors: [],
    publicUrl: options.publicUrl,
    controlToken: undefined,
  };
  const pauses = createSteppingPauses();
  const closing = new AbortController();
  const signatures = await loadSignatures();
  const journals = createMemoryJournals({
    store,
    limit: options.journalLimit ?? 1000,
    clock,
    signatures,
  });
  let nameCount = 0;
  const services = {
    store,
    journals,
    clock,
    pauses: options.pauses ?? pauses,
    signatures,
    tokens: joseTokens,
    log,
    access,
    metrics: new Metrics(),
    createRequestId: createRequestIds(),
    closing: closing.signal,
    workspaceDefaults,
    createName: () => `generated-${++nameCount}`,
  };
  const server = createApp(services).createServer();
  const url = `http://127.0.0.1:${await listen(server)}`;

  const send: TestSandbox['send'] = async (method, path, body, headers = {}) => {
    const response = await sendRequest(`${url}${path}`, { method, body, headers });
    checkResponse(method, path, response);
    return response;
  };
  const sendCode = (channel: string, prefix: string, body: unknown) =>
    send('POST', `${prefix}/v1/auth/otp/${channel}:send`, body, {
      ...CREDENTIALS,
      authorization: 'Bearer wallet-app-token',
    });
  return {
    url,
    clock,
    pauses,
    log,
    store,
    journals,
    send,
    postToService: (path, body, prefix = '') => send('POST', prefix + path, body, CREDENTIALS),
    sendSms: (phoneNumber, prefix = '') => sendCode('sms', prefix, { phoneNumber }),
    sendEmail: (emailAddress, prefix = '') => sendCode('email', prefix, { emailAddress }),
    startClosing: () => closing.abort(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (options.store === undefined) await store.close();
    },
  };
}

/** Returns a store with some methods replaced. */
function replaceMethods(store: Store, methods: Partial<Store>): Store {
  return new Proxy(store, {
    get(target, name) {
      if (name in methods) return Reflect.get(methods, name);
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
