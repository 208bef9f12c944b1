/** Drives the sandbox for the model test, with the state that a client keeps between requests. */
import type { ControlSchemas } from '../../src/control/request/handler.ts';
import type { TestWallet } from '../../src/ports/first-test-wallets.ts';
import type { HttpResponse, TestWorkspace } from '../sandbox.ts';
import type { Channel } from './model.ts';

type Account = ControlSchemas['SandboxUser'];

/** All clocks of the test are frozen at this instant. */
const START = '2126-01-15T10:00:00.000Z';

export class Service {
  readonly #workspace: TestWorkspace;
  readonly #challenges = new Map<string, string>();
  readonly #passwords = new Map<string, { readonly recordId: string; readonly code: string }>();
  readonly #sessions = new Map<string, string>();

  constructor(workspace: TestWorkspace) {
    this.#workspace = workspace;
  }

  stopClock(): Promise<HttpResponse> {
    return this.#patch('/clock', { now: START, frozen: true });
  }

  async listAccounts(): Promise<readonly Account[]> {
    return (await this.#workspace.control('/users')).body.items;
  }

  async start(clientId: string, { address }: TestWallet): Promise<HttpResponse> {
    const response = await this.#workspace.client(clientId).start(toFields(address));
    this.#challenges.set(`${clientId} ${address}`, response.body.challenge);
    return response;
  }

  /** @param signer the wallet that signs, possibly another one */
  async authenticate(
    clientId: string,
    { address }: TestWallet,
    signer: TestWallet,
  ): Promise<HttpResponse> {
    const message = this.#challenges.get(`${clientId} ${address}`) ?? 'no challenge';
    const signed = await this.control(`/wallets/${signer.address}:sign`, { message });
    const { signature } = signed.body;
    const app = this.#workspace.client(clientId);
    return this.#recordSession(clientId, await app.authenticate(toFields(address), signature));
  }

  add(clientId: string, { address }: TestWallet, withSession: boolean): Promise<HttpResponse> {
    const session = withSession ? this.#findSession(clientId) : undefined;
    return this.#workspace.client(clientId).addWallet(toFields(address), session);
  }

  async send(clientId: string, channel: Channel, to: string): Promise<HttpResponse> {
    const app = this.#workspace.client(clientId);
    const response = await (channel === 'sms' ? app.sendSms(to) : app.sendEmail(to));
    const { phoneId, emailId } = response.body;
    this.#passwords.set(`${clientId} ${to}`, {
      recordId: phoneId ?? emailId,
      code: await this.#workspace.readLastCode(to),
    });
    return response;
  }

  async authenticateByCode(
    clientId: string,
    channel: Channel,
    to: string,
    isRight: boolean,
  ): Promise<HttpResponse> {
    const app = this.#workspace.client(clientId);
    const { recordId, code } = this.#passwords.get(`${clientId} ${to}`) ?? {
      recordId: 'never-sent',
      code: '000000',
    };
    const otp = isRight ? code : code.replaceAll(/./g, (digit) => `${9 - Number(digit)}`);
    const response = await (channel === 'sms'
      ? app.authenticateSms({ phoneId: recordId, otp })
      : app.authenticateEmail({ emailId: recordId, otp }));
    return this.#recordSession(clientId, response);
  }

  read(clientId: string): Promise<HttpResponse> {
    return this.#workspace.client(clientId).readUser(this.#findSession(clientId));
  }

  control(path: string, body: object = {}): Promise<HttpResponse> {
    return this.#workspace.control(path, { method: 'POST', body });
  }

  changeUser(id: string, body: object): Promise<HttpResponse> {
    return this.#patch(`/users/${id}`, body);
  }

  wait(milliseconds: number): Promise<HttpResponse> {
    return this.#patch('/clock', { advance: `PT${milliseconds / 1000}S` });
  }

  async reset(): Promise<HttpResponse> {
    const response = await this.#workspace.control('/reset', { method: 'POST' });
    await this.stopClock();
    return response;
  }

  #patch(path: string, body: object): Promise<HttpResponse> {
    return this.#workspace.control(path, { method: 'PATCH', body });
  }

  /** Returns the session even after its expiry, to check that it is rejected. */
  #findSession(clientId: string): string {
    return this.#sessions.get(clientId) ?? 'no-session';
  }

  #recordSession(clientId: string, response: HttpResponse): HttpResponse {
    const { sessionJwt } = response.body;
    if (sessionJwt !== undefined) this.#sessions.set(clientId, sessionJwt);
    return response;
  }
}

function toFields(walletAddress: string): { walletAddress: string; walletNetwork: string } {
  return { walletAddress, walletNetwork: 'ETHEREUM' };
}
