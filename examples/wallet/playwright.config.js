import { defineConfig } from '@playwright/test';

/**
 * Returns the path of the browser: CHROMIUM_PATH, or the browser of an npm package. In your own project, use
 * `npx playwright install chromium`.
 */
async function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  // With this variable, the package detects AWS and unpacks missing system libraries.
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
    launchOptions: { executablePath: await findBrowser(), args: ['--no-sandbox'] },
  },
});
