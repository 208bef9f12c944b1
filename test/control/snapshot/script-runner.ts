/** Runs steps in a workspace, with the state of an app: its challenges, codes and sessions. */
import { decodeJwt, decodeProtectedHeader } from 'jose';

import type { HttpResponse, TestSandbox } from '../sandbox.ts';

export type Client = 'wallet-app' | 'exchange-app';

export type Step =
  | {
      readonly do: 'start';
      readonly client: Client;
      readonly wallet: number;
      readonly variant: Variant;
    }
  | {
      readonly do: 'authenticate';
      readonly client: Client;
      readonly wallet: number;
      readonly variant: Variant;
      /** Index of the challenge, from the newest. */
      readonly age: number;
    }
  | { readonly do: 'send'; readonly client: Client; readonly to: string; readonly bearer: Bearer }
  | {
      readonly do: 'authenticateOtp';
      readonly client: Client;
      readonly to: string;
      /** Index of the one-time password, from the newest. */
      readonly age: number;
      readonly isCorrect: boolean;
    }
  /** `read` ignores the wallet. */
  | { readonly do: 'read' | 'addWallet'; readonly client: Client; readonly wallet: number }
  | { readonly do: 'advance'; readonly duration: string }
  | { readonly do: 'freeze'; readonly frozen: boolean }
  /** `user` is an index in the list of users, `transaction` an index in the transactions of that user. */
  | { readonly do: 'submitKyc'; readonly user: number; readonly outcome: string }
  | { readonly do: 'submitTransaction'; readonly user: number; readonly settles: boolean }
  | { readonly do: 'settle' | 'return'; readonly user: number; readonly transaction: number }
  | { readonly do: 'flag'; readonly user: number; readonly code: string }
  | { readonly do: 'clearInbox' }
  /** Reads all state of the workspace. */
  | { readonly do: 'readAll' };

export type Variant = 'network' | 'type';
export type Bearer = 'client' | 'session';

/** The first test wallets, for which the control API signs. */
const ADDRESSES = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
];

/** Challenges by client and wallet, codes by client and destination, newest first; the session by client. */
interface AppState {
  readonly challenges: ReadonlyMap<string, readonly string[]>;
  readonly codes: ReadonlyMap<string, readonly { recordId: string; code: string }[]>;
  readonly sessions: ReadonlyMap<Client, string>;
}

const emptyAppState: AppState = { challenges: new Map(), codes: new Map(), sessions: new Map() };

export class ScriptRunner {
  readonly #sandbox: TestSandbox;
  readonly #prefix: string;
  #appState: AppState;

  constructor(sandbox: TestSandbox, workspace: string, appState = emptyAppState) {
    this.#sandbox = sandbox;
    this.#prefix = `/w/${workspace}`;
    this.#appState = appState;
  }

  /** Returns a runner with the same app state for another workspace. */
  forWorkspace(workspace: string): ScriptRunner {
    return new ScriptRunner(this.#sandbox, workspace, this.#appState);
  }

  /** Runs a step and returns the responses. Replaces a sessionJwt by its header and claims: its signature varies. */
  async run(step: Step): Promise<unknown> {
    const responses = await this.#sendRequests(step);
    return responses.map(({ status, body }) => ({ status, body: toComparable(body) }));
  }

  async #sendRequests(step: Step): Promise<HttpResponse[]> {
    switch (step.do) {
      case 'start':
        return [await this.#start(step)];
      case 'authenticate':
        return this.#authenticate(step);
      case 'send':
        return this.#send(step);
      case 'authenticateOtp':
        return [await this.#authenticateByCode(step)];
      case 'read':
        return [await this.#readUser(step.client)];
      case 'addWallet':
        return [await this.#addWallet(step.client, step.wallet)];
      case 'advance':
        return [await this.#sendToControl('PATCH', '/clock', { advance: step.duration })];
      case 'freeze':
        return [await this.#sendToControl('PATCH', '/clock', { frozen: step.frozen })];
      case 'clearInbox':
        return [await this.#sendToControl('DELETE', '/inbox')];
      case 'readAll':
        return Promise.all(
          ['/users', '/inbox', '/clock', '/jwks.json', '/scenario?runtime=true'].map((path) =>
            this.#sendToControl('GET', path, undefined, { accept: 'application/json' }),
          ),
        );
      default:
        return [await this.#changeUser(step)];
    }
  }

  #readUser(client: Client): Promise<HttpResponse> {
    return this.#sendToService('GET', '/user', client, undefined, this.#getSession(client));
  }

  #addWallet(client: Client, wallet: number): Promise<HttpResponse> {
    return this.#post('/v1/auth/cryptoWallet:addToUser', client, toWalletFields(wallet, 'type'));
  }

  async #start({ client, wallet, variant }: Extract<Step, { do: 'start' }>): Promise<HttpResponse> {
    const response = await this.#post(
      '/v1/auth/cryptoWallet:start',
      client,
      toWalletFields(wallet, variant),
    );
    const key = `${client} ${wallet}`;
    const challenges = new Map(this.#appState.challenges);
    challenges.set(key, [response.body.challenge, ...(challenges.get(key) ?? [])]);
    this.#appState = { ...this.#appState, challenges };
    return response;
  }

  async #authenticate(step: Extract<Step, { do: 'authenticate' }>): Promise<HttpResponse[]> {
    const { client, wallet, variant, age } = step;
    const message = this.#appState.challenges.get(`${client} ${wallet}`)?.[age] ?? 'none';
    const signed = await this.#sendToControl('POST', `/wallets/${ADDRESSES[wallet]}:sign`, {
      message,
    });
    const { signature } = signed.body;
    const body = { ...toWalletFields(wallet, variant), signature };
    const response = await this.#post('/v1/auth/cryptoWallet:authenticate', client, body);
    return [signed, this.#recordSignIn(client, response)];
  }

  async #send({ client, to, bearer }: Extract<Step, { do: 'send' }>): Promise<HttpResponse[]> {
    const isSms = to.startsWith('+');
    const response = await this.#sendToService(
      'POST',
      `/v1/auth/otp/${isSms ? 'sms' : 'email'}:send`,
      client,
      isSms ? { phoneNumber: to } : { emailAddress: to },
      bearer === 'client' ? `${client}-token` : this.#getSession(client),
    );
    const inbox = await this.#sendToControl('GET', `/inbox?to=${encodeURIComponent(to)}`);
    const newest = inbox.body.items.at(-1);
    if (response.status === 200 && newest !== undefined) {
      const key = `${client} ${to}`;
      const codes = new Map(this.#appState.codes);
      codes.set(key, [newest, ...(codes.get(key) ?? [])]);
      this.#appState = { ...this.#appState, codes };
    }
    return [response, inbox];
  }

  async #authenticateByCode(step: Extract<Step, { do: 'authenticateOtp' }>): Promise<HttpResponse> {
    const { client, to, age, isCorrect } = step;
    const sentCode = this.#appState.codes.get(`${client} ${to}`)?.[age];
    const { recordId, code } = sentCode ?? { recordId: 'none', code: '000000' };
    // A wrong code differs in every digit: d becomes 9 - d.
    const otp = isCorrect ? code : code.replaceAll(/./g, (digit) => `${9 - Number(digit)}`);
    const isSms = to.startsWith('+');
    const path = `/v1/auth/otp/${isSms ? 'sms' : 'email'}:authenticate`;
    const record = isSms ? { phoneId: recordId } : { emailId: recordId };
    return this.#recordSignIn(client, await this.#post(path, client, { ...record, otp }));
  }

  async #changeUser(
    step: Extract<Step, { do: 'submitKyc' | 'submitTransaction' | 'settle' | 'return' | 'flag' }>,
  ): Promise<HttpResponse> {
    const users = (await this.#sendToControl('GET', '/users')).body.items;
    const user = users[step.user % users.length];
    switch (step.do) {
      case 'submitKyc':
        return this.#sendToControl('POST', `/users/${user.id}:submitKyc`, {
          outcome: step.outcome,
        });
      case 'submitTransaction':
        return this.#sendToControl(
          'POST',
          `/users/${user.id}/transactions`,
          step.settles ? { settles: { after: 'PT4M', outcome: 'failure' } } : {},
        );
      case 'settle':
      case 'return': {
        const transaction = user.transactions[step.transaction]?.id ?? 'none';
        const body = step.do === 'settle' ? { outcome: 'success' } : {};
        return this.#sendToControl('POST', `/transactions/${transaction}:${step.do}`, body);
      }
      case 'flag':
        return this.#sendToControl('PATCH', `/users/${user.id}`, { addFlags: [step.code] });
    }
  }

  #recordSignIn(client: Client, response: HttpResponse): HttpResponse {
    if (response.status === 200) {
      const sessions = new Map(this.#appState.sessions);
      sessions.set(client, response.body.sessionJwt);
      this.#appState = { ...this.#appState, sessions };
    }
    return response;
  }

  /** Returns the last session, even if it has expired. */
  #getSession(client: Client): string {
    return this.#appState.sessions.get(client) ?? 'no-session';
  }

  #post(path: string, client: Client, body: object): Promise<HttpResponse> {
    return this.#sendToService('POST', path, client, body, undefined);
  }

  #sendToService(
    method: string,
    path: string,
    client: Client,
    body: object | undefined,
    bearer: string | undefined,
  ): Promise<HttpResponse> {
    return this.#sandbox.send(method, this.#prefix + path, body, {
      'service-client-id': client,
      'service-client-secret': `${client}-secret`,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    });
  }

  #sendToControl(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<HttpResponse> {
    return this.#sandbox.send(method, `${this.#prefix}/sandbox${path}`, body, headers);
  }
}

/** Returns the fields of a request body that name a wallet. */
function toWalletFields(wallet: number, variant: Variant): object {
  const walletAddress = ADDRESSES[wallet];
  return variant === 'network'
    ? { walletAddress, walletNetwork: 'ETHEREUM' }
    : { walletAddress, walletType: 'EVM' };
}

function toComparable(body: HttpResponse['body']): unknown {
  if (typeof body?.sessionJwt !== 'string') return body;
  const { sessionJwt, ...otherFields } = body;
  return {
    ...otherFields,
    header: decodeProtectedHeader(sessionJwt),
    claims: decodeJwt(sessionJwt),
  };
}
