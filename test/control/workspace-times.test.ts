/** All times in a workspace come from the workspace clock. */
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';

import { CREDENTIALS, useTestSandbox, type HttpResponse } from './sandbox.ts';

const sandbox = useTestSandbox();

const FROZEN_TIME = '2031-03-01T08:00:00.000Z';
const WALLET = {
  walletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  walletType: 'EVM',
};

/** Creates a workspace whose clock is frozen at `FROZEN_TIME`. */
async function createFrozenWorkspace() {
  const response = await sandbox.send('POST', '/sandbox/workspaces', { scenario: 'empty' });
  const prefix = `/w/${response.body.name}`;
  const control = (method: string, path: string, body?: unknown) =>
    sandbox.send(method, `${prefix}/sandbox${path}`, body);
  const sendToService = (method: string, path: string, body?: unknown, bearer?: string) =>
    sandbox.send(method, prefix + path, body, {
      ...CREDENTIALS,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    });
  const advance = (duration: string) => control('PATCH', '/clock', { advance: duration });
  await control('PATCH', '/clock', { now: FROZEN_TIME, frozen: true });
  return {
    control,
    sendToService,
    advance,
    async sendCode(): Promise<{ emailId: string; otp: string }> {
      const sendResponse = await sendToService('POST', '/v1/auth/otp/email:send', {
        emailAddress: 'a@b.test',
      });
      const { body } = await control('GET', '/inbox');
      return { emailId: sendResponse.body.emailId, otp: body.items.at(-1).code };
    },
    authenticate: (body: object) => sendToService('POST', '/v1/auth/otp/email:authenticate', body),
    async signIn(): Promise<HttpResponse> {
      return this.authenticate(await this.sendCode());
    },
  };
}

function addToFrozenTime(milliseconds: number): string {
  return new Date(Date.parse(FROZEN_TIME) + milliseconds).toISOString();
}

const MINUTE = 60_000;

// By default, a challenge is valid for 5 minutes, a code for 10 minutes, and a session for 60 minutes.

describe('a frozen clock', () => {
  it('gives all events the same time, independent of the wall clock', async () => {
    const workspace = await createFrozenWorkspace();
    const { control } = workspace;
    sandbox.clock.advance(5000);
    const { body } = await workspace.signIn();
    expect(body.userMask).toMatchObject({ createTime: FROZEN_TIME, updateTime: FROZEN_TIME });
    const submission = await control('POST', `/users/${body.userMask.id}/transactions`, {});
    expect(submission.body).toMatchObject({ createTime: FROZEN_TIME, updateTime: FROZEN_TIME });
    const [message] = (await control('GET', '/inbox')).body.items;
    expect(message).toMatchObject({ sentAt: FROZEN_TIME, expiresAt: addToFrozenTime(10 * MINUTE) });
    expect((await control('GET', '/health')).body.now).toBe(FROZEN_TIME);
    const claims = decodeJwt(body.sessionJwt);
    expect([claims.iat, claims.exp]).toEqual(
      [FROZEN_TIME, addToFrozenTime(60 * MINUTE)].map((time) => Date.parse(time) / 1000),
    );
  });

  it('prevents expiry until the clock is advanced; then expiry is exact to the millisecond', async () => {
    const workspace = await createFrozenWorkspace();
    const { sendToService, control, advance } = workspace;
    const { sessionJwt } = (await workspace.signIn()).body;
    const code = await workspace.sendCode();
    const { challenge } = (await sendToService('POST', '/v1/auth/cryptoWallet:start', WALLET)).body;
    const signed = await control('POST', `/wallets/${WALLET.walletAddress}:sign`, {
      message: challenge,
    });
    const body = { ...WALLET, signature: signed.body.signature };
    const readCodeStatus = async () => (await control('GET', '/inbox')).body.items.at(-1).status;
    const readUserHttpStatus = async () =>
      (await sendToService('GET', '/user', undefined, sessionJwt)).status;

    sandbox.clock.advance(100 * 60 * MINUTE);
    expect([await readCodeStatus(), await readUserHttpStatus()]).toEqual(['pending', 200]);

    await advance('PT5M');
    const lateResponse = await sendToService('POST', '/v1/auth/cryptoWallet:authenticate', body);
    expect(lateResponse.body.code).toBe('challengeExpired');
    await advance('PT4M59.999S');
    expect(await readCodeStatus()).toBe('pending');
    await advance('PT0.001S');
    expect(await readCodeStatus()).toBe('expired');
    expect((await workspace.authenticate(code)).body.code).toBe('otpExpired');
    await advance('PT49M59.999S');
    expect(await readUserHttpStatus()).toBe(200);
    await advance('PT0.001S');
    expect(await readUserHttpStatus()).toBe(401);
  });

  it('is copied to a fork, and is independent of the clocks of other workspaces', async () => {
    const { control } = await createFrozenWorkspace();
    const name = (await control('GET', '/health')).body.workspace;
    const fork = await sandbox.send('POST', '/sandbox/workspaces', { from: name });
    const readClock = async (path: string) =>
      (await sandbox.send('GET', `${path}/sandbox/clock`)).body;
    expect(await readClock(`/w/${fork.body.name}`)).toEqual({ now: FROZEN_TIME, frozen: true });
    expect((await readClock('')).frozen).toBe(false);
    await sandbox.send('PATCH', `/w/${fork.body.name}/sandbox/clock`, { advance: 'PT1M' });
    expect((await control('GET', '/clock')).body.now).toBe(FROZEN_TIME);
  });
});

describe('the latest representable time', () => {
  it('limits expiry times and causes no error', async () => {
    const workspace = await createFrozenWorkspace();
    const latestTime = '9999-12-31T23:59:59.999Z';
    await workspace.control('PATCH', '/clock', { now: latestTime });
    const { status, body } = await workspace.signIn();
    expect([status, body.userMask.createTime]).toEqual([200, latestTime]);
    const inbox = await workspace.control('GET', '/inbox');
    expect([inbox.status, inbox.body.items[0].expiresAt]).toEqual([200, latestTime]);
    await workspace.control('PATCH', '/clock', { frozen: false });
    sandbox.clock.advance(MINUTE);
    expect((await workspace.control('GET', '/clock')).body.now).toBe(latestTime);
    expect((await workspace.signIn()).status).toBe(200);
  });
});
