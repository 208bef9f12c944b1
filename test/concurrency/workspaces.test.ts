/** Many workspaces in use at the same time are isolated. */
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startSandbox, type RunningSandbox } from '../../src/server/listen.ts';
import { CREDENTIALS } from '../control/sandbox.ts';
import { plainSandbox } from '../plain-sandbox.ts';
import { selectByLength } from '../setup/test-length.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox(plainSandbox);
});
afterAll(() => sandbox.close());

interface HttpResponse {
  readonly status: number;
  readonly body: ReturnType<typeof JSON.parse>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64, scheduling: 'fifo' });
afterAll(() => agent.destroy());

/** Sends a request, with less overhead than `fetch`. */
function send(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const contentType = text === undefined ? {} : { 'content-type': 'application/json' };
    const outgoing = request(
      sandbox.url + path,
      { method, agent, headers: { ...contentType, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const received = Buffer.concat(chunks).toString();
          resolve({
            status: response.statusCode ?? 0,
            body: received.startsWith('{') ? JSON.parse(received) : received,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** Sends requests to a workspace. If a challenge or code is missing after a concurrent reset, sends an invalid value. */
class Workspace {
  readonly name: string;
  readonly responses: HttpResponse[] = [];

  constructor(name: string) {
    this.name = name;
  }

  async sendToService(path: string, body?: object, bearer?: string): Promise<HttpResponse> {
    const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
    const method = body === undefined ? 'GET' : 'POST';
    return this.#record(
      await send(method, `/w/${this.name}${path}`, body, { ...CREDENTIALS, ...headers }),
    );
  }

  async sendToControl(method: string, path: string, body?: object): Promise<HttpResponse> {
    return this.#record(await send(method, `/w/${this.name}/sandbox${path}`, body));
  }

  async signInByWallet(): Promise<HttpResponse> {
    const identity = { walletAddress: WALLET, walletNetwork: 'ETHEREUM' };
    const { body } = await this.sendToService('/v1/auth/cryptoWallet:start', identity);
    const message = body.challenge ?? 'none';
    const signed = await this.sendToControl('POST', `/wallets/${WALLET}:sign`, { message });
    return this.sendToService('/v1/auth/cryptoWallet:authenticate', {
      ...identity,
      signature: signed.body.signature ?? '0x',
    });
  }

  async signInByCode(channel: 'sms' | 'email', destination: string): Promise<HttpResponse> {
    const fields = channel === 'sms' ? { phoneNumber: destination } : { emailAddress: destination };
    const path = `/v1/auth/otp/${channel}`;
    const { body } = await this.sendToService(`${path}:send`, fields, 'wallet-app-token');
    const inbox = await this.sendToControl('GET', `/inbox?to=${encodeURIComponent(destination)}`);
    const otp = inbox.body.items?.at(-1)?.code ?? '000000';
    const record =
      channel === 'sms' ? { phoneId: body.phoneId ?? 'x' } : { emailId: body.emailId ?? 'x' };
    return this.sendToService(`${path}:authenticate`, { ...record, otp });
  }

  #record(response: HttpResponse): HttpResponse {
    this.responses.push(response);
    return response;
  }
}

/** Creates workspaces, runs a function in each of them concurrently, and deletes them. */
async function runInWorkspaces<Result>(
  count: number,
  createOptions: (index: number) => object,
  run: (workspace: Workspace, index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { status, body } = await send('POST', '/sandbox/workspaces', createOptions(index));
      expect(status).toBe(201);
      const result = await run(new Workspace(body.name), index);
      expect((await send('DELETE', `/sandbox/workspaces/${body.name}`)).status).toBe(204);
      return result;
    }),
  );
}

const MANY = selectByLength({ short: 40, long: 500 });

describe(`${MANY} workspaces, a sign-in of each kind in each, all at once`, () => {
  it('share no users, messages or sessions', async () => {
    const results = await runInWorkspaces(
      MANY,
      // Random values depend on seed and name: an equal seed must not give equal ids or tokens.
      () => ({ scenario: 'empty', seed: 7 }),
      async (workspace, index) => {
        const [phone, email] = [`+1202555${1000 + index}`, `user-${index}@example.test`];
        const signedIn = await Promise.all([
          workspace.signInByWallet(),
          workspace.signInByCode('sms', phone),
          workspace.signInByCode('email', email),
        ]);
        const jwts: string[] = signedIn.map(({ body }) => body.sessionJwt);
        const ids: string[] = signedIn.map(({ body }) => body.userMask.id);
        const reads = await Promise.all(
          jwts.map((jwt) => workspace.sendToService('/user', undefined, jwt)),
        );
        expect(reads.map(({ body }) => body.id)).toEqual(ids);
        const inbox = (await workspace.sendToControl('GET', '/inbox')).body.items;
        expect(inbox.map(({ to }: { to: string }) => to).toSorted()).toEqual([phone, email]);
        const users = (await workspace.sendToControl('GET', '/users')).body.items;
        expect(users.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted());
        expect(new Set(workspace.responses.map(({ status }) => status))).toEqual(new Set([200]));
        const readInDefaultWorkspace = await send('GET', '/user', undefined, {
          ...CREDENTIALS,
          authorization: `Bearer ${jwts[0]}`,
        });
        expect(readInDefaultWorkspace.status).toBe(401);
        return { ids, jwts };
      },
    );
    expect(new Set(results.flatMap(({ ids }) => ids)).size).toBe(3 * MANY);
    expect(new Set(results.flatMap(({ jwts }) => jwts)).size).toBe(3 * MANY);
    expect((await send('GET', '/sandbox/inbox')).body.items).toEqual([]);
  }, 60_000);
});

const SEVERAL = selectByLength({ short: 20, long: 80 });

describe(`${SEVERAL} workspaces that are reset, loaded, forked and deleted under load`, () => {
  it('do not mix their states, and cause no errors', async () => {
    const workspaces: Workspace[] = [];
    await runInWorkspaces(
      SEVERAL,
      (index) => ({ scenario: index % 2 === 0 ? 'default' : 'empty' }),
      async (workspace, index) => {
        workspaces.push(workspace);
        const ownAddress = `only-${index}@example.test`;
        const signInRepeatedly = async () => {
          for (let round = 0; round < 3; round += 1) {
            const { body } = await workspace.signInByCode('email', ownAddress);
            if (body.sessionJwt !== undefined)
              await workspace.sendToService('/user', undefined, body.sessionJwt);
            await workspace.signInByWallet();
          }
        };
        const changeWorkspace = async () => {
          await workspace.sendToControl('POST', '/reset');
          await workspace.sendToControl('PUT', '/scenario', { name: 'empty' });
          const name = `fork-${index}`;
          await send('POST', '/sandbox/workspaces', { name, from: workspace.name });
          const fork = new Workspace(name);
          workspaces.push(fork);
          await fork.signInByCode('sms', '+12025550143');
          const users = (await fork.sendToControl('GET', '/users')).body.items;
          const usersOfOtherWorkspaces = users.filter(
            ({ emailAddress }: { emailAddress: string | null }) => {
              return emailAddress !== null && emailAddress !== ownAddress;
            },
          );
          expect(usersOfOtherWorkspaces).toEqual([]);
          await send('DELETE', `/sandbox/workspaces/${name}`);
          await workspace.sendToControl('PUT', '/scenario', { name: 'kyc-in-review' });
        };
        await Promise.all([signInRepeatedly(), signInRepeatedly(), changeWorkspace()]);
        await workspace.sendToControl('POST', '/reset');
        const { items } = (await workspace.sendToControl('GET', '/users')).body;
        // Rita is the only user of kyc-in-review.
        expect(items.map(({ key }: { key: string }) => key)).toEqual(['rita']);
        expect((await workspace.sendToControl('GET', '/inbox')).body.items).toEqual([]);
      },
    );
    // After a reset, requests with an old challenge, code or session return 400 or 401. A reset during a request
    // returns 409.
    const otherErrors = workspaces
      .flatMap(({ responses }) => responses)
      .filter(({ status }) => ![200, 204, 400, 401].includes(status))
      .filter(({ status, body }) => status !== 409 || body.code !== 'workspaceReset');
    expect(otherErrors).toEqual([]);
    const { items: remaining } = (await send('GET', '/sandbox/workspaces')).body;
    const created = new Set(workspaces.map(({ name }) => name));
    expect(remaining.filter(({ name }: { name: string }) => created.has(name))).toEqual([]);
  }, 60_000);
});
