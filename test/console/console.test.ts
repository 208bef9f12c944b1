/**
 * The console as a person uses it, in a real browser: one browser and one sandbox for all, a workspace
 * for each test.
 */
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import type { Browser } from 'playwright-core';

import { isLong } from '../setup/test-length.ts';
import { useSandbox } from '../sandbox.ts';
import { launchBrowser } from './browser.ts';
import { Office } from './console-page.ts';
import { accessibility } from './suites/accessibility.ts';
import { clockAndFaults } from './suites/clock-and-faults.ts';
import { hostile } from './suites/hostile.ts';
import { inbox } from './suites/inbox.ts';
import { removeConformReport, reports, REPORT_FOLDER } from './suites/reports.ts';
import { scenarios } from './suites/scenarios.ts';
import { shell } from './suites/shell.ts';
import { traffic } from './suites/traffic.ts';
import { tryIt } from './suites/try-it.ts';
import { users } from './suites/users.ts';
import { workspaces } from './suites/workspaces.ts';

const browser = await launchBrowser();

describe.runIf(browser === undefined)('the console in a browser', () => {
  // Elsewhere a developer without a browser gets on with their work.
  it.runIf(process.env['CI'])('finds a browser in CI', () => {
    throw new Error('There is no Chrome, Chromium or Edge to test the console in: install one.');
  });

  it.skip('NOT TESTED: there is no Chrome, Chromium or Edge on this machine', () => undefined);
});

describe.runIf(browser !== undefined)(
  'the console in a browser',
  // A browser on a busy machine may be late.
  { timeout: 60_000 },
  () => {
    const sandbox = useSandbox({ conformReport: REPORT_FOLDER });
    const office = new Office(sandbox, () => opened(browser));

    beforeAll(async () => {
      await fetch(`${sandbox.url}/sandbox/console`);
    });
    afterEach(() => office.tidy());
    afterAll(() => browser?.close());
    afterAll(removeConformReport);

    // First: there are few workspaces then, and axe inspects each.
    describe('every view', () => accessibility(office));
    describe('users', () => users(office));
    describe('inbox', () => inbox(office));
    describe('traffic', () => traffic(office));
    describe('clock and faults', () => clockAndFaults(office));
    describe('workspaces', () => workspaces(office));
    describe('a hostile scenario', () => hostile(office));

    // A browser is slow: the rest runs in CI.
    describe.runIf(isLong)('scenarios', () => scenarios(office));
    describe.runIf(isLong)('reports', () => reports(office));
    describe.runIf(isLong)('try it', () => tryIt(office));
    describe.runIf(isLong)('the page around the views', () => shell(office));
  },
);

function opened(browser: Browser | undefined): Browser {
  if (browser === undefined) throw new Error('there is no browser');
  return browser;
}
