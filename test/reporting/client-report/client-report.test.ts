import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ClientReport, CoveragePart } from '../../../src/contract/client-report.gen.ts';
import { clientRules } from '../../../src/contract/client-rules.gen.ts';
import { formatClientReportHtml } from '../../../src/reporting/client-report/client-report-html.ts';
import { formatClientReportJunit } from '../../../src/reporting/client-report/client-report-junit.ts';
import { formatClientReportMarkdown } from '../../../src/reporting/client-report/client-report-markdown.ts';
import { STYLE } from '../../../src/reporting/html/style.ts';
import { expectValidJunit, readJunit } from '../read-junit.ts';

/** Markup, an entity, a table cell, a mention, a control character, a mark of writing direction. */
const HOSTILE = `"><img src=x onerror=alert(1)>&amp;|\`*_ @team #1 \u0000\u202e](http://evil.test)`;

const none: CoveragePart = { seen: [], missing: [] };

function reportWith(text: string): ClientReport {
  return {
    schemaVersion: 1,
    workspace: text,
    requests: 2,
    mistakes: [
      {
        rule: text,
        clause: '4',
        title: text,
        message: text,
        hint: text,
        count: 2,
        clients: [text],
        entries: [text],
      },
    ],
    coverage: {
      percent: 50,
      operations: { seen: [text], missing: [text] },
      ...{ variants: none, signInMethods: none, userMasks: none, linking: none },
      ...{ addedWallets: none, flagCategories: none, kycStatuses: none, cryptoStatuses: none },
      ...{ flags: none, errorCauses: none },
    },
  };
}

const hostile = reportWith(HOSTILE);

describe('a client report with hostile texts', () => {
  it('renders them as text in the page, which loads no resources', () => {
    const page = formatClientReportHtml(hostile);
    const body = page.replace(STYLE, '');
    expect(body).not.toMatch(/<(?:img|script|iframe|link|object)/i);
    expect(body).not.toMatch(/\son\w+="|(?:src|href)="(?!#)/i);
    expect(body).toContain('&lt;img src=x');
    expect(body).toContain('&amp;amp;');
    expect(body).toContain(String.raw`\u{202e}`);
    expect(body).not.toContain('\u202e');
    const hash = createHash('sha256').update(STYLE).digest('base64');
    expect(page).toContain(`style-src 'sha256-${hash}'`);
  });

  it('has balanced tags in the page', () => {
    const page = formatClientReportHtml(hostile).replace(STYLE, '');
    const open: string[] = [];
    for (const [, slash, name = ''] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
      if (name === 'meta') continue;
      if (slash === '/') expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });

  it('is valid JUnit XML, with a case for each rule, also for an unknown one', async () => {
    const xml = formatClientReportJunit(hostile, '2026-01-15T10:00:00.000Z');
    await expectValidJunit(xml);
    const [mistakes, coverage] = readJunit(xml).testsuite;
    // A report of another release may have an unknown rule.
    expect(mistakes).toMatchObject({ tests: String(clientRules.length + 1), failures: '1' });
    expect(coverage).toMatchObject({ tests: '2', skipped: '1' });
    expect(mistakes.testcase.at(-1).failure.message).toContain('<img src=x');
  });

  it('renders them in Markdown without markup, links or mentions', () => {
    const text = formatClientReportMarkdown(hostile).replaceAll(/(`+)[^]*?[^`]\1(?!`)/g, '');
    expect(text).not.toMatch(/(?<!\\)<img|(?<!\\)\]\(http|@team/);
    const [row = ''] = formatClientReportMarkdown(reportWith('a|b')).match(/^\| §4 .*$/m) ?? [];
    expect(row.match(/(?<!\\)\|/g)).toHaveLength(6);
  });
});

describe('a client report in Markdown', () => {
  it('truncates a catalogue of a thousand codes', () => {
    const missing = Array.from({ length: 1000 }, (_, index) => `C${index}`);
    const many = { ...hostile.coverage, flags: { seen: [], missing } };
    const text = formatClientReportMarkdown({ ...reportWith('x'), coverage: many });
    expect(text).toContain('and 980 more');
  });
});
