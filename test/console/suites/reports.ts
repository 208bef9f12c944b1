import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { summarize } from '../../../src/reporting/report.ts';
import { sampleReport } from '../../reporting/sample-report.ts';
import { toNetworkIdentity, createWallet } from '../../sandbox.ts';
import { downloadFile, openFile, type ConsolePages } from '../console-page.ts';

/** The folder for `flagbearer start --conform-report`. */
export const REPORT_FOLDER = mkdtempSync(join(tmpdir(), 'flagbearer-console-'));

/** A passed and a failed check of the sample report. */
const results = sampleReport.results.filter(({ id }) => /^(2\.1|4\.5\.otp\.wrong)/.test(id));
const report = { ...sampleReport, results, summary: summarize(results) };

const REPORT_FILE = join(REPORT_FOLDER, 'report.json');

/** Writes the report of a run of `flagbearer conform`. */
export function writeConformReport(): void {
  writeFileSync(REPORT_FILE, JSON.stringify(report));
}

export function removeConformReport(): void {
  rmSync(REPORT_FOLDER, { recursive: true });
}

export function describeReports(pages: ConsolePages): void {
  it('shows mistakes and missing coverage of the client, and saves the report', async () => {
    const { page, workspace } = await pages.open({ route: 'reports' });
    await page.getByText('Use your app with this workspace').waitFor();
    expect(await page.getByText('No mistakes').count()).toBe(0);
    await workspace.client().sendEmail('gina@example.test');
    await page.getByRole('heading', { name: 'No mistakes' }).waitFor();
    await workspace.client().start(toNetworkIdentity(createWallet(), 'BITCOIN'));
    await page.getByRole('heading', { name: '1 rule violated' }).waitFor();
    const mistake = page.getByRole('listitem').filter({ hasText: 'Examples:' });
    expect(await mistake.textContent()).toMatch(/§\d/);
    const { coverage } = (await workspace.control('/client-report')).body;
    expect(coverage.percent).toBeGreaterThan(0);
    const meter = page.getByRole('meter', { name: 'Coverage' });
    const shown = await meter.evaluate((element) => (element as HTMLMeterElement).value);
    expect(shown).toBe(coverage.percent);

    for (const [format, start] of [
      ['Markdown', /^# Client report/],
      ['HTML', /^<!doctype html>/i],
      ['JUnit', /^<[?]xml/],
    ] as const) {
      const { text } = await downloadFile(page, `Save as ${format}`);
      expect(text).toMatch(start);
    }

    await mistake.getByRole('link').first().click();
    await page
      .getByRole('region', { name: 'Request details', exact: true })
      .getByText('400', { exact: true })
      .waitFor();
  });

  it('shows the verdicts of a run of flagbearer conform', async () => {
    rmSync(REPORT_FILE, { force: true });
    const { page } = await pages.open({ route: 'reports/conform' });
    await page.getByText('No conformance report').waitFor();
    writeConformReport();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('Conformance of https://staging.example.test').waitFor();
    await page.getByText('A wrong one-time password is refused').waitFor();
    const passedCheck = page.getByText('A request with the client headers is accepted');
    expect(await passedCheck.count()).toBe(0);
    await page.getByText('1 exchange').click();
    // The user id in the response.
    await page.getByText('us_1').waitFor();
    await page.getByRole('button', { name: 'all 2' }).click();
    await passedCheck.waitFor();
    await page.getByText('How long is a challenge valid?').waitFor();

    await page.getByRole('button', { name: 'Client report' }).click();
    await page.getByText('Use your app with this workspace').waitFor();
    await page.getByRole('button', { name: 'Conformance report' }).click();
    await page.getByText('How long is a challenge valid?').waitFor();
  });

  it('checks the messages of the app against the flags', async () => {
    const { page, goTo } = await pages.open({ route: 'reports' });
    await page.getByRole('button', { name: 'App messages' }).click();
    const texts = page.getByRole('textbox', { name: 'Messages of the app' });
    const text = toProperties('app.', ['F0000', 'F1001', 'F1002', 'K1001']);
    await openFile(page, 'Open a file', { name: 'en.properties', text });
    await page.getByRole('heading', { name: /en[.]properties/ }).waitFor();
    await page.getByText('The keys of the flags start with app.').waitFor();
    await page.getByRole('button', { name: 'Use this prefix' }).click();
    const finding = page.getByRole('button', { name: /^error .* No message for the flag K1002/ });
    await finding.waitFor();
    expect(await finding.textContent()).toContain('§7.1');

    // The opened file remains after a switch to another view.
    await goTo('users');
    await goTo('reports/texts');
    const missing = toProperties('app.', ['K1002', 'T1001', 'T1002', 'default']);
    await texts.fill(`${await texts.inputValue()}${missing}`);
    await page.getByText('Every flag has a message.').waitFor();
  });
}

function toProperties(prefix: string, codes: readonly string[]): string {
  return codes.map((code) => `${prefix}${code} = Something about ${code}.\n`).join('');
}
