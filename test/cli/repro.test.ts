import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFolder } from '../config/in-folder.ts';
import { byNetwork, call, newWallet, TestWorkspace, useSandbox } from '../sandbox.ts';
import type { ClientApp } from '../sandbox.ts';
import { flagbearer } from './flagbearer.ts';

const sandbox = useSandbox();
const small = useSandbox({ journalLimit: 5 });

/** A recorded run: what a test changes in it, it knows. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Recorded = any;

/** Records a workspace, lets a test change the file, and replays it. */
async function replay(workspace: TestWorkspace, change: (recorded: Recorded) => void = () => {}) {
  return inFolder({}, async (cwd) => {
    const written = await flagbearer(['repro', workspace.url, '-o', 'bug.json'], { cwd });
    expect(written).toMatchObject({ exit: 0, stdout: '', stderr: '' });
    const file = join(cwd, 'bug.json');
    const text = await readFile(file, 'utf8');
    const recorded: Recorded = JSON.parse(text);
    change(recorded);
    await writeFile(file, JSON.stringify(recorded));
    const ended = await flagbearer(['repro', 'run', 'bug.json', '--json'], { cwd });
    expect(ended.stderr).toBe('');
    return { exit: ended.exit, text, ...JSON.parse(ended.stdout) };
  });
}

/** The first user of the default scenario, whose key is public. */
async function signInAda(workspace: TestWorkspace, app: ClientApp): Promise<string> {
  const { body: wallets } = await workspace.control('/wallets');
  const { address } = wallets.items[0];
  const wallet = { walletAddress: address, walletNetwork: 'ETHEREUM' };
  const { body: started } = await app.start(wallet);
  const { body: signed } = await workspace.control(`/wallets/${address}:sign`, {
    body: { message: started.challenge },
  });
  const { status, body } = await app.authenticate(wallet, signed.signature);
  expect(status).toBe(200);
  return body.sessionJwt;
}

async function everything(workspace: TestWorkspace): Promise<void> {
  const app = workspace.client();
  const jwt = await signInAda(workspace, app);
  await app.user(jwt);
  await workspace.control('/users/ada:submitKyc', { body: { outcome: 'IN_REVIEW' } });
  await workspace.control('/users/ada/transactions', {
    body: { settles: { after: 'PT30S', outcome: 'failure' } },
  });
  await app.user(jwt);
  await workspace.control('/clock', {
    method: 'PATCH',
    body: { advance: 'PT1M', frozen: true },
  });
  await app.user(jwt);
  await workspace.control('/users/ada', { method: 'PATCH', body: { addFlags: ['K1001'] } });
  await app.user(jwt);
  const own = newWallet();
  await app.addWallet(byNetwork(own), jwt);
  await workspace.control('/clock', { method: 'PATCH', body: { frozen: false } });
  await app.signIn(newWallet());

  const { body: sent } = await app.sendSms('+12025550104');
  const otp = await workspace.lastCode('+12025550104');
  await app.authenticateSms({ phoneId: sent.phoneId, otp: otp === '000000' ? '000001' : '000000' });
  await app.authenticateSms({ phoneId: sent.phoneId, otp });
  const { body: mailed } = await app.sendEmail('finn@example.test');
  await app.authenticateEmail({
    emailId: mailed.emailId,
    otp: await workspace.lastCode('finn@example.test'),
  });

  await workspace.control('/faults', {
    method: 'PUT',
    body: {
      rules: [
        { effect: { status: 503 }, times: 1 },
        { effect: { connection: 'drop' }, times: 1 },
      ],
    },
  });
  await app.user(jwt);
  await app.user(jwt).catch(() => undefined);
  await app.user('not-a-session');
  await app.start({ walletAddress: 'nonsense', walletNetwork: 'BITCOIN' });
  await app.call('/user', { headers: { 'service-client-secret': 'wrong' } });
  await app.call('/nowhere?code=123456');
}

describe('flagbearer repro run', () => {
  it('gets every answer again, whatever was done in between', async () => {
    const workspace = await sandbox.workspace({ seed: 7 });
    await everything(workspace);
    const { exit, text, summary, calls, controls } = await replay(workspace);
    expect(calls.filter(({ verdict }: { verdict: string }) => verdict !== 'same')).toMatchObject([
      { verdict: 'notReplayed', notes: ['a secret in its query is not in the journal'] },
    ]);
    expect(controls).toEqual([]);
    expect(summary).toEqual({ same: calls.length - 1, differs: 0, notReplayed: 1, missing: 0 });
    expect(calls.length).toBeGreaterThan(15);
    expect(exit).toBe(1);
    const recorded = JSON.parse(text);
    expect(recorded).toMatchObject({ reproVersion: 1, seed: 7, workspace: workspace.name });
    expect(JSON.stringify(recorded.journal)).not.toContain('wallet-app-secret');
  });

  it('gets a run under chaos again', async () => {
    const workspace = await sandbox.workspace({ seed: 11 });
    const app = workspace.client();
    await app.start(byNetwork(newWallet()));
    await workspace.control('/chaos', {
      method: 'PUT',
      body: { level: 'high', kinds: ['unknownFields', 'rateLimit', 'unknownFlag'] },
    });
    for (let calls = 0; calls < 20; calls += 1) await app.sendEmail('finn@example.test');
    const { exit, summary } = await replay(workspace);
    expect([exit, summary.same]).toEqual([0, 21]);
  });

  it('begins a fork where it began', async () => {
    const origin = await sandbox.workspace();
    const jwt = await signInAda(origin, origin.client());
    const { body } = await call(`${sandbox.url}/sandbox/workspaces`, {
      body: { from: origin.name },
    });
    const fork = new TestWorkspace(body.baseUrl, body.name);
    expect((await fork.client().user(jwt)).status).toBe(200);
    expect(await replay(fork)).toMatchObject({ exit: 0, summary: { same: 1 } });
  });

  it('says where an answer differs', async () => {
    const workspace = await sandbox.workspace();
    await workspace.client().sendEmail('finn@example.test');
    const { exit, calls } = await replay(workspace, ({ journal }) => {
      journal[0].response.body.emailMask = 'g***@example.test';
    });
    expect(exit).toBe(1);
    expect(calls).toMatchObject([
      {
        verdict: 'differs',
        differences: [
          {
            pointer: '/response/body/emailMask',
            was: 'g***@example.test',
            is: 'f***@example.test',
          },
        ],
      },
    ]);
  });

  it('never says that a call is the same which it could not make', async () => {
    const workspace = await sandbox.workspace();
    const app = workspace.client();
    await app.user(await signInAda(workspace, app));
    const { exit, calls } = await replay(workspace, ({ journal }) => {
      // As though the sign-in had not been recorded.
      journal.splice(0, 2);
    });
    expect(exit).toBe(1);
    expect(calls).toMatchObject([
      { verdict: 'notReplayed', notes: [expect.stringMatching(/has no session here/)] },
    ]);
  });

  it('says how many calls the journal had no room for', async () => {
    const workspace = await small.workspace();
    const app = workspace.client();
    for (let calls = 0; calls < 103; calls += 1) await app.sendEmail('finn@example.test');
    expect(await replay(workspace)).toMatchObject({
      exit: 0,
      summary: { same: 3, differs: 0, notReplayed: 0, missing: 100 },
    });
  });

  it.each([
    ['{', /document|bug\.json/],
    ['{"reproVersion": 2}', /2 has to be 1\. Version of this format/],
    ['{"reproVersion": 1, "surprise": true}', /surprise/],
  ])('refuses %s', async (text, said) => {
    await inFolder({ 'bug.json': text }, async (cwd) => {
      const { exit, stdout, stderr } = await flagbearer(['repro', 'run', 'bug.json'], { cwd });
      expect([exit, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(said);
    });
  });
});

describe('flagbearer repro', () => {
  it('has nothing to write before the first call, and needs a sandbox', async () => {
    const { url } = await sandbox.workspace();
    const unused = await flagbearer(['repro', url]);
    expect(unused).toMatchObject({ exit: 2, stdout: '' });
    expect(unused.stderr).toContain('nothing to replay');
    const nowhere = await flagbearer(['repro', 'http://127.0.0.1:9']);
    expect(nowhere.exit).toBe(3);
    const missing = await flagbearer(['repro', 'run', 'no-such.json']);
    expect(missing.exit).toBe(2);
  });
});
