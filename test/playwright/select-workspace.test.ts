import { expect, it } from 'vitest';

import { selectWorkspace } from '../../src/playwright/playwright.ts';

// localhost and 127.0.0.1 are the same sandbox if the scheme and the port are the same.
// A path that starts with /w/ already selects a workspace.
it.each([
  ['http://127.0.0.1:4020/user', 'http://127.0.0.1:4020', true],
  ['http://localhost:4020/user', 'http://127.0.0.1:4020', true],
  ['http://localhost:4021/user', 'http://127.0.0.1:4020', false],
  ['http://127.0.0.1:4020/w/other/user', 'http://127.0.0.1:4020', false],
  ['https://localhost/user', 'http://127.0.0.1', false],
])('a request to %s gets a workspace of the sandbox %s: %s', async (url, sandboxUrl, expected) => {
  let isRouted: boolean | undefined;
  const context = {
    route: async (isMatch: (url: URL) => boolean) => void (isRouted = isMatch(new URL(url))),
  };
  await selectWorkspace(context, sandboxUrl, 'test');
  expect(isRouted).toBe(expected);
});
