import { describe, expect, it } from 'vitest';

import { createWallet, useSandbox } from '../sandbox.ts';
import type { ClientApp, HttpResponse, TestWorkspace } from '../sandbox.ts';

const sandbox = useSandbox({ scenario: ['empty'] });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

interface Channel {
  readonly name: 'sms' | 'email';
  readonly clause: string;
  readonly destination: string;
  readonly other: string;
  readonly id: 'phoneId' | 'emailId';
  readonly record: object;
  send(app: ClientApp, to: string): Promise<HttpResponse>;
  authenticate(app: ClientApp, id: string, otp: string): Promise<HttpResponse>;
}

const channels: readonly Channel[] = [
  {
    name: 'sms',
    clause: '§4.4, §4.5',
    destination: '+12025550199',
    other: '+12025550198',
    id: 'phoneId',
    record: { phoneId: expect.stringMatching(UUID), phoneMask: '******0199' },
    send: (app, to) => app.sendSms(to),
    authenticate: (app, phoneId, otp) => app.authenticateSms({ phoneId, otp }),
  },
  {
    name: 'email',
    clause: '§4.6, §4.7',
    destination: 'nora@example.test',
    other: 'olaf@example.test',
    id: 'emailId',
    record: { emailId: expect.stringMatching(UUID), emailMask: 'n***@example.test' },
    send: (app, to) => app.sendEmail(to),
    authenticate: (app, emailId, otp) => app.authenticateEmail({ emailId, otp }),
  },
];

function createOtherCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

describe.each(channels)('$clause one-time password by $name', (channel) => {
  const { destination, other } = channel;

  async function sendAndRead(to = destination, workspace?: TestWorkspace) {
    const ws = workspace ?? (await sandbox.workspace());
    const app = ws.client();
    const { body } = await channel.send(app, to);
    return { ws, app, id: body[channel.id] as string, code: await ws.readLastCode(to) };
  }

  it('returns the record, and puts six digits into the inbox', async () => {
    const ws = await sandbox.workspace();
    const response = await channel.send(ws.client(), destination);
    expect([response.status, response.body]).toEqual([200, channel.record]);
    const { body } = await ws.control('/inbox');
    expect(body.items).toEqual([
      {
        id: expect.stringMatching(UUID),
        channel: channel.name,
        to: destination,
        code: expect.stringMatching(/^\d{6}$/),
        recordId: response.body[channel.id],
        clientId: 'wallet-app',
        sentAt: expect.any(String),
        expiresAt: expect.any(String),
        status: 'pending',
      },
    ]);
    const [{ sentAt, expiresAt }] = body.items;
    expect(Date.parse(expiresAt) - Date.parse(sentAt)).toBe(600_000);
  });

  it('signs a new user up with the right code, then signs the user in', async () => {
    const { ws, app, id, code } = await sendAndRead();
    const first = await channel.authenticate(app, id, code);
    expect(first.status).toBe(200);
    expect(Object.keys(first.body)).toEqual(['sessionJwt', 'userMask']);
    const again = await sendAndRead(destination, ws);
    const second = await channel.authenticate(app, again.id, again.code);
    expect(second.body.userMask).toEqual(first.body.userMask);
  });

  it('works once', async () => {
    const { ws, app, id, code } = await sendAndRead();
    await channel.authenticate(app, id, code);
    const again = await channel.authenticate(app, id, code);
    expect([again.status, again.body.code]).toEqual([401, 'otpWrong']);
    const { body } = await ws.control('/inbox');
    expect(body.items[0].status).toBe('used');
  });

  it('expires after ten minutes', async () => {
    const ws = await sandbox.workspace();
    await ws.control('/clock', { method: 'PATCH', body: { frozen: true } });
    const { app, id, code } = await sendAndRead(destination, ws);
    await ws.advance('PT10M');
    const response = await channel.authenticate(app, id, code);
    expect([response.status, response.body.code]).toEqual([401, 'otpExpired']);
    expect((await ws.control('/inbox')).body.items[0].status).toBe('expired');
  });

  it('is locked after five wrong codes, also for the right one, until a new send', async () => {
    const { ws, app, id, code } = await sendAndRead();
    for (let tries = 0; tries < 5; tries += 1) {
      const response = await channel.authenticate(app, id, createOtherCode(code));
      expect([response.status, response.body.code]).toEqual([401, 'otpWrong']);
    }
    const locked = await channel.authenticate(app, id, code);
    expect([locked.status, locked.body.code]).toEqual([429, 'otpLocked']);
    expect((await ws.control('/inbox')).body.items[0].status).toBe('locked');
    const fresh = await sendAndRead(destination, ws);
    expect((await channel.authenticate(app, fresh.id, fresh.code)).status).toBe(200);
  });

  it('is replaced by the next one', async () => {
    const first = await sendAndRead();
    const second = await sendAndRead(destination, first.ws);
    const codeOfFirst = first.code === second.code ? createOtherCode(second.code) : first.code;
    const stale = await channel.authenticate(first.app, first.id, codeOfFirst);
    expect([stale.status, stale.body.code]).toEqual([401, 'otpWrong']);
    expect((await channel.authenticate(first.app, second.id, second.code)).status).toBe(200);
  });

  it('keeps one record id for a destination', async () => {
    const first = await sendAndRead();
    const second = await sendAndRead(destination, first.ws);
    const elsewhere = await sendAndRead(other, first.ws);
    expect(second.id).toBe(first.id);
    expect(elsewhere.id).not.toBe(first.id);
  });

  it('is bound to its record: the code of another destination is wrong', async () => {
    const mine = await sendAndRead();
    const theirs = await sendAndRead(other, mine.ws);
    const code = mine.code === theirs.code ? createOtherCode(mine.code) : theirs.code;
    const response = await channel.authenticate(mine.app, mine.id, code);
    expect([response.status, response.body.code]).toEqual([401, 'otpWrong']);
  });

  it('treats an unknown record id like a wrong code', async () => {
    const { app, code } = await sendAndRead();
    const response = await channel.authenticate(app, 'no-such-record', code);
    expect([response.status, response.body.code]).toEqual([401, 'otpWrong']);
  });

  it('is bound to the client that sent it', async () => {
    const { ws, id, code } = await sendAndRead();
    const response = await channel.authenticate(ws.client('exchange-app'), id, code);
    expect([response.status, response.body.code]).toEqual([401, 'otpWrong']);
  });
});

describe('§2.6 email addresses', () => {
  it('are compared case-insensitively, and returned as sent', async () => {
    const ws = await sandbox.workspace();
    const app = ws.client();
    const signIn = async (address: string) => {
      const { body } = await app.sendEmail(address);
      const otp = await ws.readLastCode(address);
      return app.authenticateEmail({ emailId: body.emailId, otp });
    };
    const first = await signIn('Nora@Example.test');
    const second = await signIn('nora@example.TEST');
    expect(second.body.userMask.id).toBe(first.body.userMask.id);
    const { body: user } = await app.readUser(first.body.sessionJwt);
    expect(user.personalInformation.emailAddress).toBe('Nora@Example.test');
  });
});

describe('§5.2 the access token of the SMS send', () => {
  const number = '+12025550177';

  it.each([
    ['no bearer token', undefined],
    ['an unknown bearer token', 'Bearer nothing'],
    ['the access token of another client', 'Bearer exchange-app-token'],
    ['another scheme', 'Basic wallet-app-token'],
    ['an empty bearer token', 'Bearer '],
  ])('rejects %s, and sends no message', async (_, authorization) => {
    const ws = await sandbox.workspace();
    const response = await ws.client().send('/v1/auth/otp/sms:send', {
      body: { phoneNumber: number },
      headers: { authorization },
    });
    expect([response.status, response.body.code]).toEqual([401, 'bearer']);
    expect((await ws.control('/inbox')).body.items).toEqual([]);
  });

  it('accepts the scheme in any case (RFC 9110, section 11.1)', async () => {
    const app = (await sandbox.workspace()).client();
    const response = await app.send('/v1/auth/otp/sms:send', {
      body: { phoneNumber: number },
      headers: { authorization: 'bearer wallet-app-token' },
    });
    expect(response.status).toBe(200);
  });

  it('§5.7: adds the number to the user of the session', async () => {
    const ws = await sandbox.workspace();
    const app = ws.client();
    const { body: signedIn } = await app.signIn(createWallet());
    const { body: record } = await app.sendSms(number, signedIn.sessionJwt);
    expect((await app.readUser(signedIn.sessionJwt)).body).not.toHaveProperty('phoneMask');
    const otp = await ws.readLastCode(number);
    const added = await app.authenticateSms({ phoneId: record.phoneId, otp });
    expect(added.body.userMask).toMatchObject({
      id: signedIn.userMask.id,
      phoneMask: '******0177',
    });
  });

  it('§5.7: removes the number that a new one replaces', async () => {
    const ws = await sandbox.workspace();
    const app = ws.client();
    const { body: signedIn } = await app.signIn(createWallet());
    const add = async (to: string) => {
      const { body } = await app.sendSms(to, signedIn.sessionJwt);
      await app.authenticateSms({ phoneId: body.phoneId, otp: await ws.readLastCode(to) });
    };
    await add(number);
    await add('+12025550178');
    const { body } = await app.sendSms(number);
    const fresh = await app.authenticateSms({
      phoneId: body.phoneId,
      otp: await ws.readLastCode(number),
    });
    expect(fresh.body.userMask.id).not.toBe(signedIn.userMask.id);
  });

  it('§5.7: rejects a number of another user, at the send and at the authentication', async () => {
    const ws = await sandbox.workspace();
    const app = ws.client();
    const { body: signedIn } = await app.signIn(createWallet());
    const { body: pending } = await app.sendSms(number, signedIn.sessionJwt);
    const pendingCode = await ws.readLastCode(number);

    // Meanwhile another user signs up with it through the other client.
    const exchange = ws.client('exchange-app');
    const { body: theirs } = await exchange.sendSms(number);
    await exchange.authenticateSms({ phoneId: theirs.phoneId, otp: await ws.readLastCode(number) });

    const late = await app.authenticateSms({ phoneId: pending.phoneId, otp: pendingCode });
    expect([late.status, late.body.code]).toEqual([409, 'identityTaken']);
    const again = await app.sendSms(number, signedIn.sessionJwt);
    expect([again.status, again.body.code]).toEqual([409, 'identityTaken']);
  });
});
