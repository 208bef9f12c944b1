import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ClientReport, CoveragePart } from '../../../src/contract/client-report.gen.ts';
import { clientRules } from '../../../src/contract/client-rules.gen.ts';
import { formatClientReportHtml } from '../../../src/reporting/client-report/client-report-html.ts';
import { formatClientReportJunit } from '../../../src/reporting/client-report/client-report-junit.ts';
import { formatClientReportMarkdown } from '../../../src/reporting/client-report/client-report-markdown.ts';
import { STYLE } from '../../../src/reporting/html/style.ts';
import { expectValidJunit, readJunit } from '../read-junit.ts';

/** Contains markup, an entity, a table cell, a mention, a control character and a writing-direction mark. */
const HOSTILE = `"><img src=x onerror=alert(1)>&amp;|\`*_ @team #1 \u0000\u202e](http://evil.test)`;

const emptyPart: CoveragePart = { seen: [], missing: [] };

function createReport(text: string): ClientReport {
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
      variants: emptyPart,
      signInMethods: emptyPart,
      userMasks: emptyPart,
      linking: emptyPart,
      addedWallets: emptyPart,
      flagCategories: emptyPart,
      kycStatuses: emptyPart,
      cryptoStatuses: emptyPart,
      flags: emptyPart,
      errorCauses: emptyPart,
    },
  };
}

const hostileReport = createReport(HOSTILE);

describe('a client report with hostile texts', () => {
  it('escapes the texts in the HTML page, which loads no resources', () => {
    const page = formatClientReportHtml(hostileReport);
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

  it('has balanced tags in the HTML page', () => {
    const page = formatClientReportHtml(hostileReport).replace(STYLE, '');
    const openTags: string[] = [];
    for (const [, slash, name = ''] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
      if (name === 'meta') continue;
      if (slash === '/') expect(openTags.pop()).toBe(name);
      else openTags.push(name);
    }
    expect(openTags).toEqual([]);
  });

  it('is valid JUnit XML, with a case for each rule, also for an unknown rule', async () => {
    const xml = formatClientReportJunit(hostileReport, '2026-01-15T10:00:00.000Z');
    await expectValidJunit(xml);
    const [mistakes, coverage] = readJunit(xml).testsuite;
    // A report of another release can contain an unknown rule.
    expect(mistakes).toMatchObject({ tests: String(clientRules.length + 1), failures: '1' });
    expect(coverage).toMatchObject({ tests: '2', skipped: '1' });
    expect(mistakes.testcase.at(-1).failure.message).toContain('<img src=x');
  });

  it('escapes markup, links, mentions and cell separators in Markdown', () => {
    const codeSpan = /(`+)[^]*?[^`]\1(?!`)/g;
    const textOutsideCode = formatClientReportMarkdown(hostileReport).replaceAll(codeSpan, '');
    expect(textOutsideCode).not.toMatch(/(?<!\\)<img|(?<!\\)\]\(http|@team/);
    const [row = ''] = formatClientReportMarkdown(createReport('a|b')).match(/^\| §4 .*$/m) ?? [];
    const separatorsOfFiveCells = 6;
    expect(row.match(/(?<!\\)\|/g)).toHaveLength(separatorsOfFiveCells);
  });
});

describe('a client report in Markdown', () => {
  it('lists 20 of a thousand missing codes', () => {
    const missing = Array.from({ length: 1000 }, (_, index) => `C${index}`);
    const coverage = { ...hostileReport.coverage, flags: { seen: [], missing } };
    const text = formatClientReportMarkdown({ ...createReport('x'), coverage });
    expect(text).toContain('and 980 more');
  });
});
