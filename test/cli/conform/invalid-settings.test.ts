import { describe, expect, it } from 'vitest';
import { serviceOperations } from '../../../src/contract/effective/service-contract.ts';
import { runConform, type RunOptions } from './run-conform.ts';
import { createOutcome, createRunner } from './fake-runner.ts';

/** Returns the error that is printed. Fails if a run begins. */
async function readError(args: readonly string[], options: RunOptions = {}) {
  const runner = createRunner(createOutcome());
  const { exit, stdout, stderr } = await runConform(args, { ...options, runner });
  expect({ exit, stdout, runs: runner.settingsOfRuns }).toEqual({ exit: 2, stdout: '', runs: [] });
  return stderr;
}

const url = 'https://staging.example.test';
const createConfigFile = (text: string) => ({ 'flagbearer.config.yaml': text });

describe('flagbearer conform prints errors and exits with 2, before a check runs, for', () => {
  const urlError =
    'BASE-URL: expected an absolute http or https URL without credentials, query or fragment, such as https://staging.example.test\n';

  it.each([
    'staging.example.test',
    'ftp://a.test',
    'https://me:secret@a.test',
    'https://a.test?x=1',
    'https://a.test#x',
    'http://',
    '',
  ])('the base URL "%s"', async (operand) => {
    expect(await readError([operand])).toBe(urlError);
  });

  it('a missing base URL, and missing client credentials', async () => {
    expect(await readError([])).toMatch(
      /^missing base URL: add it, as in flagbearer conform .*\n$/,
    );
    expect(await readError([url], { env: {} })).toMatch(
      /^missing client credentials: .*--client-id and --client-secret.*\n$/,
    );
    expect(await readError([url, '--client-id', 'a'], { env: {} })).toBe(
      'missing client secret: set --client-secret, or FLAGBEARER_CLIENT_SECRET, or conform.clientSecret in flagbearer.config.yaml.\n',
    );
    expect(await readError([url, '--client-secret', 'a'], { env: {} })).toBe(
      'missing client id: set --client-id, or FLAGBEARER_CLIENT_ID, or conform.clientId in flagbearer.config.yaml.\n',
    );
  });

  it('a run in which every operation is skipped', async () => {
    const operations = [...serviceOperations.keys()];
    const toOptions = (skipped: readonly string[]) =>
      skipped.flatMap((operation) => ['--skip', operation]);
    expect(await readError([url, ...toOptions(operations)])).toMatch(
      /^skip: expected at least one operation/,
    );
    // With one operation, the run begins.
    expect((await runConform([url, ...toOptions(operations.slice(1))])).exit).not.toBe(2);
  });

  const sourceError =
    '--otp-source: expected fixed:000000, command:CMD, inbox, prompt, or an http or https URL with {destination} in it\n';

  it.each(['fixed:', 'command: ', 'mailbox', 'https://otp.test/last', 'ftp://a/{destination}'])(
    'the OTP source "%s"',
    async (source) => {
      expect(await readError([url, '--otp-source', source])).toBe(sourceError);
    },
  );

  it.each(['10', '0s', 'PT', 'PT0S', '1h', '-1s', '10 s'])('the timeout "%s"', async (text) => {
    expect(await readError([url, `--timeout=${text}`])).toBe(
      `--timeout: expected a duration above zero in ms, s or m, such as 10s, 500ms, 1m or PT10S (ISO 8601), got "${text}"\n`,
    );
  });

  it('a second client with the id of the first client', async () => {
    // runConform sets the client id qa.
    const secondClient = '{clientId: qa, clientSecret: another-client-secret}';
    const files = createConfigFile(`conform: {secondClient: ${secondClient}}\n`);
    expect(await readError([url], { files })).toBe(
      'secondClient.clientId: expected another client than clientId, got "qa" for both\n',
    );
  });

  it.each(['0'.repeat(64), 'f'.repeat(64)])('the private key 0x%s', async (digits) => {
    const files = createConfigFile(
      `conform: {accounts: [{name: rita, privateKey: '0x${digits}'}]}\n`,
    );
    expect(await readError([url], { files })).toBe(
      'accounts[rita].privateKey: expected a key greater than 0 and less than the order of secp256k1. Replace the key\n',
    );
  });

  it('a prompt without a terminal', async () => {
    expect(await readError([url, '--otp-source', 'prompt'])).toMatch(
      /^--otp-source: prompt requires a terminal.*\n$/,
    );
  });

  it('an unknown check, with a suggestion', async () => {
    expect(await readError([url, '--only', '4.2', '--only', '2.4.msak'])).toBe(
      '--only: no check id equals or starts with "2.4.msak". Did you mean 2.4.mask?\n',
    );
    expect(await readError([url, '--only', 'signatures'])).toMatch(
      /See flagbearer conform --list\.\n$/,
    );
  });

  it('an invalid dialect, with a list of all its problems', async () => {
    const files = {
      'd.yaml': 'version: 1\nvalues:\n  wallet: {variant: both}\n  user: {pth: /me}\n',
    };
    const lines = (await readError([url, '--dialect', 'd.yaml'], { files })).split('\n');
    expect(lines[0]).toBe('invalid dialect:');
    expect(lines[1]).toMatch(
      /^d\.yaml:3:21: error Expected one of either, network, type, got "both"\./,
    );
    expect(lines[2]).toMatch(/^d\.yaml:4:10: error Unknown key "pth"\./);
    expect(await readError([url, '--dialect', 'no.yaml'])).toMatch(
      /^cannot read the dialect no\.yaml: no such file.*\n$/,
    );
  });

  it('an invalid configuration file, with the position of each of its problems', async () => {
    const files = createConfigFile(`conform:
  taget: https://a.test
  clientSecret: \${NOWHERE}
  concurrency: 0
  skip: readUser
  destinations: {phoneNumbers: [12025550199], emailAddresses: [nobody]}
  secondClient: {clientId: b}
  accounts:
    - {name: nobody, kycStatus: PENDING}
    - {name: a, phoneNumber: "+12025550199", privateKey: 0xabc,
       flags: [{code: K1001, category: 7}], transactions: [{cryptoStatus: DONE}]}
    - {name: b, emailAddress: b@example.test, flag: [], kycStaus: APPROVED, note: x}
`);
    const lines = (await readError([url], { files })).trimEnd().split('\n');
    expect(lines).toEqual([
      'flagbearer.config.yaml:2:3: unknown key "taget" in conform. Did you mean target?',
      'flagbearer.config.yaml:3:17: the environment variable NOWHERE is not set. Set it, or write the value here',
      'flagbearer.config.yaml:4:16: conform.concurrency: expected a whole number from 1 to 64, got 0',
      'flagbearer.config.yaml:5:9: conform.skip: expected one of startWalletAuth, authenticateWallet, addWalletToUser, sendSmsOtp, authenticateSmsOtp, sendEmailOtp, authenticateEmailOtp, getUser, got "readUser"',
      'flagbearer.config.yaml:6:33: conform.destinations.phoneNumbers: expected a string in quotes: a phone number in international format (E.164), such as "+12025550199", got 12025550199',
      'flagbearer.config.yaml:6:64: conform.destinations.emailAddresses: expected an email address, such as qa@example.test, got "nobody"',
      'flagbearer.config.yaml:7:17: conform.secondClient: missing key "clientSecret"',
      'flagbearer.config.yaml:9:7: conform.accounts[0]: missing key: add one of emailAddress, phoneNumber, privateKey',
      'flagbearer.config.yaml:9:33: conform.accounts[0].kycStatus: expected one of APPROVED, IN_REVIEW, DECLINED, got "PENDING"',
      'flagbearer.config.yaml:10:58: conform.accounts[1].privateKey: expected a string in quotes: 0x and 64 hexadecimal digits',
      'flagbearer.config.yaml:11:40: conform.accounts[1].flags[0].category: expected a string in quotes, got 7',
      'flagbearer.config.yaml:11:75: conform.accounts[1].transactions[0].cryptoStatus: expected one of PENDING, COMPLETE, FAILED, got "DONE"',
      'flagbearer.config.yaml:12:47: unknown key "flag" in conform.accounts[2]. Did you mean flags?',
      'flagbearer.config.yaml:12:57: unknown key "kycStaus" in conform.accounts[2]. Did you mean kycStatus?',
    ]);
  });

  it('a report folder or file that is not writable', async () => {
    const files = { taken: 'a file' };
    expect(await readError([url, '--report-dir', 'taken'], { files })).toMatch(
      /^--report-dir: cannot write taken: a file exists where a folder is expected\. Use another path\.\n$/,
    );
    expect(await readError([url, '--dialect-out', 'taken/d.yaml'], { files })).toMatch(
      /^--dialect-out: cannot write taken\/d\.yaml: a file exists where a folder is expected\. Use another path\.\n$/,
    );
    const inFolder = { 'taken/d.yaml': '' };
    expect(await readError([url, '--dialect-out', 'taken'], { files: inFolder })).toMatch(
      /^--dialect-out: cannot write taken: it is a folder, not a file\. Use another path\.\n$/,
    );
    expect(await readError([url, '--write-baseline', '/dev/null'])).toMatch(
      /^--write-baseline: cannot write \/dev\/null: /,
    );
    const sameFile = ['--dialect-out', 'a.yaml', '--write-baseline', './a.yaml'];
    expect(await readError([url, ...sameFile])).toBe(
      '--dialect-out and --write-baseline: both write ./a.yaml. Choose two files.\n',
    );
  });
});
