/** A client without mistakes that covers nearly every case, in the default dialect. */
import { expect } from 'vitest';
import { toTypeIdentity } from '../sandbox.ts';
import { toNetworkIdentity, createWallet } from './observed-workspace.ts';
import type { ObservedWorkspace, SignedIn } from './observed-workspace.ts';

export async function runCarefulClient(bench: ObservedWorkspace): Promise<void> {
  await signInEveryWay(bench);
  await readEveryState(bench);
  await followAccount(bench);
  await triggerRefusals(bench);
}

async function signInEveryWay(bench: ObservedWorkspace): Promise<void> {
  const { app } = bench;
  const first = await bench.signInAndRead();
  await bench.signInAndRead(first.wallet);
  await bench.signInAndRead(first.wallet, bench.other);

  const byTypeOnly = createWallet();
  const { body: started } = await app.start(toTypeIdentity(byTypeOnly));
  const signature = await byTypeOnly.signMessage(started.challenge);
  const { body: signedIn } = await app.authenticate(toTypeIdentity(byTypeOnly), signature);
  await app.readUser(signedIn.sessionJwt);

  const { body: sent } = await app.sendSms('+12025550104');
  const otp = await bench.workspace.readLastCode('+12025550104');
  const { body } = await app.authenticateSms({ phoneId: sent.phoneId, otp });
  expect(body).toHaveProperty('userMask.phoneMask');
  await app.readUser(body.sessionJwt);
  await bench.signInByEmail('finn@example.test');

  // A second wallet of the first user, on the other network.
  const second = createWallet();
  await app.addWallet(toNetworkIdentity(second, 'POLYGON'), first.session);
  const { body: again } = await app.start(toNetworkIdentity(second, 'POLYGON'));
  const { body: verified } = await app.authenticate(
    toNetworkIdentity(second, 'POLYGON'),
    await second.signMessage(again.challenge),
  );
  await app.readUser(verified.sessionJwt);
}

/** Hugo to Paul: each flag and status; Sara is new to the client. */
async function readEveryState(bench: ObservedWorkspace): Promise<void> {
  for (const index of [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 18]) await signInAndRead(bench, index);
}

/** KYC, a payment that succeeds and is returned, one that fails, one that settles as failed. */
async function followAccount(bench: ObservedWorkspace): Promise<void> {
  const { userId, session } = await bench.signInAndRead();
  const read = () => bench.app.readUser(session);
  await bench.submitKyc(userId, 'IN_REVIEW');
  await read();
  const payment = await bench.submitTransaction(userId);
  await bench.settle(payment, 'success');
  await read();
  await bench.return(payment);
  await read();
  await bench.settle(await bench.submitTransaction(userId), 'failure');
  await read();
  const failing = await bench.submitTransaction(userId, { after: 'PT30S', outcome: 'failure' });
  for (let isPending = true; isPending;) {
    bench.wait(10_000);
    const { body } = await read();
    isPending = body.transactions.some(
      ({ id, cryptoStatus }: { id: string; cryptoStatus: string }) =>
        id === failing && cryptoStatus === 'PENDING',
    );
  }
}

/** Rejections that a client without mistakes receives. */
async function triggerRefusals(bench: ObservedWorkspace): Promise<void> {
  const { app } = bench;
  // The code is mistyped until it locks; the next one expires.
  for (const channel of ['sms', 'email'] as const) {
    const first = await send(bench, channel);
    for (let tries = 0; tries < 6; tries += 1) {
      bench.wait(3000);
      await first.tryCode(first.otp.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)));
    }
    const second = await send(bench, channel);
    bench.wait(11 * 60_000);
    expect((await second.tryCode(second.otp)).body).toMatchObject({ code: 'otpExpired' });
  }

  const wallet = createWallet();
  const { body } = await app.start(toNetworkIdentity(wallet));
  const signature = await wallet.signMessage(body.challenge);
  bench.wait(6 * 60_000);
  expect((await app.authenticate(toNetworkIdentity(wallet), signature)).status).toBe(401);

  // Kira's flag is met at the write, Ada's wallet belongs to Ada.
  const kira = await bench.signInAs(10);
  await app.addWallet(toNetworkIdentity(createWallet()), kira.session);
  await app.readUser(kira.session);
  const { session } = await bench.signInAndRead(wallet);
  const ada = { walletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' };
  await app.addWallet({ ...ada, walletNetwork: 'ETHEREUM' }, session);
  await app.sendSms('+12025550104', session);

  bench.wait(2 * 3_600_000);
  await app.readUser(session);
  const late = await bench.signInAndRead(wallet);
  bench.wait(2 * 3_600_000);
  await app.addWallet(toNetworkIdentity(createWallet()), late.session);
}

async function send({ app, workspace }: ObservedWorkspace, channel: 'sms' | 'email') {
  if (channel === 'sms') {
    const to = '+12025550106';
    const { body } = await app.sendSms(to);
    const otp = await workspace.readLastCode(to);
    return {
      otp,
      tryCode: (code: string) => app.authenticateSms({ phoneId: body.phoneId, otp: code }),
    };
  }
  const to = 'gina@example.test';
  const { body } = await app.sendEmail(to);
  const otp = await workspace.readLastCode(to);
  return {
    otp,
    tryCode: (code: string) => app.authenticateEmail({ emailId: body.emailId, otp: code }),
  };
}

async function signInAndRead(bench: ObservedWorkspace, index: number): Promise<SignedIn> {
  const signedIn = await bench.signInAs(index);
  await bench.app.readUser(signedIn.session);
  return signedIn;
}
