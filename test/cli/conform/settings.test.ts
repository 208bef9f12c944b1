import { describe, expect, it } from 'vitest';
import { clientEnv, runConform, type RunOptions } from './run-conform.ts';
import { createOutcome, createRunner } from './fake-runner.ts';

async function readSettings(args: readonly string[], options: RunOptions = {}) {
  const runner = createRunner(createOutcome());
  const { stderr } = await runConform(args, { ...options, runner });
  expect(stderr).toBe('');
  return runner.settingsOfRuns[0];
}

const url = 'https://staging.example.test';
const configFile = (text: string) => ({ 'flagbearer.config.yaml': text });

describe('the settings of a run', () => {
  it('have defaults', async () => {
    expect(await readSettings([url, '--seed', '7'])).toEqual({
      target: url,
      client: { clientId: 'qa', clientSecret: 'a-client-secret', accessToken: null },
      secondClient: null,
      otpSource: null,
      destinations: null,
      generateDestinations: null,
      accounts: [],
      dialect: null,
      only: [],
      skip: [],
      timeout: 10_000,
      concurrency: 64,
      maxRequests: 3000,
      maxOtpSends: 300,
      maxDuration: 120_000,
      seed: 7,
      maskedTexts: new Map(),
    });
  });

  it('have a random seed by default', async () => {
    const seeds = [(await readSettings([url]))?.seed, (await readSettings([url]))?.seed];
    for (const seed of seeds) expect(Number.isSafeInteger(seed)).toBe(true);
    expect(seeds[0]).not.toBe(seeds[1]);
  });

  it('come from the configuration file, with variables at any depth', async () => {
    const files = {
      'found.yaml': 'version: 1\nvalues: {wallet: {variant: type}}\n',
      ...configFile(`conform:
  target: https://a.test/base/
  clientId: \${ID}
  clientSecret: \${SECRET}
  accessToken: \${TOKEN}
  otpSource: https://otp.example.test/last?channel={channel}&to={destination}
  dialect: found.yaml
  only: ["4.2"]
  skip: addWalletToUser
  timeout: PT1M30S
  concurrency: 1
  destinations: {phoneNumbers: ["+12025550199"]}
  generateDestinations: true
  secondClient: {clientId: b, clientSecret: \${B_SECRET}, accessToken: \${B_TOKEN}}
  accounts:
    - {name: failed-tx, emailAddress: \${USER}, kycStatus: APPROVED,
       flags: [{code: T1001, category: Transaction Processing}, {code: F0000}],
       transactions: [{cryptoStatus: FAILED}, {cryptoStatus: COMPLETE, returned: true}]}
    - name: wallet
      privateKey: \${KEY}
      flags: []
`),
    };
    const key = `0x${'a'.repeat(64)}`;
    const secrets = { SECRET: 's1', TOKEN: 't1', B_SECRET: 's2', B_TOKEN: 't2', KEY: key };
    const env = { ID: 'id', USER: 'f@example.test', ...secrets };
    expect(await readSettings([], { files, env })).toMatchObject({
      target: 'https://a.test/base',
      client: { clientId: 'id', clientSecret: 's1', accessToken: 't1' },
      secondClient: { clientId: 'b', clientSecret: 's2', accessToken: 't2' },
      otpSource: {
        kind: 'url',
        template: 'https://otp.example.test/last?channel={channel}&to={destination}',
      },
      dialect: { version: 1, values: { wallet: { variant: 'type' } } },
      only: ['4.2'],
      skip: ['addWalletToUser'],
      timeout: 90_000,
      concurrency: 1,
      destinations: { phoneNumbers: ['+12025550199'], emailAddresses: [] },
      generateDestinations: true,
      accounts: [
        {
          name: 'failed-tx',
          emailAddress: 'f@example.test',
          phoneNumber: null,
          privateKey: null,
          kycStatus: 'APPROVED',
          flags: [
            { code: 'T1001', category: 'Transaction Processing' },
            { code: 'F0000', category: null },
          ],
          transactions: [{ cryptoStatus: 'FAILED' }, { cryptoStatus: 'COMPLETE', returned: true }],
        },
        { name: 'wallet', privateKey: key, kycStatus: null, flags: [], transactions: null },
      ],
    });
  });

  it('come from the option, else the environment variable, else the file', async () => {
    const files = configFile(
      'conform: {target: http://file.test, clientId: file, clientSecret: s, maxRequests: 3}',
    );
    const env = { FLAGBEARER_TARGET: 'http://env.test', FLAGBEARER_MAX_REQUESTS: '2' };
    const flags = ['http://flag.test', '--max-requests', '1', '--client-id', 'flag'];
    expect(await readSettings(flags, { files, env })).toMatchObject({
      target: 'http://flag.test',
      client: { clientId: 'flag' },
      maxRequests: 1,
    });
    expect(await readSettings([], { files, env })).toMatchObject({
      target: 'http://env.test',
      client: { clientId: 'file' },
      maxRequests: 2,
    });
    expect(await readSettings([], { files, env: {} })).toMatchObject({
      target: 'http://file.test',
      maxRequests: 3,
    });
  });

  it.each([
    ['inbox', { kind: 'inbox' }],
    ['fixed:000000', { kind: 'fixed', code: '000000' }],
    [
      'command:./otp.sh "$OTP_DESTINATION"',
      { kind: 'command', command: './otp.sh "$OTP_DESTINATION"' },
    ],
    [
      'http://a.test/{channel}/{destination}',
      { kind: 'url', template: 'http://a.test/{channel}/{destination}' },
    ],
  ])('accept %s as the OTP source', async (source, otpSource) => {
    expect(await readSettings([url, '--otp-source', source])).toMatchObject({ otpSource });
  });

  it('accept the terminal as the OTP source', async () => {
    const runner = createRunner(createOutcome());
    // With `columns`, the run has a terminal.
    await runConform([url, '--otp-source', 'prompt'], { runner, columns: 80 });
    expect(runner.settingsOfRuns[0]?.otpSource).toEqual({ kind: 'prompt' });
  });

  it.each([
    ['10s', 10_000],
    ['1.5s', 1500],
    ['250ms', 250],
    ['2m', 120_000],
    ['PT0.5S', 500],
  ])('parse --timeout %s', async (text, timeout) => {
    expect(await readSettings([url, '--timeout', text])).toMatchObject({ timeout });
  });
});

describe('FLAGBEARER_* variables', () => {
  it('set options, and can contain lists', async () => {
    const env = {
      ...clientEnv,
      FLAGBEARER_TARGET: `${url}//`,
      FLAGBEARER_ACCESS_TOKEN: 'token',
      FLAGBEARER_OTP_SOURCE: 'inbox',
      FLAGBEARER_ONLY: '4.2, 2.4',
      FLAGBEARER_SKIP: 'getUser, sendSmsOtp',
      FLAGBEARER_MAX_OTP_SENDS: '0',
      FLAGBEARER_SEED: '3',
    };
    expect(await readSettings([], { env })).toMatchObject({
      target: url,
      client: { accessToken: 'token' },
      otpSource: { kind: 'inbox' },
      only: ['4.2', '2.4'],
      skip: ['getUser', 'sendSmsOtp'],
      maxOtpSends: 0,
      seed: 3,
    });
  });

  it('are ignored for settings available only in the file', async () => {
    const env = { ...clientEnv, FLAGBEARER_ACCOUNTS: 'x', FLAGBEARER_DESTINATIONS: 'x' };
    expect(await readSettings([url], { env })).toMatchObject({ accounts: [], destinations: null });
  });
});
