import { describe, expect, it } from 'vitest';
import { formatAnnotations } from '../../../src/reporting/run-report/annotations.ts';
import type { CheckResult } from '../../../src/reporting/report.ts';
import { hostileReport, sampleReport } from '../sample-report.ts';

const splitLines = (text: string) => text.split('\n').slice(0, -1);

describe('annotations for GitHub Actions', () => {
  it('are errors for failed checks, and warnings for other problems', () => {
    expect(splitLines(formatAnnotations(sampleReport))).toEqual([
      expect.stringMatching(
        /^::error file=openapi\/requirements\.yaml,line=\d+,title=§4\.1 A start without walletAddress is refused::A start .* \(4\.1\.request\.missing-refused\)$/,
      ),
      expect.stringMatching(/^::warning title=Missing::getUser is not covered: Could not detect/),
      '::warning title=Missing::accounts[failed-tx]: transactions: declared FAILED, read none.',
      expect.stringMatching(
        /^::warning title=Missing::4\.8\.operation\.reads: .*no response three times/,
      ),
      expect.stringMatching(/^::warning .*The network SOLANA/),
    ]);
  });

  it('are errors for the problems that make a run incomplete, if no check failed', () => {
    const results = sampleReport.results.filter(({ verdict }) => verdict !== 'fail');
    const lines = splitLines(formatAnnotations({ ...sampleReport, exitCode: 4, results }));
    expect(lines.filter((line) => line.startsWith('::error title=Missing::'))).toHaveLength(3);
  });

  it('omit failures in the baseline, and are empty without problems', () => {
    expect(formatAnnotations(sampleReport)).not.toContain('4.5.otp');
    const clean = { ...sampleReport, operations: [], unusableInputs: [], results: [] };
    expect(formatAnnotations(clean)).toBe('');
  });

  it('include the error of a run that ended early', () => {
    const stop = { kind: 'unreachable', message: 'Connection refused.' } as const;
    const ended = { ...sampleReport, operations: [], unusableInputs: [] };
    expect(splitLines(formatAnnotations({ ...ended, stop, results: [] }))).toEqual([
      '::error title=The run ended before its checks::Connection refused.',
    ]);
    expect(splitLines(formatAnnotations({ ...sampleReport, stop }))[0]).toBe(
      '::error title=The run ended early::Connection refused.',
    );
  });

  it('are limited to ten per level', () => {
    const createResults = (verdict: 'fail' | 'warn'): CheckResult[] =>
      Array.from({ length: 25 }, (_, index) => ({
        ...(sampleReport.results[3] as CheckResult),
        id: `4.1.x/${index}`,
        verdict,
      }));
    const results = [...createResults('fail'), ...createResults('warn')];
    const lines = splitLines(formatAnnotations({ ...sampleReport, results }));
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
    expect(lines.filter((line) => line.startsWith('::warning'))).toHaveLength(10);
  });

  it('have one command per line, even with hostile texts', () => {
    const lines = splitLines(formatAnnotations(hostileReport));
    // The early end, the failure, the uncovered operation, the unusable input and the warning.
    expect(lines).toHaveLength(5);
    for (const line of lines) {
      expect(line).toMatch(/^::(error|warning) [^:]*::/);
      expect(line).toContain('%250A%250D::error');
    }
    const checkLines = lines.filter((line) => !/title=(The run ended early|Missing)::/.test(line));
    const titles = checkLines.map((line) => /title=([^:]*)::/.exec(line)?.[1]);
    for (const title of titles) expect(title).toMatch(/^[^:,\r\n]*%3A%3Aerror[^:,\r\n]*$/);
  });
});
