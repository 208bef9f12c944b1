/** Sends requests to the sandbox; stores challenges, codes and sessions as a client would. */
import type { ControlSchemas } from '../../src/control/request/handler.ts';
import type { TestWallet } from '../../src/ports/first-test-wallets.ts';
import type { HttpResponse, TestWorkspace } from '../sandbox.ts';
import type { Destination } from './model.ts';

type Account = ControlSchemas['SandboxUser'];

const FROZEN_TIME = '2126-01-15T10:00:00.000Z';

export class Service {
  readonly #workspace: TestWorkspace;
  readonly #challenges = new Map<string, string>();
  readonly #codes = new Map<string, { readonly recordId: string; readonly code: string }>();
  readonly #sessions = new Map<string, string>();

  constructor(workspace: TestWorkspace) {
    this.#workspace = workspace;
  }

  stopClock(): Promise<HttpResponse> {
    return this.#patch('/clock', { now: FROZEN_TIME, frozen: true });
  }

  async listAccounts(): Promise<readonly Account[]> {
    return (await this.#workspace.control('/users')).body.items;
  }

  async start(clientId: string, { address }: TestWallet): Promise<HttpResponse> {
    const response = await this.#workspace.client(clientId).start(toFields(address));
    this.#challenges.set(`${clientId} ${address}`, response.body.challenge);
    return response;
  }

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

  add(clientId: string, { address }: TestWallet, hasSession: boolean): Promise<HttpResponse> {
    const session = hasSession ? this.#getSession(clientId) : undefined;
    return this.#workspace.client(clientId).addWallet(toFields(address), session);
  }

  async send(clientId: string, { channel, address }: Destination): Promise<HttpResponse> {
    const app = this.#workspace.client(clientId);
    const response = await (channel === 'sms' ? app.sendSms(address) : app.sendEmail(address));
    const { phoneId, emailId } = response.body;
    this.#codes.set(`${clientId} ${address}`, {
      recordId: phoneId ?? emailId,
      code: await this.#workspace.readLastCode(address),
    });
    return response;
  }

  async authenticateByCode(
    clientId: string,
    { channel, address }: Destination,
    isCorrect: boolean,
  ): Promise<HttpResponse> {
    const app = this.#workspace.client(clientId);
    const { recordId, code } = this.#codes.get(`${clientId} ${address}`) ?? {
      recordId: 'never-sent',
      code: '000000',
    };
    const otp = isCorrect ? code : code.replaceAll(/./g, (digit) => `${9 - Number(digit)}`);
    const response = await (channel === 'sms'
      ? app.authenticateSms({ phoneId: recordId, otp })
      : app.authenticateEmail({ emailId: recordId, otp }));
    return this.#recordSession(clientId, response);
  }

  read(clientId: string): Promise<HttpResponse> {
    return this.#workspace.client(clientId).readUser(this.#getSession(clientId));
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

  /** Returns the last session, even if it has expired, to check that it is rejected. */
  #getSession(clientId: string): string {
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
