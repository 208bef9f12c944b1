/** Many workspaces in use at the same time are isolated. */
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startSandbox } from '../../src/server/listen.ts';
import type { RunningSandbox } from '../../src/server/listen.ts';
import { selectByLength } from '../setup/test-length.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    scenario: ['default'],
    allowHost: [],
    cors: [],
    journalLimit: 1000,
    chaos: 'off',
    workspaceLimit: 10_000,
    workspaceTtl: 'none',
    log: 'silent',
  });
});
afterAll(() => sandbox.close());

interface HttpResponse {
  readonly status: number;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** Number of simultaneous requests. */
const agent = new Agent({ keepAlive: true, maxSockets: 64, scheduling: 'fifo' });
afterAll(() => agent.destroy());

/** A cheap request: thousands of them are sent here. */
function send(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const type = text === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(
      sandbox.url + path,
      { method, agent, headers: { ...type, ...headers } },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const received = Buffer.concat(parts).toString();
          resolve({
            status: response.statusCode ?? 0,
            body: received.startsWith('{') ? JSON.parse(received) : received,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

const CREDENTIALS = {
  'service-client-id': 'wallet-app',
  'service-client-secret': 'wallet-app-secret',
};
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

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

  async signInByCode(channel: 'sms' | 'email', to: string): Promise<HttpResponse> {
    const destination = channel === 'sms' ? { phoneNumber: to } : { emailAddress: to };
    const path = `/v1/auth/otp/${channel}`;
    const { body } = await this.sendToService(`${path}:send`, destination, 'wallet-app-token');
    const inbox = await this.sendToControl('GET', `/inbox?to=${encodeURIComponent(to)}`);
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

/** Runs a function for each of several workspaces, all at once. */
async function runInWorkspaces<Result>(
  count: number,
  make: (index: number) => object,
  use: (space: Workspace, index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { status, body } = await send('POST', '/sandbox/workspaces', make(index));
      expect(status).toBe(201);
      const result = await use(new Workspace(body.name), index);
      expect((await send('DELETE', `/sandbox/workspaces/${body.name}`)).status).toBe(204);
      return result;
    }),
  );
}

const MANY = selectByLength({ short: 40, long: 500 });

describe(`${MANY} workspaces, a sign-in of each kind in each, all at once`, () => {
  it('share no users, messages or sessions', async () => {
    const found = await runInWorkspaces(
      MANY,
      () => ({ scenario: 'empty', seed: 7 }),
      async (space, index) => {
        const [phone, email] = [`+1202555${1000 + index}`, `user-${index}@example.test`];
        const signedIn = await Promise.all([
          space.signInByWallet(),
          space.signInByCode('sms', phone),
          space.signInByCode('email', email),
        ]);
        const jwts: string[] = signedIn.map(({ body }) => body.sessionJwt);
        const ids: string[] = signedIn.map(({ body }) => body.userMask.id);
        const read = await Promise.all(
          jwts.map((jwt) => space.sendToService('/user', undefined, jwt)),
        );
        expect(read.map(({ body }) => body.id)).toEqual(ids);
        const inbox = (await space.sendToControl('GET', '/inbox')).body.items;
        expect(inbox.map(({ to }: { to: string }) => to).toSorted()).toEqual([phone, email]);
        const users = (await space.sendToControl('GET', '/users')).body.items;
        expect(users.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted());
        expect(new Set(space.responses.map(({ status }) => status))).toEqual(new Set([200]));
        const foreign = await send('GET', '/user', undefined, {
          ...CREDENTIALS,
          authorization: `Bearer ${jwts[0]}`,
        });
        expect(foreign.status).toBe(401);
        return { ids, jwts };
      },
    );
    expect(new Set(found.flatMap(({ ids }) => ids)).size).toBe(3 * MANY);
    expect(new Set(found.flatMap(({ jwts }) => jwts)).size).toBe(3 * MANY);
    expect((await send('GET', '/sandbox/inbox')).body.items).toEqual([]);
  }, 60_000);
});

describe('eighty workspaces that are reset, loaded, forked and deleted under load', () => {
  it('do not mix their states, and cause no errors', async () => {
    const spaces: Workspace[] = [];
    await runInWorkspaces(
      selectByLength({ short: 20, long: 80 }),
      (index) => ({ scenario: index % 2 === 0 ? 'default' : 'empty' }),
      async (space, index) => {
        spaces.push(space);
        const mine = `only-${index}@example.test`;
        const load = async () => {
          for (let round = 0; round < 3; round += 1) {
            const { body } = await space.signInByCode('email', mine);
            if (body.sessionJwt !== undefined)
              await space.sendToService('/user', undefined, body.sessionJwt);
            await space.signInByWallet();
          }
        };
        const disturb = async () => {
          await space.sendToControl('POST', '/reset');
          await space.sendToControl('PUT', '/scenario', { name: 'empty' });
          const name = `fork-${index}`;
          await send('POST', '/sandbox/workspaces', { name, from: space.name });
          const fork = new Workspace(name);
          spaces.push(fork);
          await fork.signInByCode('sms', '+12025550143');
          const users = (await fork.sendToControl('GET', '/users')).body.items;
          const others = users.filter(({ emailAddress }: { emailAddress: string | null }) => {
            return emailAddress !== null && emailAddress !== mine;
          });
          expect(others).toEqual([]);
          await send('DELETE', `/sandbox/workspaces/${name}`);
          await space.sendToControl('PUT', '/scenario', { name: 'kyc-in-review' });
        };
        await Promise.all([load(), load(), disturb()]);
        await space.sendToControl('POST', '/reset');
        const { items } = (await space.sendToControl('GET', '/users')).body;
        expect(items.map(({ key }: { key: string }) => key)).toEqual(['rita']);
        expect((await space.sendToControl('GET', '/inbox')).body.items).toEqual([]);
      },
    );
    const refused = spaces
      .flatMap(({ responses }) => responses)
      .filter(({ status }) => ![200, 204, 400, 401].includes(status));
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([409, 'workspaceReset']);
    }
    expect((await send('GET', '/sandbox/workspaces')).body.items).toHaveLength(1);
  }, 60_000);
});

describe('a sessionJwt', () => {
  it.each(['ES256', 'EdDSA', 'HS256'])(
    'by %s is rejected in another workspace, except in a fork (§5.8)',
    async (algorithm) => {
      const session = algorithm === 'HS256' ? { algorithm, jwksPath: 'none' } : { algorithm };
      const dialect = { version: 1, values: { session } };
      const make = async (body: object) =>
        new Workspace((await send('POST', '/sandbox/workspaces', body)).body.name);
      const [one, other] = [await make({ dialect, seed: 1 }), await make({ dialect, seed: 1 })];
      const { sessionJwt } = (await one.signInByWallet()).body;
      await other.signInByWallet();
      const fork = await make({ from: one.name });
      const read = async (space: Workspace) =>
        (await space.sendToService('/user', undefined, sessionJwt)).status;
      expect([await read(one), await read(other), await read(fork)]).toEqual([200, 401, 200]);
      // A change to the session in one workspace does not affect the other.
      await fork.sendToControl('POST', '/reset');
      expect([await read(one), await read(fork)]).toEqual([200, 401]);
    },
    20_000,
  );
});
