import { expect, it } from 'vitest';

import { selectWorkspace } from '../../src/playwright/playwright.ts';

it.each([
  ['http://127.0.0.1:4020/user', 'http://127.0.0.1:4020', true],
  ['http://localhost:4020/user', 'http://127.0.0.1:4020', true],
  ['http://localhost:4021/user', 'http://127.0.0.1:4020', false],
  ['http://127.0.0.1:4020/w/other/user', 'http://127.0.0.1:4020', false],
  ['https://localhost/user', 'http://127.0.0.1', false],
])('a request to %s selects the workspace of %s: %s', async (url, sandboxUrl, isSelected) => {
  let matches: boolean | undefined;
  const context = {
    route: async (isMatch: (url: URL) => boolean) => void (matches = isMatch(new URL(url))),
  };
  await selectWorkspace(context, sandboxUrl, 'test');
  expect(matches).toBe(isSelected);
});
