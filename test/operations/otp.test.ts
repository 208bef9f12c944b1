import { describe, expect, it } from 'vitest';

import {
  createWallet,
  useSandbox,
  type ClientApp,
  type HttpResponse,
  type TestWorkspace,
} from '../sandbox.ts';

const sandbox = useSandbox({ scenario: ['empty'] });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

interface Channel {
  readonly name: 'sms' | 'email';
  readonly clause: string;
  readonly destination: string;
  readonly otherDestination: string;
  readonly id: 'phoneId' | 'emailId';
  /** The expected response of a send. */
  readonly record: object;
  send(app: ClientApp, destination: string): Promise<HttpResponse>;
  authenticate(app: ClientApp, id: string, otp: string): Promise<HttpResponse>;
}

const channels: readonly Channel[] = [
  {
    name: 'sms',
    clause: '§4.4, §4.5',
    destination: '+12025550199',
    otherDestination: '+12025550198',
    id: 'phoneId',
    record: { phoneId: expect.stringMatching(UUID), phoneMask: '******0199' },
    send: (app, destination) => app.sendSms(destination),
    authenticate: (app, phoneId, otp) => app.authenticateSms({ phoneId, otp }),
  },
  {
    name: 'email',
    clause: '§4.6, §4.7',
    destination: 'nora@example.test',
    otherDestination: 'olaf@example.test',
    id: 'emailId',
    record: { emailId: expect.stringMatching(UUID), emailMask: 'n***@example.test' },
    send: (app, destination) => app.sendEmail(destination),
    authenticate: (app, emailId, otp) => app.authenticateEmail({ emailId, otp }),
  },
];

function createWrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

describe.each(channels)('$clause one-time password by $name', (channel) => {
  const { destination, otherDestination } = channel;

  async function sendCodeInNewWorkspace() {
    const workspace = await sandbox.workspace();
    return { workspace, ...(await sendCode(workspace)) };
  }

  async function sendCode(workspace: TestWorkspace, to = destination) {
    const app = workspace.client();
    const { body } = await channel.send(app, to);
    const code = await workspace.readLastCode(to);
    return { app, id: body[channel.id] as string, code };
  }

  it('returns the record, and puts six digits into the inbox', async () => {
    const workspace = await sandbox.workspace();
    const response = await channel.send(workspace.client(), destination);
    expect([response.status, response.body]).toEqual([200, channel.record]);
    const { body } = await workspace.control('/inbox');
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

  it('creates a user at the first use, and signs in the same user at the next use', async () => {
    const { workspace, app, id, code } = await sendCodeInNewWorkspace();
    const first = await channel.authenticate(app, id, code);
    expect(first.status).toBe(200);
    expect(Object.keys(first.body)).toEqual(['sessionJwt', 'userMask']);
    const secondSend = await sendCode(workspace);
    const second = await channel.authenticate(app, secondSend.id, secondSend.code);
    expect(second.body.userMask).toEqual(first.body.userMask);
  });

  it('is accepted only once', async () => {
    const { workspace, app, id, code } = await sendCodeInNewWorkspace();
    await channel.authenticate(app, id, code);
    const response = await channel.authenticate(app, id, code);
    expect([response.status, response.body.code]).toEqual([401, 'otpWrong']);
    const { body } = await workspace.control('/inbox');
    expect(body.items[0].status).toBe('used');
  });

  it('expires after ten minutes', async () => {
    const workspace = await sandbox.workspace();
    await workspace.control('/clock', { method: 'PATCH', body: { frozen: true } });
    const { app, id, code } = await sendCode(workspace);
    await workspace.advance('PT10M');
    const response = await channel.authenticate(app, id, code);
    expect([response.status, response.body.code]).toEqual([401, 'otpExpired']);
    expect((await workspace.control('/inbox')).body.items[0].status).toBe('expired');
  });

  it('after five wrong codes, also rejects the correct code until a new send', async () => {
    const { workspace, app, id, code } = await sendCodeInNewWorkspace();
    for (let tries = 0; tries < 5; tries += 1) {
      const response = await channel.authenticate(app, id, createWrongCode(code));
      expect([response.status, response.body.code]).toEqual([401, 'otpWrong']);
    }
    const response = await channel.authenticate(app, id, code);
    expect([response.status, response.body.code]).toEqual([429, 'otpLocked']);
    expect((await workspace.control('/inbox')).body.items[0].status).toBe('locked');
    const secondSend = await sendCode(workspace);
    expect((await channel.authenticate(app, secondSend.id, secondSend.code)).status).toBe(200);
  });

  it('is replaced by the next code', async () => {
    const first = await sendCodeInNewWorkspace();
    const second = await sendCode(first.workspace);
    // Both codes can be equal by chance.
    const oldCode = first.code === second.code ? createWrongCode(second.code) : first.code;
    const response = await channel.authenticate(first.app, first.id, oldCode);
    expect([response.status, response.body.code]).toEqual([401, 'otpWrong']);
    expect((await channel.authenticate(first.app, second.id, second.code)).status).toBe(200);
  });

  it('has the same record id for each send to a destination', async () => {
    const first = await sendCodeInNewWorkspace();
    const second = await sendCode(first.workspace);
    const other = await sendCode(first.workspace, otherDestination);
    expect(second.id).toBe(first.id);
    expect(other.id).not.toBe(first.id);
  });

  it('is bound to its record: the code of another destination is wrong', async () => {
    const firstSend = await sendCodeInNewWorkspace();
    const secondSend = await sendCode(firstSend.workspace, otherDestination);
    const code =
      firstSend.code === secondSend.code ? createWrongCode(firstSend.code) : secondSend.code;
    const response = await channel.authenticate(firstSend.app, firstSend.id, code);
    expect([response.status, response.body.code]).toEqual([401, 'otpWrong']);
  });

  it('treats an unknown record id like a wrong code', async () => {
    const { app, code } = await sendCodeInNewWorkspace();
    const response = await channel.authenticate(app, 'no-such-record', code);
    expect([response.status, response.body.code]).toEqual([401, 'otpWrong']);
    expect(response.body.details[0].message).toMatch(/ sent for this sign-in$/);
  });

  it('is bound to the client that sent it', async () => {
    const { workspace, id, code } = await sendCodeInNewWorkspace();
    const response = await channel.authenticate(workspace.client('exchange-app'), id, code);
    expect([response.status, response.body.code]).toEqual([401, 'otpWrong']);
  });
});

describe('§2.6 email addresses', () => {
  it('are compared case-insensitively, and returned as sent at the first sign-in', async () => {
    const workspace = await sandbox.workspace();
    const app = workspace.client();
    const first = await workspace.signInByEmail('Nora@Example.test');
    const second = await workspace.signInByEmail('nora@example.TEST');
    expect(second.body.userMask.id).toBe(first.body.userMask.id);
    const { body: user } = await app.readUser(first.body.sessionJwt);
    expect(user.personalInformation.emailAddress).toBe('Nora@Example.test');
  });
});

describe('§5.2 an SMS send with the session of a user', () => {
  const number = '+12025550177';

  it('§5.7: adds the number to the user of the session', async () => {
    const workspace = await sandbox.workspace();
    const app = workspace.client();
    const { body: signedIn } = await app.signIn(createWallet());
    const { body: record } = await app.sendSms(number, signedIn.sessionJwt);
    expect((await app.readUser(signedIn.sessionJwt)).body).not.toHaveProperty('phoneMask');
    const otp = await workspace.readLastCode(number);
    const response = await app.authenticateSms({ phoneId: record.phoneId, otp });
    expect(response.body.userMask).toMatchObject({
      id: signedIn.userMask.id,
      phoneMask: '******0177',
    });
  });

  it('§5.7: removes the previous number of the user', async () => {
    const workspace = await sandbox.workspace();
    const app = workspace.client();
    const { body: signedIn } = await app.signIn(createWallet());
    const authenticate = async (phoneNumber: string, session?: string) => {
      const { phoneId } = (await app.sendSms(phoneNumber, session)).body;
      return app.authenticateSms({ phoneId, otp: await workspace.readLastCode(phoneNumber) });
    };
    await authenticate(number, signedIn.sessionJwt);
    await authenticate('+12025550178', signedIn.sessionJwt);
    const { body: newUser } = await authenticate(number);
    expect(newUser.userMask.id).not.toBe(signedIn.userMask.id);
  });

  it('§5.7: rejects a number of another user, at the send and at the authentication', async () => {
    const workspace = await sandbox.workspace();
    const app = workspace.client();
    const { body: signedIn } = await app.signIn(createWallet());
    const { body: pending } = await app.sendSms(number, signedIn.sessionJwt);
    const pendingCode = await workspace.readLastCode(number);

    // Meanwhile another user signs up with this number through the other client.
    const exchange = workspace.client('exchange-app');
    const { phoneId } = (await exchange.sendSms(number)).body;
    await exchange.authenticateSms({ phoneId, otp: await workspace.readLastCode(number) });

    const { phoneId: pendingId } = pending;
    const authentication = await app.authenticateSms({ phoneId: pendingId, otp: pendingCode });
    expect([authentication.status, authentication.body.code]).toEqual([409, 'identityTaken']);
    const secondSend = await app.sendSms(number, signedIn.sessionJwt);
    expect([secondSend.status, secondSend.body.code]).toEqual([409, 'identityTaken']);
  });
});
