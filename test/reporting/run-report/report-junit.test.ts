import { describe, expect, it } from 'vitest';
import { formatReportJunit } from '../../../src/reporting/run-report/report-junit.ts';
import { expectValidJunit, readJunit } from '../read-junit.ts';
import { hostileReport, sampleReport } from '../sample-report.ts';

describe('the JUnit report', () => {
  it('is valid under the JUnit XML schemas', async () => {
    const stop = { kind: 'unreachable', message: 'connection refused' } as const;
    await expectValidJunit(formatReportJunit(sampleReport));
    await expectValidJunit(formatReportJunit(hostileReport));
    await expectValidJunit(formatReportJunit({ ...sampleReport, results: [], stop }));
  });

  it('has a suite for the coverage, and one per clause in the order of the interface', () => {
    const suites = readJunit(formatReportJunit(sampleReport)).testsuite;
    expect(suites.map(({ name }: { name: string }) => name)).toEqual([
      'Operation coverage',
      '§2.1 Request headers',
      '§2.2 Crypto wallet',
      '§2.3 Challenge',
      '§4.1 Wallet start',
      '§4.5 SMS authenticate',
      '§4.7 Email authenticate',
      '§4.8 User read',
      '§7.5 FAILED crypto status',
    ]);
  });

  it('counts a known failure as skipped', () => {
    // 8 operations and 9 checks. Skipped: an operation, the known failure and three untested checks.
    const counts = { tests: 17, failures: 1, errors: 2, skipped: 5 };
    expect(readJunit(formatReportJunit(sampleReport)).counts).toEqual(counts);
  });

  it('has an error for each operation that is not covered, and skips operations out of scope', () => {
    const [coverage] = readJunit(formatReportJunit(sampleReport)).testsuite;
    expect(coverage).toMatchObject({ tests: '8', errors: '1', skipped: '1' });
    const cases: { name: string }[] = coverage.testcase;
    expect(cases.find(({ name }) => name === 'getUser is covered')).toMatchObject({
      error: { message: expect.stringContaining('Set user.path in a dialect file') },
    });
    expect(cases.find(({ name }) => name === 'addWalletToUser is covered')).toMatchObject({
      skipped: { message: 'addWalletToUser is out of scope' },
    });
  });

  it('maps each verdict to a JUnit result', () => {
    const [, ...suites] = readJunit(formatReportJunit(sampleReport)).testsuite;
    const cases = suites.flatMap(({ testcase }: { testcase: unknown[] }) => testcase);
    expect(cases).toMatchObject([
      {
        classname: '§2.1 Request headers',
        name: '2.1.service-client-id.header/startWalletAuth: A request with the client headers is accepted',
        time: '0.012',
      },
      {},
      {},
      {
        failure: {
          message: expect.stringMatching(/^A start without walletAddress was accepted/),
          '#text': expect.stringMatching(
            /MUST §4\.1, 4\.1\.request\.missing-refused\nPOST https:.*:start -> 200/,
          ),
        },
      },
      {
        skipped: { message: 'known failure: A code that was never sent signed the user in.' },
      },
      { skipped: { message: expect.stringMatching(/Set --otp-source/) } },
      { skipped: { message: expect.stringMatching(/Set --otp-source/) } },
      {
        error: {
          '#text': expect.stringMatching(/GET .*\/user -> No response within 10 seconds\./),
        },
      },
      { skipped: { message: expect.stringMatching(/declared FAILED, read none/) } },
    ]);
  });

  it('lists passed checks, warnings, observations and known failures in the output of the suite', () => {
    const output = readJunit(formatReportJunit(sampleReport)).testsuite.map(
      (suite: Record<string, string>) => suite['system-out'],
    );
    expect(output.join('\n')).toContain(
      '2.1.service-client-id.header/startWalletAuth: A request with the client headers is accepted: pass: The response matches the interface.',
    );
    for (const line of [
      'warn: The network SOLANA was accepted with 200.',
      'observed: ',
      'fail: A code that was never sent signed the user in.',
    ]) {
      expect(output.join('\n')).toContain(line);
    }
  });

  it('has an error for a run that ended before its checks', () => {
    const message = 'https://staging.example.test is unreachable: ECONNREFUSED.';
    const stopped = readJunit(
      formatReportJunit({
        ...sampleReport,
        operations: [],
        results: [],
        stop: { kind: 'unreachable', message },
      }),
    );
    expect(stopped.counts).toMatchObject({ tests: 1, errors: 1 });
    expect(stopped.testsuite[0].testcase[0]).toMatchObject({
      name: 'the run starts its checks',
      error: { message },
    });
  });

  it('has an error in addition to the checks for a run that ended before the last check', () => {
    const stop = { kind: 'unreachable', message: 'connection refused' } as const;
    const stopped = readJunit(formatReportJunit({ ...sampleReport, stop }));
    expect(stopped.testsuite.length).toBeGreaterThan(1);
    expect(stopped.testsuite[0].testcase[0].name).toBe('the run finishes');
  });

  it('is valid XML even with hostile texts', () => {
    const { testsuite } = readJunit(formatReportJunit(hostileReport));
    expect(testsuite[2].testcase[0].failure.message).toContain('</script><script>');
    expect(testsuite[2].testcase[0].failure.message).toContain(']]> -->');
  });
});
