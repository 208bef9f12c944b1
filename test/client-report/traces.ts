/** For each rule a trace that breaks it, and a similar one that does not. */
import type { Wallet } from 'ethers';
import { expect } from 'vitest';
import type { ClientRuleId } from '../../src/contract/client-rules.gen.ts';
import { toTypeIdentity, sendRequest } from '../sandbox.ts';
import type { ClientApp, WalletFields } from '../sandbox.ts';
import { sendRawRequest } from '../server/raw-request.ts';
import { toNetworkIdentity, createWallet } from './observed-workspace.ts';
import type { ObservedWorkspace } from './observed-workspace.ts';

type Trace = (bench: ObservedWorkspace) => Promise<unknown>;

export interface Twins {
  readonly careless: Trace;
  readonly innocent: Trace;
  /** Of the innocent twin. */
  readonly dialect?: object;
}

const REJECTED = { error: { code: 4001, message: 'The user rejected the request.' } };

interface SignedByWallet {
  readonly chainId?: number;
  readonly signedWith?: 'wrongKey';
  readonly error?: object;
  /** How the app sends the challenge to the wallet. */
  readonly sends?: 'bytes';
  readonly trims?: 'the end';
}

/** Starts a sign-in, and has a wallet in a browser sign the challenge. @param signer whose key signs */
async function signInBrowser(
  { app, workspace }: ObservedWorkspace,
  { chainId = 1, error, sends, trims, signedWith }: SignedByWallet = {},
  signer?: Wallet,
  wallet = createWallet(),
) {
  const identity = toNetworkIdentity(wallet);
  const { body } = await app.start(identity);
  const message = trims ? String(body.challenge).slice(0, -1) : String(body.challenge);
  const signature = await (signer ?? wallet).signMessage(message);
  const param = sends === 'bytes' ? `0x${Buffer.from(message).toString('hex')}` : message;
  const record = {
    method: 'personal_sign',
    params: [param, wallet.address],
    chainId,
    ...(error ? { status: 'rejected', error } : { status: 'resolved', result: signature }),
    ...(signedWith && { signedWith }),
  };
  const { status } = await workspace.control('/wallet-records', { body: { records: [record] } });
  expect(status).toBe(204);
  return { identity, signature };
}

/** Completes a sign-in as a careful client does. */
async function signIn({ app }: ObservedWorkspace, identity: WalletFields, signature: string) {
  const { body } = await app.authenticate(identity, signature);
  await app.readUser(body.sessionJwt);
}

const START = '/v1/auth/cryptoWallet:start';

export const twins: { readonly [Id in ClientRuleId]: Twins } = {
  'client-headers-missing': {
    careless: ({ workspace }) =>
      sendRequest(`${workspace.url}${START}`, { body: toNetworkIdentity(createWallet()) }),
    innocent: ({ workspace }) => sendRequest(`${workspace.url}/favicon.ico`),
  },
  'client-credentials-wrong': {
    careless: ({ app }) => app.send('/user', { headers: { 'service-client-secret': 'guess' } }),
    innocent: ({ other }) => other.start(toNetworkIdentity(createWallet())),
  },
  'content-type-wrong': {
    careless: ({ app }) => startAs(app, { 'content-type': 'text/plain' }),
    innocent: async (bench) => {
      await startAs(bench.app, { 'content-type': 'application/JSON; charset=utf-8' });
      await bench.signInAndRead();
    },
  },
  'accept-wrong': {
    careless: async ({ app }) => {
      await startAs(app, { accept: 'text/html' });
      await postRaw(app, START, toNetworkIdentity(createWallet()));
    },
    innocent: async ({ app }) => {
      await startAs(app, { accept: 'text/plain;q=0.5, application/*' });
      await postRaw(app, '/v1/auth/otp/email:send', { emailAddress: 'ann@example.test' });
    },
  },
  'sms-bearer-missing': {
    careless: ({ app }) => app.post('/v1/auth/otp/sms:send', { phoneNumber: '+12025550101' }),
    innocent: async ({ app }) => {
      await app.sendSms('+12025550101');
      await app.sendEmail('ann@example.test');
    },
  },
  'sms-bearer-wrong': {
    careless: ({ app }) => app.sendSms('+12025550101', 'exchange-app-token'),
    // A session that has expired is refused like any other bearer.
    innocent: async (bench) => {
      const { session } = await bench.signInAndRead();
      bench.wait(2 * 3_600_000);
      await bench.app.sendSms('+12025550101', session);
    },
  },
  'body-not-json': {
    careless: ({ app }) => app.send(START, { body: '{"walletAddress":' }),
    innocent: ({ app }) =>
      app.send(START, { body: `\n ${JSON.stringify(toNetworkIdentity(createWallet()))}` }),
  },
  'fields-wrong': {
    careless: ({ app }) => app.post(START, { walletNetwork: 'ETHEREUM' }),
    // §7 leaves open whether a service rejects an unknown field: this one does not.
    dialect: { requests: { unknownFields: 'ignore' } },
    innocent: ({ app }) => app.post(START, { ...toNetworkIdentity(createWallet()), theme: 'dark' }),
  },
  'both-wallet-fields': {
    careless: ({ app }) =>
      app.post(START, { ...toNetworkIdentity(createWallet()), walletType: 'EVM' }),
    dialect: { wallet: { both: 'accept' } },
    innocent: ({ app }) =>
      app.post(START, { ...toNetworkIdentity(createWallet()), walletType: 'EVM' }),
  },
  'no-wallet-field': {
    careless: ({ app }) => app.post(START, { walletAddress: createWallet().address }),
    innocent: ({ app }) => app.post(START, toTypeIdentity(createWallet())),
  },
  'network-unknown': {
    careless: ({ app }) => app.post(START, toNetworkIdentity(createWallet(), 'ethereum')),
    innocent: ({ app }) => app.post(START, toNetworkIdentity(createWallet(), 'POLYGON')),
  },
  'phone-number-format': {
    careless: ({ app }) => app.sendSms('2025550101'),
    innocent: ({ app }) => app.sendSms('+12025550101'),
  },
  'path-unknown': {
    careless: ({ app }) =>
      app.post('/v1/auth/cryptowallet/start', toNetworkIdentity(createWallet())),
    innocent: ({ app }) => app.send('/.well-known/apple-app-site-association'),
  },
  'prefix-missing': {
    careless: ({ app }) => app.post('/auth/cryptoWallet:start', toNetworkIdentity(createWallet())),
    innocent: ({ app }) => app.send('/auth/login'),
  },
  'method-wrong': {
    careless: ({ app }) => app.send(START),
    innocent: ({ app }) => sendRawRequest(app.url, { method: 'HEAD', path: START }),
  },
  'authenticate-without-start': {
    careless: async ({ app }) => {
      const wallet = createWallet();
      await app.authenticate(toNetworkIdentity(wallet), await wallet.signMessage('let me in'));
    },
    innocent: (bench) => bench.signInAndRead(),
  },
  'challenge-reused': {
    careless: async ({ app }) => {
      const wallet = createWallet();
      const { body } = await app.start(toNetworkIdentity(wallet));
      const signature = await wallet.signMessage(body.challenge);
      await app.authenticate(toNetworkIdentity(wallet), signature);
      await app.authenticate(toNetworkIdentity(wallet), signature);
      // Sends the old signature after a new challenge was started.
      await app.start(toNetworkIdentity(wallet));
      await app.authenticate(toNetworkIdentity(wallet), signature);
    },
    innocent: async (bench) => {
      const { wallet } = await bench.signInAndRead();
      await bench.signInAndRead(wallet);
    },
  },
  'challenge-outdated': {
    careless: async ({ app }) => {
      const wallet = createWallet();
      const { body: first } = await app.start(toNetworkIdentity(wallet));
      await app.start(toNetworkIdentity(wallet));
      await app.authenticate(toNetworkIdentity(wallet), await wallet.signMessage(first.challenge));
    },
    // The user takes their time; the client starts again.
    innocent: async (bench) => {
      const wallet = createWallet();
      const { body } = await bench.app.start(toNetworkIdentity(wallet));
      bench.wait(6 * 60_000);
      await bench.app.authenticate(
        toNetworkIdentity(wallet),
        await wallet.signMessage(body.challenge),
      );
      await bench.signInAndRead(wallet);
    },
  },
  'challenge-altered': {
    careless: async ({ app }) => {
      const wallet = createWallet();
      const { body } = await app.start(toNetworkIdentity(wallet));
      await app.authenticate(
        toNetworkIdentity(wallet),
        await wallet.signMessage(`${body.challenge} `),
      );
    },
    innocent: async (bench) => {
      const wallet = createWallet();
      await bench.app.start(toNetworkIdentity(wallet));
      await bench.signInAndRead(wallet);
    },
  },
  'signature-not-from-wallet': {
    careless: async (bench) => {
      const { identity } = await signInBrowser(bench);
      await bench.app.authenticate(identity, await createWallet().signMessage('another'));
    },
    // The wallet signs with a wrong key: the app cannot know.
    innocent: async (bench) => {
      const changeCode = createWallet();
      const { identity, signature } = await signInBrowser(
        bench,
        { signedWith: 'wrongKey' },
        changeCode,
      );
      await bench.app.authenticate(identity, signature);
    },
  },
  'authenticate-after-rejection': {
    careless: async (bench) => {
      const { identity } = await signInBrowser(bench, REJECTED);
      await bench.app.authenticate(identity, 'undefined');
    },
    // The user rejects the first request, and approves the second one.
    innocent: async (bench) => {
      const wallet = createWallet();
      await signInBrowser(bench, REJECTED, wallet, wallet);
      const { identity, signature } = await signInBrowser(bench, {}, wallet, wallet);
      await signIn(bench, identity, signature);
    },
  },
  'challenge-not-returned': {
    careless: async (bench) => {
      const { identity, signature } = await signInBrowser(bench, { trims: 'the end' });
      await bench.app.authenticate(identity, signature);
    },
    // Libraries send the bytes of the challenge to the wallet, and v as 0 or 1 to the service.
    innocent: async (bench) => {
      const { identity, signature } = await signInBrowser(bench, { sends: 'bytes' });
      const [rs, v] = [signature.slice(0, -2), signature.slice(-2)];
      await signIn(bench, identity, rs.toUpperCase().replace('0X', '0x') + v);
    },
  },
  'wallet-chain-differs': {
    careless: async (bench) => {
      const { identity, signature } = await signInBrowser(bench, { chainId: 137 });
      await signIn(bench, identity, signature);
    },
    // A test network of Ethereum.
    innocent: async (bench) => {
      const { identity, signature } = await signInBrowser(bench, { chainId: 11_155_111 });
      await signIn(bench, identity, signature);
    },
  },
  'otp-reused': {
    careless: async (bench) => {
      const attempt = await bench.sendEmail('reused@example.test');
      await bench.app.authenticateEmail(attempt);
      await bench.app.authenticateEmail(attempt);
    },
    // The user types the code of the message before.
    innocent: async (bench) => {
      const { emailId, otp } = await bench.sendEmail('finn@example.test');
      await bench.app.authenticateEmail({ emailId, otp });
      await bench.sendEmail('finn@example.test');
      bench.wait(20_000);
      await bench.app.authenticateEmail({ emailId, otp });
      await bench.signInByEmail('finn@example.test');
    },
  },
  'otp-of-another-record': {
    careless: async (bench) => {
      const { otp } = await bench.sendEmail('finn@example.test');
      await bench.app.authenticateEmail({ emailId: '00000000-0000-4000-8000-000000000000', otp });
    },
    innocent: async (bench) => {
      const { emailId, otp } = await bench.sendEmail('finn@example.test');
      await bench.sendEmail('finn@example.test');
      await bench.app.authenticateEmail({ emailId, otp });
    },
  },
  'otp-guessed': {
    careless: async (bench) => {
      const { emailId, otp } = await bench.sendEmail('guess@example.test');
      for (const by of [1, 2, 3])
        await bench.app.authenticateEmail({ emailId, otp: wrong(otp, by) });
    },
    innocent: async (bench) => {
      const { emailId, otp } = await bench.sendEmail('guess@example.test');
      for (const by of [1, 2, 3]) {
        bench.wait(4000);
        await bench.app.authenticateEmail({ emailId, otp: wrong(otp, by) });
      }
      const { body } = await bench.app.authenticateEmail({ emailId, otp });
      await bench.app.readUser(body.sessionJwt);
    },
  },
  'otp-tried-while-locked': {
    careless: async (bench) => {
      const attempt = await lockOtp(bench);
      bench.wait(3000);
      await bench.app.authenticateEmail(attempt);
    },
    innocent: async (bench) => {
      await lockOtp(bench);
      bench.wait(5000);
      await bench.signInByEmail('locked@example.test');
    },
  },
  'otp-resent-too-soon': {
    careless: async ({ app }) => {
      for (let sends = 0; sends < 5; sends += 1) await app.sendSms('+12025550101');
    },
    innocent: async (bench) => {
      for (let sends = 0; sends < 5; sends += 1) {
        await bench.app.sendSms('+12025550101');
        bench.wait(30_000);
      }
      // Different people, at the same time.
      for (let person = 0; person < 5; person += 1) await bench.app.sendSms(`+1202555011${person}`);
    },
  },
  'session-of-another-client': {
    careless: async (bench) => {
      const { session } = await bench.signInAndRead();
      await bench.other.readUser(session);
    },
    innocent: async (bench) => {
      const { wallet } = await bench.signInAndRead();
      await bench.signInAndRead(wallet, bench.other);
    },
  },
  'rejected-token-reused': {
    careless: async (bench) => {
      const { session } = await bench.signInAndRead();
      bench.wait(2 * 3_600_000);
      await bench.app.readUser(session);
      bench.wait(1000);
      await bench.app.readUser(session);
    },
    innocent: async (bench) => {
      const { session, wallet } = await bench.signInAndRead();
      bench.wait(2 * 3_600_000);
      await bench.app.readUser(session);
      await bench.signInAndRead(wallet);
    },
  },
  'secret-in-url': {
    careless: async ({ app }) => {
      await app.send('/user?secret=wallet-app-secret');
      await app.send('/v1/auth/otp/email:authenticate?code=123456');
    },
    dialect: { requests: { unknownFields: 'ignore' } },
    innocent: ({ app }) => app.send('/user?page=123456&ref=00000000-0000-4000-8000-000000000000'),
  },
  'user-not-read': {
    careless: (bench) => bench.signIn(),
    innocent: async (bench) => {
      const { wallet } = await bench.signInAndRead();
      await bench.signIn(wallet);
    },
  },
  'kyc-status-not-read': {
    careless: async (bench) => {
      const { userId } = await bench.signInAndRead();
      await bench.submitKyc(userId, 'IN_REVIEW');
    },
    innocent: async (bench) => {
      const { userId, session } = await bench.signInAndRead();
      await bench.submitKyc(userId, 'IN_REVIEW');
      await bench.app.readUser(session);
      // No client has signed in as Tom.
      await bench.submitKyc('tom');
    },
  },
  'failure-not-read': {
    careless: async (bench) => {
      const { userId } = await bench.signInAndRead();
      await bench.settle(await bench.submitTransaction(userId), 'failure');
    },
    innocent: async (bench) => {
      const { userId, session } = await bench.signInAndRead();
      const first = await bench.submitTransaction(userId);
      await bench.settle(await bench.submitTransaction(userId), 'failure');
      await bench.app.readUser(session);
      // §3: a success sets no flag.
      await bench.settle(first, 'success');
    },
  },
  'return-not-read': {
    careless: async (bench) => {
      const { userId, session } = await bench.signInAndRead();
      const payment = await bench.submitTransaction(userId);
      await bench.settle(payment, 'success');
      await bench.return(payment);
      await bench.app.addWallet(toNetworkIdentity(createWallet()), session);
    },
    // It happens while the client is not in use.
    innocent: async (bench) => {
      const { userId } = await bench.signInAndRead();
      const payment = await bench.submitTransaction(userId);
      await bench.settle(payment, 'success');
      await bench.return(payment);
    },
  },
  'write-under-fraud': {
    careless: async (bench) => {
      const { session } = await bench.signInAs(10);
      await bench.app.addWallet(toNetworkIdentity(createWallet()), session);
      bench.wait(1000);
      await bench.app.addWallet(toNetworkIdentity(createWallet()), session);
      await bench.app.readUser(session);
      bench.wait(1000);
      await bench.app.addWallet(toNetworkIdentity(createWallet()), session);
    },
    // The rejection informs the client about the flag.
    innocent: async (bench) => {
      const { session } = await bench.signInAs(10);
      await bench.app.addWallet(toNetworkIdentity(createWallet()), session);
      await bench.app.readUser(session);
    },
  },
  'user-read-polling': {
    careless: async (bench) => {
      const { session } = await bench.signInAndRead();
      for (let reads = 0; reads < 10; reads += 1) await bench.app.readUser(session);
    },
    innocent: async (bench) => {
      const { session, userId } = await bench.signInAndRead();
      for (let reads = 0; reads < 9; reads += 1) {
        await bench.app.readUser(session);
        bench.wait(2000);
      }
      // Polls quickly, but each read returns something new.
      for (let reads = 0; reads < 10; reads += 1) {
        await bench.submitTransaction(userId);
        await bench.app.readUser(session);
      }
    },
  },
  'start-polling': {
    careless: async ({ app }) => {
      const wallet = toNetworkIdentity(createWallet());
      for (let starts = 0; starts < 10; starts += 1) await app.start(wallet);
    },
    innocent: async ({ app }) => {
      for (let starts = 0; starts < 10; starts += 1)
        await app.start(toNetworkIdentity(createWallet()));
    },
  },
  'retry-after-ignored': {
    careless: async (bench) => {
      await sendWhileBusy(bench);
      bench.wait(500);
      await bench.app.sendEmail('busy@example.test');
    },
    innocent: async (bench) => {
      await sendWhileBusy(bench);
      await bench.app.sendEmail('somebody.else@example.test');
      bench.wait(1000);
      await bench.app.sendEmail('busy@example.test');
    },
  },
};

function startAs(app: ClientApp, headers: Record<string, string>) {
  return app.send(START, { body: toNetworkIdentity(createWallet()), headers });
}

/** Without the headers that fetch adds. */
function postRaw(app: ClientApp, path: string, body: object) {
  return sendRawRequest(app.url, {
    path,
    headers: [
      ['service-client-id', app.id],
      ['service-client-secret', `${app.id}-secret`],
      ['content-type', 'application/json'],
    ],
    body: JSON.stringify(body),
  });
}

/** Returns a wrong code. */
function wrong(otp: string, by: number): string {
  return String((Number(otp) + by) % 10 ** otp.length).padStart(otp.length, '0');
}

/** Tries, as a person does, until the password is locked. */
async function lockOtp(bench: ObservedWorkspace) {
  const { emailId, otp } = await bench.sendEmail('locked@example.test');
  for (const by of [1, 2, 3, 4, 5, 6]) {
    bench.wait(4000);
    await bench.app.authenticateEmail({ emailId, otp: wrong(otp, by) });
  }
  return { emailId, otp };
}

/** A send that is refused with Retry-After. */
async function sendWhileBusy(bench: ObservedWorkspace) {
  const effect = { code: 'rateLimited' };
  await bench.setFaults({ match: { operation: 'sendEmailOtp' }, effect, times: 1 });
  await bench.app.sendEmail('busy@example.test');
}
