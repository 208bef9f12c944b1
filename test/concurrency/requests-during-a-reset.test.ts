/** A request is rejected if its workspace is reset, loaded or deleted before the request ends. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Store, WorkspaceRef } from '../../src/store/store.ts';
import {
  CREDENTIALS,
  startTestSandbox,
  type HttpResponse,
  type TestSandbox,
} from '../control/sandbox.ts';

let sandbox: TestSandbox;
let hook: StoreHook;
beforeEach(async () => {
  hook = new StoreHook();
  sandbox = await startTestSandbox({ replaceInStore: (store) => hook.wrap(store) });
  await sandbox.send('POST', '/sandbox/workspaces', { name: 'a' });
});
afterEach(() => sandbox.close());

/** Runs a function once, just before a request reads from or writes to the store. */
class StoreHook {
  #next: { method: 'read' | 'write'; event: () => Promise<unknown>; skip: number } | undefined;

  /** @param skip the number of earlier reads or writes to ignore */
  runBefore(method: 'read' | 'write', event: () => Promise<unknown>, skip = 0): void {
    this.#next = { method, event, skip };
  }

  wrap(store: Store): Pick<Store, 'read' | 'write'> {
    const runEvent = async (method: 'read' | 'write', workspace: WorkspaceRef): Promise<void> => {
      const next = this.#next;
      // A request refers to a generation of the workspace. A reference by name is not from a request.
      if (typeof workspace === 'string' || next?.method !== method) return;
      if (next.skip > 0) {
        next.skip -= 1;
        return;
      }
      this.#next = undefined;
      await next.event();
    };
    return {
      async read(workspace, read) {
        await runEvent('read', workspace);
        return store.read(workspace, read);
      },
      async write(workspace, work) {
        await runEvent('write', workspace);
        return store.write(workspace, work);
      },
    };
  }
}

const otherScenario = {
  name: 'other',
  users: [{ key: 'rita', emailAddress: 'rita@example.test' }],
};

const EVENTS: Readonly<Record<string, () => Promise<unknown>>> = {
  reset: () => sandbox.send('POST', '/w/a/sandbox/reset'),
  'PUT /scenario': () => sandbox.send('PUT', '/w/a/sandbox/scenario', { document: otherScenario }),
  'delete and create again': async () => {
    await sandbox.send('DELETE', '/sandbox/workspaces/a');
    await sandbox.send('POST', '/sandbox/workspaces', { name: 'a' });
  },
};

const REQUESTS: Readonly<Record<string, () => Promise<HttpResponse>>> = {
  startWalletAuth: () =>
    sendToService('/v1/auth/cryptoWallet:start', {
      walletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      walletType: 'EVM',
    }),
  sendEmailOtp: () => sandbox.sendEmail('rita@example.test', '/w/a'),
  updateUser: () => sandbox.send('PATCH', '/w/a/sandbox/users/rita', { addFlags: ['K1002'] }),
  updateClock: () => sandbox.send('PATCH', '/w/a/sandbox/clock', { advance: 'P1D' }),
  clearInbox: () => sandbox.send('DELETE', '/w/a/sandbox/inbox'),
};

function sendToService(path: string, body: object): Promise<HttpResponse> {
  return sandbox.send('POST', `/w/a${path}`, body, CREDENTIALS);
}

async function sendCode(): Promise<{ emailId: string; otp: string }> {
  const { body } = await sandbox.sendEmail('rita@example.test', '/w/a');
  const inbox = await sandbox.send('GET', '/w/a/sandbox/inbox');
  return { emailId: body.emailId, otp: inbox.body.items[0].code };
}

function authenticate(attempt: object): Promise<HttpResponse> {
  return sendToService('/v1/auth/otp/email:authenticate', attempt);
}

async function readState(): Promise<unknown> {
  const path = '/w/a/sandbox/scenario';
  const { body } = await sandbox.send('GET', path, undefined, { accept: 'application/json' });
  const inbox = await sandbox.send('GET', '/w/a/sandbox/inbox');
  const clock = await sandbox.send('GET', '/w/a/sandbox/clock');
  const keys = await sandbox.store.read('a', (view) => view.listSigningKeys());
  return { scenario: body, inbox: inbox.body, clock: clock.body, keys };
}

describe.each(Object.entries(EVENTS))(
  '%s between the start and the end of a request',
  (_event, event) => {
    it.each(Object.entries(REQUESTS))(
      'causes a 409 for %s, which writes nothing',
      async (_request, send) => {
        let stateAfterEvent: unknown;
        hook.runBefore('write', async () => {
          await event();
          stateAfterEvent = await readState();
        });
        const { status, body } = await send();
        expect(status).toBe(409);
        expect(body).toMatchObject({ code: 'workspaceReset', details: [] });
        expect(await readState()).toEqual(stateAfterEvent);
        expect((await send()).status).toBeLessThan(300);
      },
    );

    it('causes a 409 for a sign-in that has not stored its signing key yet', async () => {
      const attempt = await sendCode();
      // The operation is the first write, the signing key is the second write.
      hook.runBefore('write', event, 1);
      const { status, body } = await authenticate(attempt);
      expect([status, body.code]).toEqual([409, 'workspaceReset']);
      expect(await sandbox.store.read('a', (view) => view.listSigningKeys())).toEqual([]);
    });

    it('returns no user of the new state for a session of the old state', async () => {
      const { body } = await authenticate(await sendCode());
      const headers = { ...CREDENTIALS, authorization: `Bearer ${body.sessionJwt}` };
      const readUser = () => sandbox.send('GET', '/w/a/user', undefined, headers);
      expect((await readUser()).status).toBe(200);
      // The session is read first, then the user.
      hook.runBefore('read', event, 1);
      expect(await readUser()).toMatchObject({ status: 409, body: { code: 'workspaceReset' } });
      expect((await readUser()).status).toBe(401);
    });
  },
);

describe('a workspace that is deleted during a request', () => {
  it.each(Object.entries(REQUESTS))('causes a 404 for %s', async (_request, send) => {
    hook.runBefore('write', () => sandbox.send('DELETE', '/sandbox/workspaces/a'));
    const { status, body } = await send();
    expect([status, body.code]).toEqual([404, 'workspaceUnknown']);
    expect(await sandbox.store.listNames()).toEqual(['default']);
  });
});

describe('a fork created during a request', () => {
  it('has the state before the request, which completes in the original workspace', async () => {
    hook.runBefore('write', () =>
      sandbox.send('POST', '/sandbox/workspaces', { name: 'b', from: 'a' }),
    );
    expect((await sandbox.sendEmail('rita@example.test', '/w/a')).status).toBe(200);
    const readInbox = async (name: string) =>
      (await sandbox.send('GET', `/w/${name}/sandbox/inbox`)).body.items.length;
    expect([await readInbox('a'), await readInbox('b')]).toEqual([1, 0]);
  });
});
