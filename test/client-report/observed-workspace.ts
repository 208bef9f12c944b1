/** A workspace with clients, and a clock that the test moves. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Wallet } from 'ethers';
import { expect } from 'vitest';
import schema from '../../openapi/schemas/client-report.schema.json' with { type: 'json' };
import type { ClientReport } from '../../src/contract/client-report.gen.ts';
import { useTestSandbox } from '../control/sandbox.ts';
import type { TestSandbox } from '../control/sandbox.ts';
import { createWallet, TestWorkspace } from '../sandbox.ts';
import type { ClientApp, HttpResponse } from '../sandbox.ts';

const validate = new Ajv2020({ strict: false }).compile(schema);

export class ObservedWorkspace {
  readonly sandbox: TestSandbox;
  readonly workspace: TestWorkspace;
  readonly app: ClientApp;
  readonly otherApp: ClientApp;

  constructor(sandbox: TestSandbox, workspace: TestWorkspace) {
    this.sandbox = sandbox;
    this.workspace = workspace;
    this.app = workspace.client();
    this.otherApp = workspace.client('exchange-app');
  }

  /** Advances all clocks. */
  wait(ms: number): void {
    this.sandbox.clock.advance(ms);
  }

  /** Returns the client report, validated against its schema. */
  async report(): Promise<ClientReport> {
    const body = getBody(await this.workspace.control('/client-report'));
    expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
    return body;
  }

  /** Returns the ids of the violated rules. */
  async listViolatedRules(): Promise<string[]> {
    const { mistakes } = await this.report();
    return mistakes.map(({ rule }) => rule);
  }

  /** Signs in by wallet; a new wallet creates a new user. */
  async signIn(wallet: Wallet = createWallet(), app = this.app): Promise<SignedIn> {
    return { wallet, ...toSession(await app.signIn(wallet)) };
  }

  /** Signs in by wallet and reads the user, as a careful client does. */
  async signInAndRead(wallet?: Wallet, app = this.app): Promise<SignedIn> {
    const signedIn = await this.signIn(wallet, app);
    await app.readUser(signedIn.session);
    return signedIn;
  }

  /** Sends a code by email. Returns the record id and the code. */
  async sendEmail(emailAddress: string): Promise<{ emailId: string; otp: string }> {
    const { emailId } = getBody(await this.app.sendEmail(emailAddress));
    return { emailId, otp: await this.workspace.readLastCode(emailAddress) };
  }

  /** Signs in by email and reads the user; a new address creates a new user. */
  async signInByEmailAndRead(emailAddress: string): Promise<void> {
    const { sessionJwt } = getBody(await this.workspace.signInByEmail(emailAddress, this.app));
    await this.app.readUser(sessionJwt);
  }

  async submitKyc(ref: string, outcome = 'APPROVED'): Promise<void> {
    getBody(await this.workspace.control(`/users/${ref}:submitKyc`, { body: { outcome } }));
  }

  async submitTransaction(ref: string, settles?: object): Promise<string> {
    const path = `/users/${ref}/transactions`;
    return getBody(await this.workspace.control(path, { body: { settles } })).id;
  }

  async settle(id: string, outcome: 'success' | 'failure'): Promise<void> {
    getBody(await this.workspace.control(`/transactions/${id}:settle`, { body: { outcome } }));
  }

  async return(id: string): Promise<void> {
    getBody(await this.workspace.control(`/transactions/${id}:return`, { body: {} }));
  }

  async setFault(rule: object): Promise<void> {
    const body = { rules: [rule] };
    getBody(await this.workspace.control('/faults', { method: 'PUT', body }));
  }

  /** Signs in a user of the scenario by their first wallet. */
  async signInAs(key: string): Promise<Session> {
    const [{ address }] = getBody(await this.workspace.readUser(key)).wallets;
    const wallet = { walletAddress: address, walletNetwork: 'ETHEREUM' };
    const { challenge } = getBody(await this.app.start(wallet));
    const { signature } = getBody(
      await this.workspace.control(`/wallets/${address}:sign`, { body: { message: challenge } }),
    );
    return toSession(await this.app.authenticate(wallet, signature));
  }
}

export interface Session {
  readonly session: string;
  readonly userId: string;
}

export interface SignedIn extends Session {
  readonly wallet: Wallet;
}

function toSession(response: HttpResponse): Session {
  const { sessionJwt, userMask } = getBody(response);
  return { session: sessionJwt, userId: userMask.id };
}

/** Returns the body of a response, which must be a success. */
function getBody({ status, body }: HttpResponse): HttpResponse['body'] {
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

/** Starts a sandbox for the test file. Returns a function that creates a workspace in it. */
export function useObservedWorkspaces(): (
  dialect?: object,
  scenario?: string,
) => Promise<ObservedWorkspace> {
  const sandbox = useTestSandbox();
  return async (dialect = {}, scenario = 'default') => {
    const { baseUrl, name } = getBody(
      await sandbox.send('POST', '/sandbox/workspaces', {
        scenario,
        dialect: { version: 1, values: dialect },
      }),
    );
    return new ObservedWorkspace(sandbox, new TestWorkspace(baseUrl, name));
  };
}
