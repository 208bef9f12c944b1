import { describe, expect, it } from 'vitest';
import {
  formatCode,
  escapeMarkdown,
  formatMessage,
  formatTable,
} from '../../../src/reporting/forms/markdown-text.ts';
import { dialectKeys } from '../../../src/dialect/keys.ts';
import { formatReportMarkdown } from '../../../src/reporting/run-report/report-markdown.ts';
import type { CheckResult, Report } from '../../../src/reporting/report.ts';
import { HOSTILE, hostileReport, sampleReport } from '../sample-report.ts';

const page = formatReportMarkdown(sampleReport);

/** Returns the part of the report that starts with a heading. */
function findSection(heading: string, source = page): string {
  const section = source.split(/^## /m).find((part) => part.startsWith(heading));
  if (section === undefined) throw new Error(`the section ${heading} is missing`);
  return section;
}

describe('the Markdown report', () => {
  it('starts with the meaning of the exit code and the number of verdicts', () => {
    expect(page).toMatch(
      /^# Conformance\n\n❌ \*\*The deployment violates the interface: \d+ checks? failed\.\*\*\n/,
    );
    expect(page).toContain('`https://staging.example.test/api`, 2026-01-15 10:00:00 UTC, 12.3 s');
    expect(page).toContain('| fail | error | warn | not-tested | observed | pass |');
    expect(page).toContain('| 2 | 1 | 1 | 3 | 1 | 1 |');
  });

  it('lists missing requirements and operations before the failures', () => {
    expect(findSection('Missing (3)')).toContain(
      '- getUser is not covered: Could not detect user.path: all paths return 404. Set user.path in a dialect file',
    );
    expect(page).toContain('- accounts\\[failed-tx\\]: transactions: declared FAILED, read none.');
    expect(page).toContain('| `startWalletAuth` | covered | 2 | 1 | 0 |  |');
    expect(page).toContain('| `addWalletToUser` | skipped | 0 | 0 | 0 |  |');
    expect(page).toMatch(/\| `getUser` \| NOT COVERED \| 0 \| 0 \| 1 \| Could not detect/);
    expect(page.indexOf('NOT COVERED')).toBeLessThan(page.indexOf('## Failures'));
  });

  it('shows failures with clause, reason and a command', () => {
    const failures = findSection('Failures (1)');
    expect(failures).toContain('### §4.1 Wallet start');
    expect(failures).toContain('Reason: A start without walletAddress was accepted');
    expect(failures).toMatch(/```sh\ncurl --include[^`]*FLAGBEARER_CLIENT_SECRET[^`]*\n```/);
    expect(failures).not.toContain('4.5.otp.wrong-refused');
  });

  it('lists the problems by kind, then the dialect, the open questions and the usage', () => {
    const headings = Array.from(page.matchAll(/^## (.*)$/gm), ([, heading]) => heading);
    expect(headings).toEqual([
      'Missing (3)',
      'Failures (1)',
      'Warnings (1)',
      'Errors of the run (1)',
      'Known failures (1)',
      'In the baseline, but passing (1)',
      'Not tested (3)',
      'Dialect',
      'Open questions for the service owner (2)',
      'Usage',
    ]);
  });

  it('groups checks that were not tested by reason', () => {
    expect(findSection('Not tested')).toContain(
      '| No one-time password could be read. Set --otp-source. | 2 | `4.5.otp.one-time`, `4.7.otp.one-time` |',
    );
  });

  it('shows where the dialect differs from the declared dialect and from the default', () => {
    const [, declared, defaults] = findSection('Dialect').split('### ');
    expect(declared).toContain('| `wallet.variant` | §2.2 | `network` | `type` |');
    expect(declared).not.toContain('user.path');
    expect(defaults).toContain('| `user.path` | §4.8 | `/v1/user` | `/user` |');
    expect(defaults).not.toContain('wallet.challenge.outstanding');
  });

  it('ends with the number of requests', () => {
    expect(findSection('Usage')).toContain('Requests: 214 of 1000.');
  });

  it('omits empty sections', () => {
    const emptyReport: Report = {
      ...sampleReport,
      exitCode: 0,
      operations: [],
      unusableInputs: [],
      results: [],
      dialect: { version: 1 },
      openQuestions: [],
      baseline: { known: [], stale: [] },
    };
    expect(formatReportMarkdown(emptyReport).match(/^## .*$/gm)).toEqual(['## Usage']);
  });

  it('is shorter than half the limit of GitHub (1 MiB), and shows only 40 failures', () => {
    const longText = HOSTILE.repeat(40);
    const results = (['fail', 'error', 'warn', 'not-tested'] as const).flatMap((verdict) =>
      Array.from({ length: 500 }, (_, index): CheckResult => {
        return {
          ...hostileReport.results[0]!,
          id: `4.1.x/${verdict}${index}`,
          verdict,
          title: longText,
          reason: longText + index,
        };
      }),
    );
    const openQuestions = dialectKeys.flatMap(() => hostileReport.openQuestions);
    const longPage = formatReportMarkdown({ ...hostileReport, results, openQuestions });
    expect(Buffer.byteLength(longPage)).toBeLessThan(512 * 1024);
    expect(longPage).toContain(`and ${500 - 40} more in report.html`);
  });

  it('escapes markup in texts', () => {
    const outsideCode = formatReportMarkdown(hostileReport)
      .replaceAll(/^(`{3,}).*\n[^]*?\n\1$/gm, '')
      .replaceAll(/(?<![\\`])(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
    const allowedTags = /<\/?(details|summary)>/g;
    expect(outsideCode.replaceAll(allowedTags, '')).not.toMatch(
      /(?<!\\)[<>[\]]|@octocat|#12|www\.|(?<!\\):\/\//,
    );
  });
});

describe('escaping in Markdown', () => {
  it.each([
    ['a *b* _c_ ~d~ $e$', String.raw`a \*b\* \_c\_ \~d\~ \$e\$`],
    ['<b>&amp;[x](y)`z`\\', String.raw`\<b\>\&amp;\[x\](y)\`z\`` + '\\\\'],
    ['see http://a.test, www.a.test', String.raw`see http\://a.test, www\.a.test`],
    ['a: b, :tada: and a@b.c', String.raw`a: b, \:tada: and a@&#8203;b.c`],
    ['two\n  lines\u202E', String.raw`two lines\\u{202e}`],
  ])('escapes %j', (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });

  it.each([
    ['plain', '`plain`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    ['', '`  `'],
    [' x', '`  x `'],
  ])('escapes %j as code', (text, escaped) => {
    expect(formatCode(text)).toBe(escaped);
  });

  it('formats the paths and pointers of a message as code', () => {
    expect(formatMessage('GET /a_b:c: /query/d_e|f, *no* / b_c.')).toBe(
      'GET `/a_b:c`: `/query/d_e|f`, \\*no\\* / b\\_c.',
    );
  });

  it('escapes vertical bars in table cells', () => {
    expect(formatTable(['a'], [[escapeMarkdown('x|y')], [formatCode('x|y')]])).toBe(
      '| a |\n| --- |\n| x\\|y |\n| `x\\|y` |',
    );
  });
});
