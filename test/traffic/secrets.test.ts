/** The journal contains no secret, wherever a client has put it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { getTestWallet } from '../../src/ports/test-wallets.ts';
import { useTestSandbox } from '../control/sandbox.ts';
import {
  AUTHENTICATE_PATH,
  CLIENT,
  readJournal,
  signIn,
  start,
  START_PATH,
  WALLET,
} from './requests.ts';

const sandbox = useTestSandbox();
beforeEach(async () => {
  await sandbox.send('POST', '/sandbox/reset');
});

const { privateKey } = await getTestWallet(0);
const SECRET = CLIENT['service-client-secret'];
const TOKEN = 'wallet-app-token';

/** Returns the journal as text. Expects that at least one value in it is redacted. */
async function readJournalText(): Promise<string> {
  const text = JSON.stringify(await readJournal(sandbox));
  expect(text).toContain('[redacted]');
  return text;
}

describe('the journal', () => {
  it('contains no credential, token, code or signature of a whole sign-in', async () => {
    const { body: started } = await start(sandbox);
    const signed = await sandbox.send('POST', `/sandbox/wallets/${WALLET.walletAddress}:sign`, {
      message: started.challenge,
    });
    const { signature } = signed.body;
    const wallet = { ...WALLET, signature };
    const authenticated = await sandbox.send('POST', AUTHENTICATE_PATH, wallet, CLIENT);
    const { sessionJwt } = authenticated.body;
    const session = { ...CLIENT, authorization: `Bearer ${sessionJwt}` };
    expect((await sandbox.send('GET', '/user', undefined, session)).status).toBe(200);
    const { body: record } = await sandbox.sendSms('+12025550143');
    const { body: inbox } = await sandbox.send('GET', '/sandbox/inbox');
    const otp = inbox.items[0].code;
    const attempt = { phoneId: record.phoneId, otp };
    await sandbox.send('POST', '/v1/auth/otp/sms:authenticate', attempt, CLIENT);

    const text = await readJournalText();
    for (const secret of [SECRET, TOKEN, signature, sessionJwt, otp, sessionJwt.split('.')[2]]) {
      expect(text).not.toContain(secret);
    }
    // K1001 is rita's flag, which the user read returns.
    for (const shown of [started.challenge, record.phoneId, 'K1001']) expect(text).toContain(shown);
  });

  it.each<[string, string, unknown]>([
    ['the field passcode', '/v1/auth/otp/sms:authenticate', { phoneId: 'x', passcode: '482913' }],
    ['the field smscode_', '/v1/auth/otp/sms:authenticate', { phoneId: 'x', smscode_: '482913' }],
    ['a number', '/v1/auth/otp/email:authenticate', { emailId: 'x', digits: 482913 }],
    ['a nested field', '/v1/auth/otp/email:authenticate', { a: [{ b: '482913' }] }],
    ['another operation', START_PATH, { ...WALLET, otp: '482913' }],
    ['the query', `${START_PATH}?otp=482913`, WALLET],
    ['the query under any name', `${START_PATH}?x=482913`, WALLET],
    ['the path', '/v1/auth/otp/sms:authenticate/482913', { phoneId: 'x' }],
    ['the path behind a colon', '/v1/auth/otp/sms:authenticate:482913', { phoneId: 'x' }],
  ])('contains no one-time password in %s', async (_, path, body) => {
    await sandbox.send('POST', path, body, CLIENT);
    expect(await readJournalText()).not.toContain('482913');
  });

  it.each(['x-otp', 'user-agent', 'x-anything'])(
    'contains no one-time password in the header %s',
    async (name) => {
      await start(sandbox, { headers: { [name]: '482913' } });
      expect(await readJournalText()).not.toContain('482913');
    },
  );

  it.each([
    ['a client secret', SECRET],
    ['an access token', TOKEN],
    ['the secret of another client', 'exchange-app-secret'],
    ['a private key', privateKey],
    ['a private key without 0x', privateKey.slice(2)],
    ['a private key in capitals', privateKey.slice(2).toUpperCase()],
  ])('does not contain %s, wherever it was sent', async (_, secret) => {
    const places: readonly [string, unknown, Record<string, string>][] = [
      [START_PATH, { ...WALLET, note: secret }, {}],
      [START_PATH, { ...WALLET, deep: [{ in: `before ${secret} after` }] }, {}],
      [START_PATH, { [secret]: 1 }, {}],
      [START_PATH, [secret], {}],
      [START_PATH, JSON.stringify(secret), {}],
      [START_PATH, WALLET, { 'x-debug': `key=${secret}` }],
      [START_PATH, WALLET, { 'service-client-id': secret }],
      [`${START_PATH}?key=${secret}`, WALLET, {}],
      [`${START_PATH}?service-client-secret=${secret}`, WALLET, {}],
      [`/v1/${secret}/user`, WALLET, {}],
    ];
    for (const [path, body, headers] of places) {
      await sandbox.send('POST', path, body, { ...CLIENT, ...headers });
    }
    expect(await readJournal(sandbox)).toHaveLength(places.length);
    expect((await readJournalText()).toLowerCase()).not.toContain(secret.toLowerCase());
  });

  it('contains the client id even if the client also sends it as a bearer token', async () => {
    const { 'service-client-id': clientId } = CLIENT;
    await sandbox.send('GET', '/user', undefined, {
      ...CLIENT,
      authorization: `Bearer ${clientId}`,
    });
    expect(await readJournal(sandbox)).toMatchObject([{ clientId }]);
  });

  it('contains no session token sent in an unexpected place', async () => {
    const { body } = await signIn(sandbox);
    const jwt = body.sessionJwt;
    await sandbox.send('GET', `/user?session=${jwt}`, undefined, CLIENT);
    await sandbox.send('GET', `/user/${jwt}`, undefined, CLIENT);
    await start(sandbox, { body: { ...WALLET, note: `Bearer ${jwt}` }, headers: { cookie: jwt } });
    expect(await readJournalText()).not.toContain(jwt.split('.')[1]);
  });
});
