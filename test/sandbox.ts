/** A running sandbox for a test file, and clients that send HTTP requests like an application. */
import { randomBytes } from 'node:crypto';
import { Wallet } from 'ethers';
import { afterAll, beforeAll, expect } from 'vitest';

import { startSandbox } from '../src/server/listen.ts';
import type { RunningSandbox, SandboxOptions } from '../src/server/listen.ts';
import { plainSandbox } from './plain-sandbox.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  // Tests inspect the body, so it has no declared type.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** A string is sent unchanged. */
  readonly body?: unknown;
}

/** Sends a request. Omits undefined headers. */
export async function sendRequest(
  url: string,
  options: RequestOptions = {},
): Promise<HttpResponse> {
  const { method = options.body === undefined ? 'GET' : 'POST', body } = options;
  const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
  const response = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = text !== '' && /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  };
}

/** A client application, which sends its credentials with every request. */
export class ClientApp {
  readonly url: string;
  readonly id: string;

  constructor(url: string, id = 'wallet-app') {
    this.url = url;
    this.id = id;
  }

  get accessToken(): string {
    return `${this.id}-token`;
  }

  send(path: string, options: RequestOptions = {}): Promise<HttpResponse> {
    const credentials = {
      'service-client-id': this.id,
      'service-client-secret': `${this.id}-secret`,
    };
    return sendRequest(`${this.url}${path}`, {
      ...options,
      headers: { ...credentials, ...options.headers },
    });
  }

  post(path: string, body: unknown, bearer?: string): Promise<HttpResponse> {
    return this.send(path, { body, headers: { authorization: bearer && `Bearer ${bearer}` } });
  }

  start(wallet: WalletFields): Promise<HttpResponse> {
    return this.post('/v1/auth/cryptoWallet:start', wallet);
  }

  authenticate(wallet: WalletFields, signature: string): Promise<HttpResponse> {
    return this.post('/v1/auth/cryptoWallet:authenticate', { ...wallet, signature });
  }

  /** Signs in by wallet: start, sign, authenticate. */
  async signIn(wallet: Wallet, identity = toNetworkIdentity(wallet)): Promise<HttpResponse> {
    const { body } = await this.start(identity);
    return this.authenticate(identity, await wallet.signMessage(body.challenge));
  }

  addWallet(wallet: WalletFields, bearer?: string): Promise<HttpResponse> {
    return this.post('/v1/auth/cryptoWallet:addToUser', wallet, bearer);
  }

  sendSms(
    phoneNumber: string,
    bearer: string | undefined = this.accessToken,
  ): Promise<HttpResponse> {
    return this.post('/v1/auth/otp/sms:send', { phoneNumber }, bearer);
  }

  sendEmail(emailAddress: string): Promise<HttpResponse> {
    return this.post('/v1/auth/otp/email:send', { emailAddress });
  }

  authenticateSms(body: unknown): Promise<HttpResponse> {
    return this.post('/v1/auth/otp/sms:authenticate', body);
  }

  authenticateEmail(body: unknown): Promise<HttpResponse> {
    return this.post('/v1/auth/otp/email:authenticate', body);
  }

  readUser(bearer: string | undefined): Promise<HttpResponse> {
    return this.send('/user', { headers: { authorization: bearer && `Bearer ${bearer}` } });
  }
}

export interface WalletFields {
  readonly walletAddress: string;
  readonly walletNetwork?: string;
  readonly walletType?: string;
}

export function toNetworkIdentity(wallet: Wallet, walletNetwork = 'ETHEREUM'): WalletFields {
  return { walletAddress: wallet.address, walletNetwork };
}

export function toTypeIdentity(wallet: Wallet): WalletFields {
  return { walletAddress: wallet.address, walletType: 'EVM' };
}

/** Creates a wallet from a random key, because deriving a key from a mnemonic is slow. */
export function createWallet(): Wallet {
  return new Wallet(`0x${randomBytes(32).toString('hex')}`);
}

/** A workspace with its service and its control API. */
export class TestWorkspace {
  readonly url: string;
  readonly name: string;

  constructor(url: string, name: string) {
    this.url = url;
    this.name = name;
  }

  client(id?: string): ClientApp {
    return new ClientApp(this.url, id);
  }

  control(path: string, options?: RequestOptions): Promise<HttpResponse> {
    return sendRequest(`${this.url}/sandbox${path}`, options);
  }

  async readLastCode(destination: string): Promise<string> {
    const { body } = await this.control(`/inbox?to=${encodeURIComponent(destination)}`);
    return body.items.at(-1).code;
  }

  /** Signs in with a code that is sent by email. A new address creates a user. */
  async signInByEmail(emailAddress: string, app = this.client()): Promise<HttpResponse> {
    const { body } = await app.sendEmail(emailAddress);
    const otp = await this.readLastCode(emailAddress);
    return app.authenticateEmail({ emailId: body.emailId, otp });
  }

  advance(duration: string): Promise<HttpResponse> {
    return this.control('/clock', { method: 'PATCH', body: { advance: duration } });
  }

  readUser(ref: string): Promise<HttpResponse> {
    return this.control(`/users/${encodeURIComponent(ref)}`);
  }
}

export interface WorkspaceOptions {
  readonly name?: string;
  readonly scenario?: string | object;
  readonly seed?: number;
  /** Values of the dialect, nested. */
  readonly dialect?: object;
}

export interface TestSandbox {
  readonly url: string;
  workspace(options?: WorkspaceOptions): Promise<TestWorkspace>;
}

/** Starts a sandbox for a test file. Each test creates its own workspace. */
export function useSandbox(options: Partial<SandboxOptions> = {}): TestSandbox {
  let running: RunningSandbox;
  beforeAll(async () => {
    running = await startSandbox({ ...plainSandbox, ...options });
  });
  afterAll(() => running.close());

  return {
    get url() {
      return running.url;
    },
    async workspace({ name, scenario, seed, dialect: values } = {}) {
      const created = await sendRequest(`${running.url}/sandbox/workspaces`, {
        body: { name, scenario, seed, dialect: values && { version: 1, values } },
      });
      expect(created.body).toHaveProperty('name');
      return new TestWorkspace(created.body.baseUrl, created.body.name);
    },
  };
}
