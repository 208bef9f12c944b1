/** Checks that axe reports no serious problem in any view, and that each view fits each screen width. */
import { beforeAll, expect, it } from 'vitest';
import axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

import { selectByLength, isLong } from '../../setup/test-length.ts';
import { toNetworkIdentity, createWallet } from '../../sandbox.ts';
import type { ConsolePage, ConsolePages } from '../console-page.ts';
import { writeConformReport } from './reports.ts';

/** The folder for the screenshots of a long run. Git ignores this folder. */
const SCREENSHOTS = 'test/console/pictures';
const WIDTHS = selectByLength({ short: [360], long: [360, 1280, 3840] });

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/** The views by name: their path, and a text that is visible once they have loaded. */
const VIEWS = {
  users: ['users', '20 users'],
  user: ['users/paul', 'The response of'],
  scenarios: ['scenarios', 'fraud-flag'],
  editor: ['scenarios/edit', 'No findings.'],
  inbox: ['inbox', 'pending'],
  traffic: ['traffic', 'Select a request'],
  clock: ['clock', 'Workspace clock'],
  workspaces: ['workspaces', 'New workspace'],
  'client-report': ['reports', 'Coverage by the clients'],
  'conform-report': ['reports/conform', 'A wrong one-time password is refused'],
  'app-texts': ['reports/texts', 'A message for each flag'],
  try: ['try', 'Request a challenge'],
} as const;

export function describeAccessibility(pages: ConsolePages): void {
  let consolePage: ConsolePage;
  beforeAll(async () => {
    consolePage = await pages.open();
    const client = consolePage.workspace.client();
    await client.sendSms('+12025550106');
    // BITCOIN is unsupported, so the client report contains a mistake.
    await client.start(toNetworkIdentity(createWallet(), 'BITCOIN'));
    writeConformReport();
  });

  it.each(Object.entries(VIEWS))(
    selectByLength({
      short: '%s is accessible, also on a phone',
      long: '%s is accessible, in light and dark, on any screen',
    }),
    async (name, [path, text]) => {
      const { page, goTo } = consolePage;
      await goTo(path);
      await waitForText(page, text);
      // The details of a request are part of the view.
      if (name === 'traffic') await page.locator('.request-row').first().click();

      expect(await findSeriousProblems(page, 'light', STANDARDS)).toEqual([]);
      if (isLong) {
        expect(await findSeriousProblems(page, 'dark', ['color-contrast'])).toEqual([]);
        await page.emulateMedia({ colorScheme: 'light' });
      }

      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth);
        if (isLong) await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}.png` });
        expect(contentWidth, `${name} at ${width}`).toBeLessThanOrEqual(width);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    },
  );
}

/** Waits for a text, or for a region with this name. */
async function waitForText(page: Page, text: string): Promise<void> {
  const region = page.getByRole('region', { name: text });
  await page.getByText(text).or(region).first().waitFor();
}

async function findSeriousProblems(
  page: Page,
  colorScheme: 'light' | 'dark',
  runOnly: readonly string[],
): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(waitUntilRendered, colorScheme);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const results = await page.evaluate<AxeResults>(`axe.run(document, {
    resultTypes: ['violations'],
    runOnly: ${JSON.stringify(runOnly)},
  })`);
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Runs in the page. Resolves once it is rendered in a color scheme. Throws if it has animations. */
async function waitUntilRendered(scheme: 'light' | 'dark'): Promise<void> {
  const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  while (!matchMedia(`(prefers-color-scheme: ${scheme})`).matches) await waitForFrame();
  await waitForFrame();
  if (document.getAnimations().length > 0) throw new Error('the page has animations');
}
