/** What holds of every view: no serious finding of axe, light and dark; it fits any screen. */
import { mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

import { byNetwork, newWallet } from '../../sandbox.ts';
import type { Office } from '../desk.ts';

/** The pictures are for people to look at; git does not keep them. */
const PICTURES = 'test/console/pictures';
const WIDTHS = [360, 1280, 3840];

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/** Views by the name of their picture: where they are, and what shows that they are there. */
const VIEWS = {
  users: ['users', '20 users'],
  user: ['users/paul', 'The answer of'],
  scenarios: ['scenarios', 'fraud-flag'],
  editor: ['scenarios/edit', 'Nothing to complain about'],
  inbox: ['inbox', 'pending'],
  traffic: ['traffic', 'Choose a call'],
  clock: ['clock', 'Workspace clock'],
  workspaces: ['workspaces', 'New workspace'],
  'client-report': ['reports', 'What the clients came across'],
  'conform-report': ['reports/conform', 'Conform'],
  try: ['try', 'Ask for a challenge'],
} as const;

export function accessibility(office: Office): void {
  it.each(Object.entries(VIEWS))(
    '%s is for everybody, in light and dark, on any screen',
    async (name, [place, sign]) => {
      const { page, workspace, goTo } = await office.desk();
      await workspace.client().sendSms('+12025550106');
      await workspace.client().start(byNetwork(newWallet(), 'BITCOIN'));
      await goTo(place);
      await shown(page, sign);
      if (name === 'traffic') await page.locator('.call-row').first().click();

      // What is still being drawn, in the colours of before, is looked at again.
      const settled = { timeout: 10_000 };
      await expect.poll(() => seriousFindings(page, 'everything'), settled).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(() => seriousFindings(page, 'colours'), settled).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });

      mkdirSync(PICTURES, { recursive: true });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `${PICTURES}/${name}-${width}.jpg`, quality: 70 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(width);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    },
  );
}

/** As text, or as the name of a region. */
async function shown(page: Page, sign: string): Promise<void> {
  const region = page.getByRole('region', { name: sign });
  await page.getByText(sign).or(region).first().waitFor();
}

async function seriousFindings(page: Page, of: 'everything' | 'colours'): Promise<string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate<AxeResults>(`axe.run(document, {
    resultTypes: ['violations'],
    runOnly: ${JSON.stringify(of === 'colours' ? ['color-contrast'] : STANDARDS)},
  })`);
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
