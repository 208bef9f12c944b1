import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { STYLE, STYLE_HASH } from '../../../src/reporting/html/style.ts';
import { formatReportHtml } from '../../../src/reporting/run-report/report-html.ts';
import { hostileReport, sampleReport } from '../sample-report.ts';

const page = formatReportHtml(sampleReport);
const hostilePage = formatReportHtml(hostileReport);

const VOID_ELEMENTS = new Set(['!doctype', 'meta', 'input']);

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Returns all elements. Fails the test if an element is not closed correctly. */
function parseTags(source: string): Tag[] {
  const withoutStyle = source.replace(STYLE, '');
  const openTags: string[] = [];
  const tags: Tag[] = [];
  for (const [, slash, tagName = '', rawAttributes = ''] of withoutStyle.matchAll(
    /<(\/?)([a-z!][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)>/gi,
  )) {
    const name = tagName.toLowerCase();
    if (slash === '/') expect(openTags.pop()).toBe(name);
    else {
      const attributes = new Map(
        Array.from(
          rawAttributes.matchAll(/([a-z-]+)(?:="([^"]*)")?/g),
          ([, key = '', value = '']) => [key, value],
        ),
      );
      tags.push({ name, attributes });
      if (!VOID_ELEMENTS.has(name)) openTags.push(name);
    }
  }
  expect(openTags).toEqual([]);
  return tags;
}

/** Returns the visible text, without tags. */
function extractText(source: string): string {
  return source
    .replaceAll(/<style>[^]*?<\/style>/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

describe.each([
  ['of every verdict', page],
  ['of hostile texts', hostilePage],
])('the HTML report %s', (_, source) => {
  const tags = parseTags(source);

  it('loads no resources and runs no scripts', () => {
    const names = new Set(tags.map(({ name }) => name));
    for (const name of ['script', 'link', 'img', 'iframe', 'object', 'form', 'base', 'svg']) {
      expect(names).not.toContain(name);
    }
    const attributes = tags.flatMap((tag) => [...tag.attributes.keys()]);
    expect(attributes.filter((name) => /^(on|src|style)/.test(name))).toEqual([]);
    const links = tags.flatMap(({ attributes: all }) => all.get('href') ?? []);
    expect(links.filter((link) => !link.startsWith('#'))).toEqual([]);
  });

  it('has links with existing targets, and unique ids', () => {
    const ids = tags.flatMap(({ attributes }) => attributes.get('id') ?? []);
    expect(ids).toHaveLength(new Set(ids).size);
    for (const { attributes } of tags) {
      const link = attributes.get('href');
      if (link !== undefined) expect(ids).toContain(decodeURIComponent(link.slice(1)));
      const label = attributes.get('aria-labelledby');
      if (label !== undefined) expect(ids).toContain(label);
    }
  });

  it('has landmarks, and heading levels without a gap', () => {
    for (const landmark of ['header', 'main', 'footer']) {
      expect(tags.filter(({ name }) => name === landmark)).toHaveLength(1);
    }
    const levels = tags.flatMap(({ name }) => (/^h[1-6]$/.test(name) ? Number(name[1]) : []));
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries()) {
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    }
  });

  it('has row and column headers in its tables', () => {
    const headers = tags.filter(({ name }) => name === 'th');
    const scopes = headers.map(({ attributes }) => attributes.get('scope'));
    const repeat = (scope: string, count: number) => Array.from({ length: count }, () => scope);
    const operationTable = [...repeat('col', 6), ...repeat('row', 8)];
    const startOfDialectTable = [...repeat('col', 4), 'row'];
    expect(scopes.slice(0, 19)).toEqual([...operationTable, ...startOfDialectTable]);
  });
});

describe('the HTML report', () => {
  it('allows no scripts and only its own style', () => {
    const hash = createHash('sha256').update(STYLE).digest('base64');
    expect(STYLE_HASH).toBe(`sha256-${hash}`);
    expect(page).toContain(
      `content="default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'"`,
    );
  });

  it('explains the exit code', () => {
    const text = extractText(page);
    expect(text).toContain('https://staging.example.test/api');
    expect(text).toContain('The deployment violates the interface: ');
    expect(text).toContain('2026-01-15 10:00:00 UTC');
    expect(text).toContain('1 known failure (baseline).');
  });

  it('starts with what is missing for a complete run, and the operations', () => {
    const [header = ''] = page.split('</header>');
    const text = extractText(header);
    expect(text).toContain('getUser is not covered: Could not detect user.path');
    expect(text).toContain('accounts[failed-tx]: transactions: declared FAILED, read none.');
    const rows = Array.from(
      header.matchAll(/<tr role="row" class="([a-z-]+)">\s*<th[^>]*>(.*?)<\/th>/g),
      ([, coverage, name = '']) => `${extractText(name)} ${coverage}`,
    );
    expect(rows).toHaveLength(8);
    expect(rows).toContain('getUser not-covered');
    expect(rows).toContain('addWalletToUser skipped');
  });

  it('expands the clauses with errors, or with failures that are not in the baseline', () => {
    const opened = Array.from(
      page.matchAll(/<details class="clause" open><summary><h3>(.*?)<\/h3>/g),
      ([, title]) => title,
    );
    expect(opened).toEqual(['§4.1 Wallet start', '§4.8 User read']);
  });

  it('shows a failure with request, response and a curl command', () => {
    const [, result = ''] = page.split(/<[^<>]* id="check-4\.1\.request\.missing-refused"[^>]*>/);
    const text = extractText(result.slice(0, result.indexOf('</article>')));
    expect(text).toContain('POST https://staging.example.test/api/v1/auth/cryptoWallet:start\n');
    expect(text).toContain('service-client-secret: <client secret>');
    expect(text).toContain('{\n  "walletNetwork": "ETHEREUM"\n}');
    expect(text).toContain('"challenge": "Sign this challenge to sign in: q3xv0m"');
    expect(text).toContain(`--header 'service-client-secret: '"$FLAGBEARER_CLIENT_SECRET"`);
  });

  it('shows the dialect, open questions, and checks that were not tested', () => {
    const text = extractText(page);
    expect(text).toContain('POST /api/v1/auth/cryptoWallet:start: status 200');
    expect(text).toContain('declared: type');
    expect(text).toContain('How long is a challenge valid?');
    expect(text).toContain('No one-time password could be read. Set --otp-source.');
  });

  it('escapes hostile texts, and shows invisible characters as code points', () => {
    const text = extractText(hostilePage);
    expect(text).toContain('</script><script>alert(1)</script><img src=x onerror=alert(1)>');
    expect(text).toContain(String.raw`\u{202e}right to left\u{202c}`);
    expect(hostilePage).not.toContain('\u202E');
  });
});
