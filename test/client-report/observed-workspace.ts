/** A workspace with clients, and a clock that the test moves. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Wallet } from 'ethers';
import { afterAll, beforeAll, expect } from 'vitest';
import schema from '../../openapi/schemas/client-report.schema.json' with { type: 'json' };
import type { ClientReport } from '../../src/contract/client-report.gen.ts';
import { startTestSandbox } from '../control/sandbox.ts';
import type { TestSandbox } from '../control/sandbox.ts';
import { toNetworkIdentity, createWallet, TestWorkspace } from '../sandbox.ts';
import type { ClientApp } from '../sandbox.ts';

const validate = new Ajv2020({ strict: false }).compile(schema);

export class ObservedWorkspace {
  readonly sandbox: TestSandbox;
  readonly workspace: TestWorkspace;
  readonly app: ClientApp;
  readonly other: ClientApp;

  constructor(sandbox: TestSandbox, workspace: TestWorkspace) {
    this.sandbox = sandbox;
    this.workspace = workspace;
    this.app = workspace.client();
    this.other = workspace.client('exchange-app');
  }

  /** Advances all clocks. */
  wait(ms: number): void {
    this.sandbox.clock.advance(ms);
  }

  /** Returns the client report, validated against its schema. */
  async report(): Promise<ClientReport> {
    const { status, body } = await this.workspace.control('/client-report');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
    return body;
  }

  /** Returns the ids of the broken rules. */
  async listBrokenRules(): Promise<string[]> {
    const { mistakes } = await this.report();
    return mistakes.map(({ rule }) => rule);
  }

  /** Signs in by wallet; a new wallet creates a new user. */
  async signIn(wallet: Wallet = createWallet(), app = this.app): Promise<SignedIn> {
    const { status, body } = await app.signIn(wallet);
    expect(status, JSON.stringify(body)).toBe(200);
    return { wallet, session: body.sessionJwt, userId: body.userMask.id };
  }

  /** Signs in by wallet and reads the user, as a careful client does. */
  async signInAndRead(wallet?: Wallet, app = this.app): Promise<SignedIn> {
    const signedIn = await this.signIn(wallet, app);
    await app.readUser(signedIn.session);
    return signedIn;
  }

  /** Sends a code by email and returns record and code. */
  async sendEmail(emailAddress: string): Promise<{ emailId: string; otp: string }> {
    const { status, body } = await this.app.sendEmail(emailAddress);
    expect(status, JSON.stringify(body)).toBe(200);
    return { emailId: body.emailId, otp: await this.workspace.readLastCode(emailAddress) };
  }

  /** Signs in by email; a new address creates a new user. */
  async signInByEmail(emailAddress: string): Promise<void> {
    const attempt = await this.sendEmail(emailAddress);
    const { status, body } = await this.app.authenticateEmail(attempt);
    expect(status, JSON.stringify(body)).toBe(200);
    await this.app.readUser(body.sessionJwt);
  }

  submitKyc(ref: string, outcome = 'APPROVED') {
    return this.workspace.control(`/users/${ref}:submitKyc`, { body: { outcome } });
  }

  async submitTransaction(ref: string, settles?: object): Promise<string> {
    const { status, body } = await this.workspace.control(`/users/${ref}/transactions`, {
      body: settles === undefined ? {} : { settles },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  }

  async settle(id: string, outcome: 'success' | 'failure'): Promise<void> {
    await this.workspace.control(`/transactions/${id}:settle`, { body: { outcome } });
  }

  async return(id: string): Promise<void> {
    await this.workspace.control(`/transactions/${id}:return`, { body: {} });
  }

  setFaults(...rules: readonly object[]) {
    return this.workspace.control('/faults', { method: 'PUT', body: { rules } });
  }

  /** Signs a user of the default scenario in, by the index of their test wallet. */
  async signInAs(index: number, app = this.app): Promise<SignedIn> {
    const { body: wallets } = await this.workspace.control('/wallets');
    const { address } = wallets.items[index];
    const wallet = { walletAddress: address, walletNetwork: 'ETHEREUM' };
    const { body: started } = await app.start(wallet);
    const { body: signed } = await this.workspace.control(`/wallets/${address}:sign`, {
      body: { message: started.challenge },
    });
    const { status, body } = await app.authenticate(wallet, signed.signature);
    expect(status, JSON.stringify(body)).toBe(200);
    return { wallet: createWallet(), session: body.sessionJwt, userId: body.userMask.id };
  }
}

export interface SignedIn {
  readonly wallet: Wallet;
  readonly session: string;
  readonly userId: string;
}

/** Starts a sandbox for the test file. Returns a function that creates a workspace in it. */
export function useObservedWorkspaces(): (
  dialect?: object,
  scenario?: string,
) => Promise<ObservedWorkspace> {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
  });
  afterAll(() => sandbox.close());
  return async (dialect = {}, scenario = 'default') => {
    const { status, body } = await sandbox.send('POST', '/sandbox/workspaces', {
      scenario,
      dialect: { version: 1, values: dialect },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return new ObservedWorkspace(sandbox, new TestWorkspace(body.baseUrl, body.name));
  };
}

export { toNetworkIdentity, createWallet };
