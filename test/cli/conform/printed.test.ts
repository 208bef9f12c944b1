import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { client, conforming } from './conforming.ts';
import { failing, outcome, runnerThat } from './fake-runner.ts';

const url = 'http://127.0.0.1:4020';

describe('what is printed', () => {
  it('is for a log a line for each section and each verdict but pass, and then the summary', async () => {
    const { stdout, stderr } = await conforming([url], { env: client });
    expect(stderr).toBe('');
    expect(stdout).toBe(`discovering the dialect, 1 of 8: wallet
running 3 checks
§2.4 Authentication result
  fail        2.4.mask.shape  userMask has no id
§4.2 Wallet authenticate
§4.5 SMS authenticate
  not-tested  4.5.request.code  needs an OTP source

SECTION                     PASS  OBSERVED  NOT-TESTED  WARN  ERROR  FAIL
§2.4 Authentication result  -     -         -           -     -      1
§4.2 Wallet authenticate    1     -         -           -     -      -
§4.5 SMS authenticate       -     -         1           -     -      -

Failed:
  2.4.mask.shape (§2.4): userMask has no id

Not tested:
     1  needs an OTP source

Dialect: 1 key not at the default, in conform-report/dialect.yaml
Open: 1 question for the vendor
Budget: 211 of 2000 requests, 12 of 60 one-time passwords, 9 users made
Reports: conform-report; report.html has the exchanges

The deployment breaks the interface: 1 check failed.
1 pass, 1 not-tested, 1 fail in 2.3 s
`);
  });

  it('is on a terminal one line that changes, and what goes wrong above it', async () => {
    const { stdout } = await conforming([url], { columns: 60 });
    const [live = ''] = stdout.split('\nSECTION');
    const lines = live.split('\r\u001B[2K');
    expect(lines).toContain('discovering the dialect, 1 of 8: wallet · 0 ms');
    expect(lines.some((line) => line.includes('2.4.mask.shape  userMask has no id'))).toBe(true);
    expect(lines).toContain('3 of 3 · §4.5 takes the code that was sent · 0 ms');
    expect(live).not.toContain('needs an OTP source');
    for (const line of lines) expect(line.split('\n').at(-1)?.length).toBeLessThanOrEqual(60);
    expect(stdout).toContain('\u001B[31m');
  });

  it('has no colours with NO_COLOR, and no live line in CI', async () => {
    const plain = await conforming([url], { columns: 80, env: { ...client, NO_COLOR: '1' } });
    expect(plain.stdout).not.toContain('\u001B[3');
    expect(plain.stdout).toContain('\r\u001B[2K');
    const ci = await conforming([url], { columns: 80, env: { ...client, CI: 'true' } });
    expect(ci.stdout).not.toContain('\r');
  });

  it('is with --json one document on stdout; the rest is on stderr', async () => {
    const { stdout, stderr, files } = await conforming([url, '--json']);
    expect(stdout).toBe(files['conform-report/report.json']);
    expect(stderr).toContain('running 3 checks\n');
    expect(stderr).toContain('1 check failed.');
  });

  it('shows nothing of a deployment that could turn a terminal round', async () => {
    const nasty = { ...failing, reason: 'said \u001B[2J\nand\u202E more' };
    const runner = runnerThat(outcome({ results: [nasty] }));
    const { stdout } = await conforming([url], { runner });
    expect(stdout).toContain('said \\u{1b}[2J and\\u{202e} more');
  });
});

describe('in GitHub Actions', () => {
  it('annotates, and adds to the summary of the step', async () => {
    const env = { ...client, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '' };
    const { stdout } = await conforming([url], { env });
    expect(stdout).toMatch(/^::error file=.*userMask has no id \(2\.4\.mask\.shape\)$/m);
    expect((await conforming([url])).stdout).not.toContain('::error');

    const summary = await conforming([url, '--json'], {
      env: (cwd) => ({ ...env, GITHUB_STEP_SUMMARY: join(cwd, 'step.md') }),
      files: { 'step.md': 'Before.\n' },
    });
    expect(summary.files['step.md']).toBe(`Before.\n${summary.files['conform-report/summary.md']}`);
    expect(() => void JSON.parse(summary.stdout)).not.toThrow();
    expect(summary.stderr).toMatch(/^::error /m);
  });
});
