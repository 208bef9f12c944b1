/** Opens pages of the console, each in a separate workspace. */
import { expect } from 'vitest';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

import type { TestSandbox, TestWorkspace, WorkspaceOptions } from '../sandbox.ts';

export interface ConsolePageOptions extends WorkspaceOptions {
  /** The route after `#/w/{workspace}/`. */
  readonly at?: string;
  /** Where the test needs another browser than the others: another screen, other colours. */
  readonly browser?: BrowserContextOptions;
  /** Whether to load the page again, as for a new visitor. */
  readonly page?: 'asItStands' | 'loaded';
}

export interface ConsolePage {
  readonly page: Page;
  readonly workspace: TestWorkspace;
  /** Goes to a place of the workspace. */
  goTo(place: string): Promise<void>;
}

const DEFAULTS: BrowserContextOptions = {
  viewport: { width: 1280, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
  reducedMotion: 'reduce',
};

/** Console messages that are not errors: a refusal of the sandbox that the test provokes. */
const NETWORK_ERRORS = /Failed to load resource|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE/;

export class ConsolePages {
  readonly sandbox: TestSandbox;
  readonly #browser: () => Browser;
  readonly #contexts: BrowserContext[] = [];
  /** Most tests share a page, which goes from workspace to workspace as a person does. */
  #sharedPage: Promise<Page> | undefined;
  readonly #problems: string[] = [];

  constructor(sandbox: TestSandbox, browser: () => Browser) {
    this.sandbox = sandbox;
    this.#browser = browser;
  }

  /** Opens the console in a separate workspace. */
  async open(options: ConsolePageOptions = {}): Promise<ConsolePage> {
    const { at = 'users', browser, page: state = 'asItStands', ...created } = options;
    const workspace = await this.sandbox.workspace(created);
    const page =
      browser === undefined ? await this.#openSharedPage() : await this.openPage(browser);
    const console = `${this.sandbox.url}/sandbox/console`;
    const goTo = async (path: string) => {
      await page.goto(`${console}#/w/${workspace.name}/${path}`);
    };
    if (state === 'loaded') await page.goto('about:blank');
    await dismissNotes(page);
    await goTo(at);
    await page.locator('.base-url', { hasText: workspace.url }).waitFor();
    return { page, workspace, goTo };
  }

  #openSharedPage(): Promise<Page> {
    this.#sharedPage ??= this.#browser()
      .newContext(DEFAULTS)
      .then((context) => this.#openIn(context));
    return this.#sharedPage;
  }

  /** Opens a new page and records its errors. */
  async openPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser().newContext({ ...DEFAULTS, ...options });
    this.#contexts.push(context);
    return this.#openIn(context);
  }

  async #openIn(context: BrowserContext): Promise<Page> {
    // A step takes a fraction of a second, but much longer on a busy machine.
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    page.on('pageerror', (error) => this.#problems.push(`${error.name}: ${error.message}`));
    page.on('dialog', (dialog) => {
      this.#problems.push(`a dialog says ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      const isNews = ['error', 'warning'].includes(message.type());
      if (isNews && !NETWORK_ERRORS.test(message.text())) this.#problems.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      const isOwn = /^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(url);
      if (!isOwn) this.#problems.push(`a request to ${url}`);
    });
    return page;
  }

  /** After each test: no page had errors, nor styles that the policy forbids. */
  async closePages(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
    expect(this.#problems.splice(0)).toEqual([]);
  }
}

/** Removes notes of the previous test. */
async function dismissNotes(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('.toast [title="Dismiss"]')) {
      button.click();
    }
  });
}
