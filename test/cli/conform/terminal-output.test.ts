import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientEnv, runConform } from './run-conform.ts';
import {
  createOutcome,
  createResult,
  createRunner,
  failingResult,
  passingResult,
} from './fake-runner.ts';

const url = 'http://127.0.0.1:4020';

describe('the terminal output', () => {
  it('contains the operation table, the failures and the resources used', async () => {
    const { stdout, stderr } = await runConform([url], { env: clientEnv });
    expect(stderr).toBe('');
    expect(stdout).toBe(`OPERATION             COVERAGE  PASS  FAIL  NOT TESTED OR ERROR
startWalletAuth       covered   -     -     -
authenticateWallet    covered   1     1     -
addWalletToUser       covered   -     -     -
sendSmsOtp            covered   -     -     -
authenticateSmsOtp    covered   -     -     1
sendEmailOtp          covered   -     -     -
authenticateEmailOtp  covered   -     -     -
getUser               covered   -     -     -

Failures:
  §2.4 shows a user mask: userMask has no id (authenticateWallet; 2.4.mask.shape)

Not tested, by reason:
  1 check: needs an OTP source

Dialect: 1 key with a value other than the default, see conform-report/dialect.yaml
Open questions for the service owner: 1. Print them with: flagbearer dialect questions conform-report/dialect.yaml
Budget: 211 of 2000 requests, 12 of 60 one-time passwords, 9 users created
Reports: conform-report; report.html contains the requests and responses

The deployment violates the interface: 1 check failed.
1 pass, 1 not-tested, 1 fail in 2.3 s
`);
  });

  it('starts with the checks that were skipped because of a limit', async () => {
    const reason = 'The limit of 2 min is reached. Increase --max-duration.';
    const skipped = createResult({ id: 'x', verdict: 'not-tested', cause: 'budget', reason });
    const runner = createRunner(createOutcome({ results: [passingResult, skipped] }));
    const { exit, stdout } = await runConform([url], { runner });
    // Every operation is covered, so the run is complete.
    expect(exit).toBe(0);
    expect(stdout.startsWith(`Missing:\n  - 1 check skipped: ${reason}\n`)).toBe(true);
    expect(stdout).toContain('Nothing failed, 8 of 8 operations covered, 1 check skipped.\n');
  });

  it('starts with the problems of an incomplete run, and how to fix them', async () => {
    const reason = 'Could not detect user.path: all paths return 404.';
    const fix = 'Set user.path in a dialect file and pass it with --dialect.';
    const operations = createOutcome().operations.map((operation) =>
      operation.operation === 'getUser'
        ? ({ operation: 'getUser', coverage: 'not-covered', reason, fix } as const)
        : operation,
    );
    const input = { input: 'accounts[a]', reason: 'flags: declared F1001, read none' };
    const { exit, stdout } = await runConform([url], {
      runner: createRunner(
        createOutcome({ results: [passingResult], operations, unusableInputs: [input] }),
      ),
    });
    expect(exit).toBe(4);
    expect(stdout.startsWith('Incomplete: ')).toBe(true);
    expect(stdout)
      .toContain(`Incomplete: nothing failed, 7 of 8 operations covered, 2 problems to fix.
  - getUser is not covered: ${reason} ${fix}
  - accounts[a]: flags: declared F1001, read none.

OPERATION             COVERAGE     PASS  FAIL  NOT TESTED OR ERROR
`);
    expect(stdout).toContain(
      `getUser               NOT COVERED  -     -     -                    ${reason}`,
    );
  });

  it('groups failures by rule and cause', async () => {
    const missingIds = ['a', 'b', 'c'].map((name) => ({
      ...failingResult,
      id: `2.4.mask.shape/${name}`,
    }));
    const invalidId = { ...failingResult, id: '2.4.mask.shape/d', reason: 'userMask.id is 7' };
    const runner = createRunner(createOutcome({ results: [...missingIds, invalidId] }));
    const { stdout } = await runConform([url], { runner });
    expect(stdout).toContain(`Failures:
  §2.4 shows a user mask: userMask has no id (authenticateWallet; 3 checks)
  §2.4 shows a user mask: userMask.id is 7 (authenticateWallet; 2.4.mask.shape/d)
`);
  });

  it('with --verbose, has a line for each check that does not pass', async () => {
    const { stdout } = await runConform([url, '--verbose'], { env: clientEnv });
    expect(stdout.split('\n\n')[0]).toBe(`detecting the dialect, 1 of 8: wallet
running 3 checks
  fail        2.4.mask.shape  userMask has no id
  not-tested  4.5.request.code  needs an OTP source`);
  });

  it('cannot be verbose and quiet', async () => {
    expect((await runConform([url, '--verbose', '--quiet'])).stderr).toBe(
      '--quiet and --verbose cannot be combined. Remove one of them.\n',
    );
  });

  it('shows progress on one line of a terminal', async () => {
    const { stdout } = await runConform([url], { columns: 60 });
    const [progress = ''] = stdout.split('OPERATION');
    const lines = progress.split('\r\u001B[2K');
    expect(lines).toContain('detecting the dialect, 1 of 8: wallet · 0 ms');
    expect(lines).toContain('3 of 3 · §4.5 takes the code that was sent · 0 ms');
    expect(progress).not.toContain('userMask has no id');
    for (const line of lines) expect(line.split('\n').at(-1)?.length).toBeLessThanOrEqual(60);
    // The colour code of a failure is not escaped.
    expect(stdout).toContain('  \u001B[31m§');
    expect(stdout).not.toContain('\\u{1b}');
  });

  it('with --verbose, shows progress on one line below the checks that do not pass', async () => {
    const { stdout } = await runConform([url, '--verbose'], { columns: 60 });
    const [progress = ''] = stdout.split('OPERATION');
    const lines = progress.split('\r\u001B[2K');
    expect(lines.some((line) => line.includes('2.4.mask.shape  userMask has no id'))).toBe(true);
    expect(lines.some((line) => line.includes('4.5.request.code  needs an OTP source'))).toBe(true);
    // This check passes.
    expect(progress).not.toContain('4.2.request.missing-refused');
  });

  it('has no colours with NO_COLOR and no progress line in CI', async () => {
    const plain = await runConform([url], { columns: 80, env: { ...clientEnv, NO_COLOR: '1' } });
    expect(plain.stdout).not.toContain('\u001B[3');
    expect(plain.stdout).toContain('\r\u001B[2K');
    const ci = await runConform([url], { columns: 80, env: { ...clientEnv, CI: 'true' } });
    expect(ci.stdout).not.toContain('\r');
  });

  it('with --json, is one JSON document on stdout and text on stderr', async () => {
    const { stdout, stderr, files } = await runConform([url, '--json']);
    expect(stdout).toBe(files['conform-report/report.json']);
    expect(stderr).toContain('OPERATION ');
    expect(stderr).toContain('1 check failed.');
  });

  it('escapes control and bidirectional characters from the deployment', async () => {
    const result = { ...failingResult, reason: 'said \u001B[2J\nand\u202E more' };
    const runner = createRunner(createOutcome({ results: [result] }));
    const { stdout } = await runConform([url], { runner });
    expect(stdout).toContain('said \\u{1b}[2J and\\u{202e} more');
  });
});

describe('in GitHub Actions', () => {
  it('prints annotations and appends to the step summary', async () => {
    const env = { ...clientEnv, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '' };
    const { stdout } = await runConform([url], { env });
    expect(stdout).toMatch(/^::error file=.*userMask has no id \(2\.4\.mask\.shape\)$/m);
    expect((await runConform([url])).stdout).not.toContain('::error');

    const summary = await runConform([url, '--json'], {
      env: (cwd) => ({ ...env, GITHUB_STEP_SUMMARY: join(cwd, 'step.md') }),
      files: { 'step.md': 'Before.\n' },
    });
    expect(summary.files['step.md']).toBe(`Before.\n${summary.files['conform-report/summary.md']}`);
    expect(() => void JSON.parse(summary.stdout)).not.toThrow();
    expect(summary.stderr).toMatch(/^::error /m);
  });
});
