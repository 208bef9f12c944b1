/** Opens the console, each time in a new workspace, and records the errors of its pages. */
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type {
  APIResponse,
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  Route,
} from 'playwright-core';

import type { TestSandbox, TestWorkspace, WorkspaceOptions } from '../sandbox.ts';

export interface ConsolePageOptions extends WorkspaceOptions {
  /** The route after `#/w/{workspace}/`. */
  readonly route?: string;
  /** Opens a separate page, with options such as a screen size. Default: the page that most tests share. */
  readonly ownPage?: true | BrowserContextOptions;
  /** Whether the shared page is loaded again. Default: false. */
  readonly reload?: boolean;
}

export interface ConsolePage {
  readonly page: Page;
  readonly workspace: TestWorkspace;
  /** Opens a route of the workspace. */
  goTo(path: string): Promise<void>;
}

const DEFAULTS: BrowserContextOptions = {
  viewport: { width: 1280, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
  reducedMotion: 'reduce',
};

/** Messages in the browser's console that a test causes by a failed request. */
const NETWORK_ERRORS = /Failed to load resource|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE/;

export class ConsolePages {
  readonly sandbox: TestSandbox;
  readonly #browser: () => Browser;
  readonly #contexts: BrowserContext[] = [];
  /** Most tests share a page, which switches from workspace to workspace. */
  #sharedPage: Promise<Page> | undefined;
  readonly #problems: string[] = [];

  constructor(sandbox: TestSandbox, browser: () => Browser) {
    this.sandbox = sandbox;
    this.#browser = browser;
  }

  /** Opens the console in a separate workspace. */
  async open(options: ConsolePageOptions = {}): Promise<ConsolePage> {
    const { route = 'users', ownPage, reload = false, ...workspaceOptions } = options;
    const workspace = await this.sandbox.workspace(workspaceOptions);
    const page =
      ownPage === undefined
        ? await this.#openSharedPage()
        : await this.openPage(ownPage === true ? {} : ownPage);
    const goTo = async (path: string) => {
      await page.goto(`${this.sandbox.url}/sandbox/console#/w/${workspace.name}/${path}`);
    };
    if (reload) await page.goto('about:blank');
    await dismissNotifications(page);
    await goTo(route);
    await page.locator('.base-url', { hasText: workspace.url }).waitFor();
    return { page, workspace, goTo };
  }

  #openSharedPage(): Promise<Page> {
    this.#sharedPage ??= this.#browser()
      .newContext(DEFAULTS)
      .then((context) => this.#openPageIn(context));
    return this.#sharedPage;
  }

  /** Opens a new page and records its errors. */
  async openPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser().newContext({ ...DEFAULTS, ...options });
    this.#contexts.push(context);
    return this.#openPageIn(context);
  }

  async #openPageIn(context: BrowserContext): Promise<Page> {
    // A busy machine can be slow.
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    page.on('pageerror', (error) => this.#problems.push(`${error.name}: ${error.message}`));
    page.on('dialog', (dialog) => {
      this.#problems.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      const isProblem = ['error', 'warning'].includes(message.type());
      if (isProblem && !NETWORK_ERRORS.test(message.text())) this.#problems.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      const isLocal = /^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(url);
      if (!isLocal) this.#problems.push(`a request to ${url}`);
    });
    return page;
  }

  /** Closes all pages but the shared page. Fails if a page had errors or violated its security policy (CSP). */
  async closePages(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
    expect(this.#problems.splice(0)).toEqual([]);
  }
}

/** Presses a button that saves a file. */
export async function downloadFile(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return {
    name: download.suggestedFilename(),
    text: await readFile(await download.path(), 'utf8'),
  };
}

/** Presses a button that opens a file. */
export async function openFile(
  page: Page,
  button: string,
  file: { readonly name: string; readonly text: string },
): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const { name, text } = file;
  await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

/** Long enough for the page to show an unwanted update. */
export const UPDATE_TIME_MS = 300;

/** Delays the responses to the next requests whose URL matches, until `release` is called. */
export async function delayResponses(page: Page, url: RegExp, count = 1) {
  const delayedResponses: { readonly route: Route; readonly response: APIResponse }[] = [];
  const delay = async (route: Route) => {
    delayedResponses.push({ route, response: await route.fetch() });
  };
  await page.route(url, delay, { times: count });
  return {
    /** Resolves when the sandbox has sent all responses. */
    wait: () => expect.poll(() => delayedResponses.length).toBe(count),
    /** Delivers the responses to the page. */
    release: () =>
      Promise.all(delayedResponses.map(({ route, response }) => route.fulfill({ response }))),
  };
}

export function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Dismisses the notifications of the previous test. */
async function dismissNotifications(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('.toast [title="Dismiss"]')) {
      button.click();
    }
  });
}
