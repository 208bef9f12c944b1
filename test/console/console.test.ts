/** The console in a real browser. All tests share one browser and one sandbox; each test has a workspace. */
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';

import { isLong } from '../setup/test-length.ts';
import { useSandbox } from '../sandbox.ts';
import { launchBrowser } from './browser.ts';
import { ConsolePages } from './console-page.ts';
import { describeAccessibility } from './suites/accessibility.ts';
import { describeClockAndFaults } from './suites/clock-and-faults.ts';
import { describeHostileScenario } from './suites/hostile.ts';
import { describeInbox } from './suites/inbox.ts';
import { removeConformReport, describeReports, REPORT_FOLDER } from './suites/reports.ts';
import { describeScenarios } from './suites/scenarios.ts';
import { describeShell } from './suites/shell.ts';
import { describeTraffic } from './suites/traffic.ts';
import { describeTryIt } from './suites/try-it.ts';
import { describeUsers } from './suites/users.ts';
import { describeWorkspaces } from './suites/workspaces.ts';

const browser = await launchBrowser();

describe.runIf(browser === undefined)('the console in a browser', () => {
  // Without CI, the tests are skipped.
  it.runIf(process.env['CI'])('finds a browser in CI', () => {
    throw new Error('No browser was found to test the console. Install Chrome, Chromium or Edge.');
  });

  it.skip('NOT TESTED: there is no Chrome, Chromium or Edge on this machine', () => undefined);
});

describe.runIf(browser !== undefined)(
  'the console in a browser',
  // A browser on a busy machine can be slow.
  { timeout: 60_000 },
  () => {
    const sandbox = useSandbox({ conformReport: REPORT_FOLDER });
    const pages = new ConsolePages(sandbox, () => browser!);

    // The first request of the console is slow: the server loads its files.
    beforeAll(async () => {
      await fetch(`${sandbox.url}/sandbox/console`);
    });
    afterEach(() => pages.closePages());
    afterAll(() => browser?.close());
    afterAll(removeConformReport);

    // This suite is first because axe also inspects the list of workspaces: each test adds a workspace.
    describe('every view', () => describeAccessibility(pages));
    describe('users', () => describeUsers(pages));
    describe('inbox', () => describeInbox(pages));
    describe('traffic', () => describeTraffic(pages));
    describe('clock and faults', () => describeClockAndFaults(pages));
    describe('workspaces', () => describeWorkspaces(pages));
    describe('a hostile scenario', () => describeHostileScenario(pages));

    // A browser is slow: a short run omits these suites.
    describe.runIf(isLong)('scenarios', () => describeScenarios(pages));
    describe.runIf(isLong)('reports', () => describeReports(pages));
    describe.runIf(isLong)('try it', () => describeTryIt(pages));
    describe.runIf(isLong)('navigation and dialogs', () => describeShell(pages));
  },
);
