/** For each rule: a trace that violates the rule, and a similar trace without a violation. */
import type { Wallet } from 'ethers';
import { expect } from 'vitest';
import type { ClientRuleId } from '../../src/contract/client-rules.gen.ts';
import { toNetworkIdentity, toTypeIdentity, createWallet, sendRequest } from '../sandbox.ts';
import type { ClientApp, WalletFields } from '../sandbox.ts';
import { sendRawRequest } from '../server/raw-request.ts';
import type { ObservedWorkspace } from './observed-workspace.ts';

type Trace = (observed: ObservedWorkspace) => Promise<unknown>;

export interface TracePair {
  readonly violating: Trace;
  readonly correct: Trace;
  /** The dialect for the correct trace. */
  readonly dialect?: object;
}

/** Longer than a session is valid by default, in milliseconds. */
const AFTER_SESSION = 2 * 3_600_000;
/** The time that a person needs to type a code, in milliseconds. */
const TYPING_TIME = 4000;

const REJECTED = { code: 4001, message: 'The user rejected the request.' };

interface BrowserWallet {
  readonly wallet?: Wallet;
  /** The wallet whose key signs. Default: `wallet`. */
  readonly signer?: Wallet;
  readonly chainId?: number;
  /** The field `signedWith` of the wallet record. It does not select the key that signs; `signer` does. */
  readonly signedWith?: 'wrongKey';
  readonly error?: object;
  /** The form in which the app sends the challenge to the wallet. */
  readonly messageForm?: 'bytes';
  readonly challenge?: 'truncated';
}

/** Starts a sign-in, signs the challenge, and records the signature or error, as a browser wallet does. */
async function startAndSign(
  { app, workspace }: ObservedWorkspace,
  {
    wallet = createWallet(),
    signer = wallet,
    chainId = 1,
    error,
    messageForm,
    challenge,
    signedWith,
  }: BrowserWallet = {},
) {
  const identity = toNetworkIdentity(wallet);
  const { body } = await app.start(identity);
  const message = String(body.challenge).slice(0, challenge === 'truncated' ? -1 : undefined);
  const signature = await signer.signMessage(message);
  const param = messageForm === 'bytes' ? `0x${Buffer.from(message).toString('hex')}` : message;
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
const createIdentity = () => toNetworkIdentity(createWallet());

export const tracePairs: { readonly [Id in ClientRuleId]: TracePair } = {
  'client-headers-missing': {
    violating: ({ workspace }) =>
      sendRequest(`${workspace.url}${START}`, { body: createIdentity() }),
    correct: ({ workspace }) => sendRequest(`${workspace.url}/favicon.ico`),
  },
  'client-credentials-wrong': {
    violating: ({ app }) => app.send('/user', { headers: { 'service-client-secret': 'guess' } }),
    correct: ({ otherApp: other }) => other.start(createIdentity()),
  },
  'content-type-wrong': {
    violating: ({ app }) => startAs(app, { 'content-type': 'text/plain' }),
    correct: async (observed) => {
      await startAs(observed.app, { 'content-type': 'application/JSON; charset=utf-8' });
      await observed.signInAndRead();
    },
  },
  'accept-wrong': {
    violating: async ({ app }) => {
      await startAs(app, { accept: 'text/html' });
      await postRaw(app, START, createIdentity());
    },
    correct: async ({ app }) => {
      await startAs(app, { accept: 'text/plain;q=0.5, application/*' });
      await postRaw(app, '/v1/auth/otp/email:send', { emailAddress: 'ann@example.test' });
    },
  },
  'sms-bearer-missing': {
    violating: ({ app }) => app.post('/v1/auth/otp/sms:send', { phoneNumber: '+12025550101' }),
    correct: async ({ app }) => {
      await app.sendSms('+12025550101');
      await app.sendEmail('ann@example.test');
    },
  },
  'sms-bearer-wrong': {
    violating: ({ app }) => app.sendSms('+12025550101', 'exchange-app-token'),
    // A session that has expired is refused like an unknown bearer token.
    correct: async (observed) => {
      const { session } = await observed.signInAndRead();
      observed.wait(AFTER_SESSION);
      await observed.app.sendSms('+12025550101', session);
    },
  },
  'body-not-json': {
    violating: ({ app }) => app.send(START, { body: '{"walletAddress":' }),
    correct: ({ app }) => app.send(START, { body: `\n ${JSON.stringify(createIdentity())}` }),
  },
  'fields-wrong': {
    violating: ({ app }) => app.post(START, { walletNetwork: 'ETHEREUM' }),
    // §7 leaves open whether a service rejects an unknown field: this dialect ignores it.
    dialect: { requests: { unknownFields: 'ignore' } },
    correct: ({ app }) => app.post(START, { ...createIdentity(), theme: 'dark' }),
  },
  'both-wallet-fields': {
    violating: ({ app }) => app.post(START, { ...createIdentity(), walletType: 'EVM' }),
    dialect: { wallet: { both: 'accept' } },
    correct: ({ app }) => app.post(START, { ...createIdentity(), walletType: 'EVM' }),
  },
  'no-wallet-field': {
    violating: ({ app }) => app.post(START, { walletAddress: createWallet().address }),
    correct: ({ app }) => app.post(START, toTypeIdentity(createWallet())),
  },
  'network-unknown': {
    violating: ({ app }) => app.post(START, toNetworkIdentity(createWallet(), 'ethereum')),
    correct: ({ app }) => app.post(START, toNetworkIdentity(createWallet(), 'POLYGON')),
  },
  'phone-number-format': {
    violating: ({ app }) => app.sendSms('2025550101'),
    correct: ({ app }) => app.sendSms('+12025550101'),
  },
  'path-unknown': {
    violating: ({ app }) => app.post('/v1/auth/cryptowallet/start', createIdentity()),
    // Only a path that is similar to an operation is a mistake.
    correct: ({ app }) => app.send('/.well-known/apple-app-site-association'),
  },
  'prefix-missing': {
    violating: ({ app }) => app.post('/auth/cryptoWallet:start', createIdentity()),
    correct: ({ app }) => app.send('/auth/login'),
  },
  'method-wrong': {
    violating: ({ app }) => app.send(START),
    correct: ({ app }) => sendRawRequest(app.url, { method: 'HEAD', path: START }),
  },
  'authenticate-without-start': {
    violating: async ({ app }) => {
      const wallet = createWallet();
      await app.authenticate(toNetworkIdentity(wallet), await wallet.signMessage('let me in'));
    },
    correct: (observed) => observed.signInAndRead(),
  },
  'challenge-reused': {
    violating: async ({ app }) => {
      const wallet = createWallet();
      const { body } = await app.start(toNetworkIdentity(wallet));
      const signature = await wallet.signMessage(body.challenge);
      await app.authenticate(toNetworkIdentity(wallet), signature);
      await app.authenticate(toNetworkIdentity(wallet), signature);
      // Sends the old signature after a new challenge was started.
      await app.start(toNetworkIdentity(wallet));
      await app.authenticate(toNetworkIdentity(wallet), signature);
    },
    correct: async (observed) => {
      const { wallet } = await observed.signInAndRead();
      await observed.signInAndRead(wallet);
    },
  },
  'challenge-outdated': {
    violating: async ({ app }) => {
      const wallet = createWallet();
      const { body: first } = await app.start(toNetworkIdentity(wallet));
      await app.start(toNetworkIdentity(wallet));
      await app.authenticate(toNetworkIdentity(wallet), await wallet.signMessage(first.challenge));
    },
    // The challenge expires after five minutes; the client starts again.
    correct: async (observed) => {
      const wallet = createWallet();
      const { body } = await observed.app.start(toNetworkIdentity(wallet));
      observed.wait(6 * 60_000);
      await observed.app.authenticate(
        toNetworkIdentity(wallet),
        await wallet.signMessage(body.challenge),
      );
      await observed.signInAndRead(wallet);
    },
  },
  'challenge-altered': {
    violating: async ({ app }) => {
      const wallet = createWallet();
      const { body } = await app.start(toNetworkIdentity(wallet));
      await app.authenticate(
        toNetworkIdentity(wallet),
        await wallet.signMessage(`${body.challenge} `),
      );
    },
    correct: async (observed) => {
      const wallet = createWallet();
      await observed.app.start(toNetworkIdentity(wallet));
      await observed.signInAndRead(wallet);
    },
  },
  'signature-not-from-wallet': {
    violating: async (observed) => {
      const { identity } = await startAndSign(observed);
      await observed.app.authenticate(identity, await createWallet().signMessage('another'));
    },
    // The wallet signs with a wrong key: the app cannot detect this.
    correct: async (observed) => {
      const { identity, signature } = await startAndSign(observed, {
        signedWith: 'wrongKey',
        signer: createWallet(),
      });
      await observed.app.authenticate(identity, signature);
    },
  },
  'authenticate-after-rejection': {
    violating: async (observed) => {
      const { identity } = await startAndSign(observed, { error: REJECTED });
      await observed.app.authenticate(identity, 'undefined');
    },
    // The user rejects the first request, and approves the second one.
    correct: async (observed) => {
      const wallet = createWallet();
      await startAndSign(observed, { error: REJECTED, wallet });
      const { identity, signature } = await startAndSign(observed, { wallet });
      await signIn(observed, identity, signature);
    },
  },
  'challenge-not-returned': {
    violating: async (observed) => {
      const { identity, signature } = await startAndSign(observed, { challenge: 'truncated' });
      await observed.app.authenticate(identity, signature);
    },
    // Some libraries send the challenge to the wallet as bytes. Some write the signature in upper case, with a last
    // byte `v` of 0 or 1.
    correct: async (observed) => {
      const { identity, signature } = await startAndSign(observed, { messageForm: 'bytes' });
      const rs = signature.slice(0, -2).toUpperCase().replace('0X', '0x');
      await signIn(observed, identity, rs + (signature.endsWith('1b') ? '00' : '01'));
    },
  },
  'wallet-chain-differs': {
    violating: async (observed) => {
      const { identity, signature } = await startAndSign(observed, { chainId: 137 });
      await signIn(observed, identity, signature);
    },
    // A test network of Ethereum.
    correct: async (observed) => {
      const { identity, signature } = await startAndSign(observed, { chainId: 11_155_111 });
      await signIn(observed, identity, signature);
    },
  },
  'otp-reused': {
    violating: async (observed) => {
      const attempt = await observed.sendEmail('reused@example.test');
      await observed.app.authenticateEmail(attempt);
      await observed.app.authenticateEmail(attempt);
    },
    // The user types the code of the previous message.
    correct: async (observed) => {
      const { emailId, otp } = await observed.sendEmail('finn@example.test');
      await observed.app.authenticateEmail({ emailId, otp });
      await observed.sendEmail('finn@example.test');
      observed.wait(20_000);
      await observed.app.authenticateEmail({ emailId, otp });
      await observed.signInByEmailAndRead('finn@example.test');
    },
  },
  'otp-of-another-record': {
    violating: async (observed) => {
      const { otp } = await observed.sendEmail('finn@example.test');
      await observed.app.authenticateEmail({
        emailId: '00000000-0000-4000-8000-000000000000',
        otp,
      });
    },
    // Both codes have the same record; the user types the first code.
    correct: async (observed) => {
      const { emailId, otp } = await observed.sendEmail('finn@example.test');
      await observed.sendEmail('finn@example.test');
      await observed.app.authenticateEmail({ emailId, otp });
    },
  },
  'otp-guessed': {
    violating: async (observed) => {
      const { emailId, otp } = await observed.sendEmail('guess@example.test');
      for (const difference of [1, 2, 3])
        await observed.app.authenticateEmail({ emailId, otp: createWrongCode(otp, difference) });
    },
    correct: async (observed) => {
      const { emailId, otp } = await observed.sendEmail('guess@example.test');
      for (const difference of [1, 2, 3]) {
        observed.wait(TYPING_TIME);
        await observed.app.authenticateEmail({ emailId, otp: createWrongCode(otp, difference) });
      }
      const { body } = await observed.app.authenticateEmail({ emailId, otp });
      await observed.app.readUser(body.sessionJwt);
    },
  },
  'otp-tried-while-locked': {
    violating: async (observed) => {
      const attempt = await lockOtp(observed);
      observed.wait(3000);
      await observed.app.authenticateEmail(attempt);
    },
    correct: async (observed) => {
      await lockOtp(observed);
      observed.wait(5000);
      await observed.signInByEmailAndRead('locked@example.test');
    },
  },
  'otp-resent-too-soon': {
    violating: async ({ app }) => {
      for (let sends = 0; sends < 5; sends += 1) await app.sendSms('+12025550101');
    },
    correct: async (observed) => {
      for (let sends = 0; sends < 5; sends += 1) {
        await observed.app.sendSms('+12025550101');
        observed.wait(30_000);
      }
      // Five people need no pauses between their sends.
      for (let person = 0; person < 5; person += 1)
        await observed.app.sendSms(`+1202555011${person}`);
    },
  },
  'session-of-another-client': {
    violating: async (observed) => {
      const { session } = await observed.signInAndRead();
      await observed.otherApp.readUser(session);
    },
    correct: async (observed) => {
      const { wallet } = await observed.signInAndRead();
      await observed.signInAndRead(wallet, observed.otherApp);
    },
  },
  'rejected-token-reused': {
    violating: async (observed) => {
      const { session } = await observed.signInAndRead();
      observed.wait(AFTER_SESSION);
      await observed.app.readUser(session);
      observed.wait(1000);
      await observed.app.readUser(session);
    },
    correct: async (observed) => {
      const { session, wallet } = await observed.signInAndRead();
      observed.wait(AFTER_SESSION);
      await observed.app.readUser(session);
      await observed.signInAndRead(wallet);
    },
  },
  'secret-in-url': {
    violating: async ({ app }) => {
      await app.send('/user?secret=wallet-app-secret');
      await app.send('/v1/auth/otp/email:authenticate?code=123456');
    },
    dialect: { requests: { unknownFields: 'ignore' } },
    correct: ({ app }) => app.send('/user?page=123456&ref=00000000-0000-4000-8000-000000000000'),
  },
  'user-not-read': {
    violating: (observed) => observed.signIn(),
    correct: async (observed) => {
      const { wallet } = await observed.signInAndRead();
      await observed.signIn(wallet);
    },
  },
  'kyc-status-not-read': {
    violating: async (observed) => {
      const { userId } = await observed.signInAndRead();
      await observed.submitKyc(userId, 'IN_REVIEW');
    },
    correct: async (observed) => {
      const { userId, session } = await observed.signInAndRead();
      await observed.submitKyc(userId, 'IN_REVIEW');
      await observed.app.readUser(session);
      // The client never signed in as Tom, so it need not read this user.
      await observed.submitKyc('tom');
    },
  },
  'failure-not-read': {
    violating: async (observed) => {
      const { userId } = await observed.signInAndRead();
      await observed.settle(await observed.submitTransaction(userId), 'failure');
    },
    correct: async (observed) => {
      const { userId, session } = await observed.signInAndRead();
      const first = await observed.submitTransaction(userId);
      await observed.settle(await observed.submitTransaction(userId), 'failure');
      await observed.app.readUser(session);
      // §3: a success sets no flag.
      await observed.settle(first, 'success');
    },
  },
  'return-not-read': {
    violating: async (observed) => {
      const { userId, session } = await observed.signInAndRead();
      const payment = await observed.submitTransaction(userId);
      await observed.settle(payment, 'success');
      await observed.return(payment);
      await observed.app.addWallet(createIdentity(), session);
    },
    // The client sends no request after the return.
    correct: async (observed) => {
      const { userId } = await observed.signInAndRead();
      const payment = await observed.submitTransaction(userId);
      await observed.settle(payment, 'success');
      await observed.return(payment);
    },
  },
  'write-under-fraud': {
    violating: async (observed) => {
      const { session } = await observed.signInAs('kira');
      await observed.app.addWallet(createIdentity(), session);
      observed.wait(1000);
      await observed.app.addWallet(createIdentity(), session);
      await observed.app.readUser(session);
      observed.wait(1000);
      await observed.app.addWallet(createIdentity(), session);
    },
    // The rejection informs the client about the flag.
    correct: async (observed) => {
      const { session } = await observed.signInAs('kira');
      await observed.app.addWallet(createIdentity(), session);
      await observed.app.readUser(session);
    },
  },
  'user-read-polling': {
    violating: async (observed) => {
      const { session } = await observed.signInAndRead();
      for (let reads = 0; reads < 10; reads += 1) await observed.app.readUser(session);
    },
    correct: async (observed) => {
      const { session, userId } = await observed.signInAndRead();
      for (let reads = 0; reads < 9; reads += 1) {
        await observed.app.readUser(session);
        observed.wait(2000);
      }
      // Reads without pauses, but each read returns a new transaction.
      for (let reads = 0; reads < 10; reads += 1) {
        await observed.submitTransaction(userId);
        await observed.app.readUser(session);
      }
    },
  },
  'start-polling': {
    violating: async ({ app }) => {
      const wallet = createIdentity();
      for (let starts = 0; starts < 10; starts += 1) await app.start(wallet);
    },
    correct: async ({ app }) => {
      for (let starts = 0; starts < 10; starts += 1) await app.start(createIdentity());
    },
  },
  'retry-after-ignored': {
    violating: async (observed) => {
      await sendWhileBusy(observed);
      observed.wait(500);
      await observed.app.sendEmail('busy@example.test');
    },
    correct: async (observed) => {
      await sendWhileBusy(observed);
      await observed.app.sendEmail('somebody.else@example.test');
      observed.wait(1000);
      await observed.app.sendEmail('busy@example.test');
    },
  },
};

function startAs(app: ClientApp, headers: Record<string, string>) {
  return app.send(START, { body: createIdentity(), headers });
}

/** Sends a request without the headers that fetch adds. */
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

/** Returns a wrong code: the right code plus a difference. */
function createWrongCode(otp: string, difference: number): string {
  return String((Number(otp) + difference) % 10 ** otp.length).padStart(otp.length, '0');
}

/** Tries wrong codes, as slowly as a person does. The sixth response reports that the code is locked. */
async function lockOtp(observed: ObservedWorkspace) {
  const { emailId, otp } = await observed.sendEmail('locked@example.test');
  for (const difference of [1, 2, 3, 4, 5, 6]) {
    observed.wait(TYPING_TIME);
    await observed.app.authenticateEmail({ emailId, otp: createWrongCode(otp, difference) });
  }
  return { emailId, otp };
}

/** Sends an email that is refused with a Retry-After of 1 second. */
async function sendWhileBusy(observed: ObservedWorkspace) {
  const effect = { code: 'rateLimited' };
  await observed.setFault({ match: { operation: 'sendEmailOtp' }, effect, times: 1 });
  await observed.app.sendEmail('busy@example.test');
}
