import { describe, expect, it } from 'vitest';
import { runConform } from './run-conform.ts';
import {
  failingResult,
  createOutcome,
  passingResult,
  createRunner,
  type RunOutcome,
} from './fake-runner.ts';

const secrets = {
  clientSecret: 'canary-client-secret',
  accessToken: 'canary-access-token',
  otp: 'canary-otp-code',
  secondSecret: 'canary-second-secret',
  secondToken: 'canary-second-token',
  privateKey: `0x${'c0ffee77'.repeat(8)}`,
};

const url = 'http://127.0.0.1:4020';

const credentialOptions = [
  ...['--client-id', 'qa', '--client-secret', secrets.clientSecret],
  ...['--access-token', secrets.accessToken, '--otp-source', `fixed:${secrets.otp}`],
];

const env = {
  FLAGBEARER_CLIENT_ID: 'qa',
  FLAGBEARER_CLIENT_SECRET: secrets.clientSecret,
  FLAGBEARER_ACCESS_TOKEN: secrets.accessToken,
  FLAGBEARER_OTP_SOURCE: `fixed:${secrets.otp}`,
};

const createConfigFile = (extra = '') => ({
  'flagbearer.config.yaml': `conform:
  clientId: qa
  clientSecret: ${secrets.clientSecret}
  accessToken: ${secrets.accessToken}
  otpSource: fixed:${secrets.otp}
  secondClient: {clientId: b, clientSecret: ${secrets.secondSecret}, accessToken: ${secrets.secondToken}}
  accounts: [{name: a, privateKey: "${secrets.privateKey}"}]
${extra}`,
});

describe('secrets do not appear in any output', () => {
  it.each([
    ['options', [url, ...credentialOptions], {}],
    ['variables', [url], { env }],
    ['the configuration file', [url], { files: createConfigFile(), env: {} }],
    [
      'the configuration file, with --json',
      [url, '--json'],
      { files: createConfigFile(), env: {} },
    ],
  ] as const)('if they come from %s', async (_, args, options) => {
    for (const outcome of [createOutcome(), createOutcome({ results: [passingResult] })]) {
      expectNoSecrets(await readOutput([...args], options, outcome));
    }
  });

  it.each([
    ['a client secret with a space', [url, '--client-secret', `${secrets.clientSecret} x`], {}],
    ['an unknown OTP source', [url, '--otp-source', `foxed:${secrets.otp}`], {}],
    [
      'a secret in the base URL',
      [`http://qa:${secrets.clientSecret}@a.test`, ...credentialOptions],
      {},
    ],
    [
      'a variable with a space',
      [url],
      { env: { ...env, FLAGBEARER_ACCESS_TOKEN: `${secrets.accessToken} x` } },
    ],
    [
      'a map instead of a list',
      [url],
      { files: createConfigFile(`  only: {a: ${secrets.otp}}\n`), env: {} },
    ],
    [
      'lists instead of maps',
      [url],
      { files: { 'flagbearer.config.yaml': `conform: {secondClient: [${secrets.secondSecret}]}` } },
    ],
    [
      'a colon without a space',
      [url],
      { files: { 'flagbearer.config.yaml': `conform: {clientSecret:${secrets.clientSecret}}` } },
    ],
    [
      'a seed that is a variable with a secret',
      [url],
      {
        files: { 'flagbearer.config.yaml': 'conform: {seed: ${X}}' },
        env: { ...env, X: secrets.secondSecret },
      },
    ],
  ] as const)('if the configuration has %s', async (_, args, options) => {
    const outcome = createOutcome({ results: [failingResult] });
    const output = await readOutput([...args], options, outcome);
    expect(output['exit']).toBe('2');
    expectNoSecrets(output);
  });
});

/** Returns the output and the written files of a run. */
async function readOutput(
  args: readonly string[],
  options: object,
  outcome: RunOutcome,
): Promise<Readonly<Record<string, string>>> {
  const runner = createRunner(outcome);
  const { exit, stdout, stderr, files } = await runConform(args, { ...options, runner });
  const { 'flagbearer.config.yaml': _input, ...writtenFiles } = files;
  return { ...writtenFiles, stdout, stderr, exit: String(exit) };
}

function expectNoSecrets(texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    for (const secret of Object.values(secrets)) {
      expect(text.includes(secret), `${secret} in ${name}`).toBe(false);
    }
  }
}
