/** The built test kit, loaded by require and by import. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

describe('the test kit in CommonJS', () => {
  it('starts a sandbox, signs in, generates users and reads files', async () => {
    const { stdout } = await run(process.execPath, [
      '--input-type=commonjs',
      '--eval',
      `const { startSandbox } = require('./dist/index.cjs');
      (async () => {
        const sandbox = await startSandbox({ scenario: './scenarios/pairwise.yaml', log: 'pretty' });
        const scenario = { name: 'generated', generate: { seed: 7, users: 3 } };
        const workspace = await sandbox.workspace({ scenario });
        const wallet = workspace.wallets.create();
        const identity = { walletAddress: wallet.address, walletType: 'EVM' };
        const client = workspace.client();
        const start = await client.POST('/v1/auth/cryptoWallet:start', { body: identity });
        const signature = await wallet.sign(start.data.challenge);
        const body = { ...identity, signature };
        const { data } = await client.POST('/v1/auth/cryptoWallet:authenticate', { body });
        const user = await client.as(data.sessionJwt).GET('/user');
        await client.POST('/v1/auth/otp/sms:send', { body: { phoneNumber: '+12025550114' } });
        const { code } = await workspace.inbox.waitFor({ to: '+12025550114' });
        const users = await workspace.users.list();
        console.log(JSON.stringify([user.data.wallets[0].status, code.length, users.length]));
        await sandbox.close();
      })();`,
    ]);
    // Four users: three are generated, one is created by the sign-in.
    expect(JSON.parse(stdout)).toEqual(['verified', 6, 4]);
  });
});

describe('flagbearer/vitest', () => {
  it.each(["import('./dist/vitest.js')", "(async () => require('./dist/vitest.cjs'))()"])(
    'requires vitest: %s',
    async (load) => {
      const script = `${load}.catch(({ message }) => console.log(message))`;
      const { stdout } = await run(process.execPath, ['--input-type=commonjs', '--eval', script]);
      expect(stdout).toContain('flagbearer/vitest can only be used in test files of vitest');
    },
  );
});

describe('flagbearer/playwright', () => {
  it.each(["import('./dist/playwright.js')", "(async () => require('./dist/playwright.cjs'))()"])(
    'starts a sandbox for a worker: %s',
    async (load) => {
      const script = `${load}.then(async ({ flagbearerFixtures }) => {
        const { sandbox } = flagbearerFixtures({ extend: (fixtures) => fixtures });
        await sandbox[0]({}, async ({ url }) => {
          const { status } = await fetch(url + '/sandbox/ready');
          console.log(status, sandbox[1].scope, /^async \\(\\{/.test(String(sandbox[0])));
        });
      })`;
      const { stdout } = await run(process.execPath, ['--input-type=commonjs', '--eval', script]);
      // Playwright reads the required fixtures from the source text of the function.
      expect(stdout.trim()).toBe('200 worker true');
    },
  );
});
