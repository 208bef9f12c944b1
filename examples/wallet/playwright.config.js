import { defineConfig } from '@playwright/test';

/**
 * A browser from a package, so that nothing is downloaded but by npm; or the one that CHROMIUM_PATH names.
 * In a project of your own, `npx playwright install chromium` is the usual way.
 */
async function browserPath() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  // It unpacks the libraries that a bare machine lacks only on AWS, or where this variable is set.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= `nodejs${process.versions.node.split('.')[0]}.x`;
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  reporter: 'list',
  webServer: { command: 'npm run --silent pages', url: 'http://127.0.0.1:5174/plain.html' },
  use: {
    baseURL: 'http://127.0.0.1:5174',
    launchOptions: { executablePath: await browserPath(), args: ['--no-sandbox'] },
  },
});
