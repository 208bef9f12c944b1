/** A client without mistakes that covers nearly every case, in the default dialect. */
import { expect } from 'vitest';
import { toNetworkIdentity, toTypeIdentity, createWallet } from '../sandbox.ts';
import type { ObservedWorkspace } from './observed-workspace.ts';

export async function runCarefulClient(observed: ObservedWorkspace): Promise<void> {
  await signInEveryWay(observed);
  await readEveryState(observed);
  await followAccount(observed);
  await triggerRefusals(observed);
}

const EVA_PHONE = '+12025550104';
const GINA_PHONE = '+12025550106';
const GINA_EMAIL = 'gina@example.test';

async function signInEveryWay(observed: ObservedWorkspace): Promise<void> {
  const { app } = observed;
  const first = await observed.signInAndRead();
  await observed.signInAndRead(first.wallet);
  await observed.signInAndRead(first.wallet, observed.otherApp);

  const byTypeOnly = createWallet();
  const { body: signedIn } = await app.signIn(byTypeOnly, toTypeIdentity(byTypeOnly));
  await app.readUser(signedIn.sessionJwt);

  const { body: sent } = await app.sendSms(EVA_PHONE);
  const otp = await observed.workspace.readLastCode(EVA_PHONE);
  const { body } = await app.authenticateSms({ phoneId: sent.phoneId, otp });
  expect(body).toHaveProperty('userMask.phoneMask');
  await app.readUser(body.sessionJwt);
  await observed.signInByEmailAndRead('finn@example.test');

  // A second wallet of the first user, on the other network.
  const second = createWallet();
  await app.addWallet(toNetworkIdentity(second, 'POLYGON'), first.session);
  const { body: verified } = await app.signIn(second, toNetworkIdentity(second, 'POLYGON'));
  await app.readUser(verified.sessionJwt);
}

/** Reads users with each flag and status, and Sara, who is new to the client. */
async function readEveryState(observed: ObservedWorkspace): Promise<void> {
  const keys = 'gina hugo iris jack kira liam mona nils olga paul sara'.split(' ');
  for (const key of keys) {
    const { session } = await observed.signInAs(key);
    await observed.app.readUser(session);
  }
}

/** Reads the user after KYC and after three payments: a returned, a failed and an automatically failed payment. */
async function followAccount(observed: ObservedWorkspace): Promise<void> {
  const { userId, session } = await observed.signInAndRead();
  const read = () => observed.app.readUser(session);
  await observed.submitKyc(userId, 'IN_REVIEW');
  await read();
  const payment = await observed.submitTransaction(userId);
  await observed.settle(payment, 'success');
  await read();
  await observed.return(payment);
  await read();
  await observed.settle(await observed.submitTransaction(userId), 'failure');
  await read();
  const failing = await observed.submitTransaction(userId, { after: 'PT30S', outcome: 'failure' });
  let isPending: boolean;
  do {
    observed.wait(10_000);
    const { body } = await read();
    isPending = body.transactions.some(
      ({ id, cryptoStatus }: { id: string; cryptoStatus: string }) =>
        id === failing && cryptoStatus === 'PENDING',
    );
  } while (isPending);
}

/** Rejections that a client without mistakes receives. */
async function triggerRefusals(observed: ObservedWorkspace): Promise<void> {
  const { app } = observed;
  // Five wrong attempts lock the first code; the sixth is rejected as locked. The second code expires.
  for (const channel of ['sms', 'email'] as const) {
    const first = await send(observed, channel);
    for (let tries = 0; tries < 6; tries += 1) {
      observed.wait(3000);
      await first.tryCode(first.otp.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)));
    }
    const second = await send(observed, channel);
    observed.wait(11 * 60_000);
    expect((await second.tryCode(second.otp)).body).toMatchObject({ code: 'otpExpired' });
  }

  const wallet = createWallet();
  const { body } = await app.start(toNetworkIdentity(wallet));
  const signature = await wallet.signMessage(body.challenge);
  observed.wait(6 * 60_000);
  expect((await app.authenticate(toNetworkIdentity(wallet), signature)).status).toBe(401);

  // A Fraud flag restricts Kira; Ada's wallet and the phone number belong to other users.
  const kira = await observed.signInAs('kira');
  await app.addWallet(toNetworkIdentity(createWallet()), kira.session);
  await app.readUser(kira.session);
  const { session } = await observed.signInAndRead(wallet);
  const ada = { walletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' };
  await app.addWallet({ ...ada, walletNetwork: 'ETHEREUM' }, session);
  await app.sendSms(EVA_PHONE, session);

  // The session expires before a read, and then before a write.
  observed.wait(2 * 3_600_000);
  await app.readUser(session);
  const late = await observed.signInAndRead(wallet);
  observed.wait(2 * 3_600_000);
  await app.addWallet(toNetworkIdentity(createWallet()), late.session);
}

async function send({ app, workspace }: ObservedWorkspace, channel: 'sms' | 'email') {
  const isSms = channel === 'sms';
  const { body } = await (isSms ? app.sendSms(GINA_PHONE) : app.sendEmail(GINA_EMAIL));
  const otp = await workspace.readLastCode(isSms ? GINA_PHONE : GINA_EMAIL);
  const tryCode = (code: string) =>
    isSms
      ? app.authenticateSms({ phoneId: body.phoneId, otp: code })
      : app.authenticateEmail({ emailId: body.emailId, otp: code });
  return { otp, tryCode };
}
