import { describe, expect, it } from 'vitest';
import { reportJunit } from '../../../src/reporting/run-report/report-junit.ts';
import { readJunit } from '../read-junit.ts';
import { hostileReport, sampleReport } from '../sample-report.ts';

describe('a report as JUnit', () => {
  it('has a suite for each clause, in the order of the interface', () => {
    const suites = readJunit(reportJunit(sampleReport)).testsuite;
    expect(suites.map(({ name }: { name: string }) => name)).toEqual([
      '§2.1 Client credentials',
      '§2.2 Crypto wallet identity',
      '§2.3 Challenge',
      '§4.1 Wallet start',
      '§4.5 SMS authenticate',
      '§4.7 Email authenticate',
      '§4.8 User read',
      '§7.5 FAILED crypto status',
    ]);
  });

  it('counts a known failure as skipped', () => {
    const counts = { tests: '9', failures: '1', errors: '1', skipped: '4' };
    expect(readJunit(reportJunit(sampleReport))).toMatchObject(counts);
  });

  it('tells each verdict in the words of JUnit', () => {
    const cases = readJunit(reportJunit(sampleReport)).testsuite.flatMap(
      ({ testcase }: { testcase: unknown[] }) => testcase,
    );
    expect(cases).toMatchObject([
      {
        classname: '§2.1 Client credentials',
        name: '2.1.service-client-id.header/startWalletAuth: A call with the client headers is accepted',
        time: '0.012',
        'system-out': 'pass: As the interface says.',
      },
      { 'system-out': 'warn: The network SOLANA was accepted with 200.' },
      { 'system-out': /^observed: / },
      {
        failure: {
          message: /^A start without walletAddress was accepted/,
          '#text': /MUST §4\.1, 4\.1\.request\.missing-refused\nPOST https:.*:start -> 200/,
        },
      },
      {
        skipped: { message: 'known failure: A code that was never sent signed the user in.' },
        'system-out': 'fail: A code that was never sent signed the user in.',
      },
      { skipped: { message: /Give --otp-source/ } },
      { skipped: { message: /Give --otp-source/ } },
      { error: { '#text': /GET .*\/user -> No answer within 10 seconds\./ } },
      { skipped: { message: /not as declared/ } },
    ]);
  });

  it('has an error for a run that ended before its checks', () => {
    const message = 'https://staging.example.test does not answer: ECONNREFUSED.';
    const stopped = readJunit(
      reportJunit({ ...sampleReport, results: [], stop: { kind: 'unreachable', message } }),
    );
    expect(stopped).toMatchObject({ tests: '1', errors: '1' });
    expect(stopped.testsuite[0].testcase[0]).toMatchObject({
      name: 'the run comes to its checks',
      error: { message },
    });
  });

  it('has an error beside the checks for a run that ended before the last of them', () => {
    const stop = { kind: 'unreachable', message: 'Nobody answers.' } as const;
    const stopped = readJunit(reportJunit({ ...sampleReport, stop }));
    expect(stopped.testsuite.length).toBeGreaterThan(1);
    expect(stopped.testsuite[0].testcase[0].name).toBe('the run comes to its end');
  });

  it('stays XML whatever the texts hold', () => {
    const { testsuite } = readJunit(reportJunit(hostileReport));
    expect(testsuite[1].testcase[0].failure.message).toContain('</script><script>');
    expect(testsuite[1].testcase[0].failure.message).toContain(']]> -->');
  });
});
