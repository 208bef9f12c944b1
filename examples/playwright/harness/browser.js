import { chromium } from 'playwright-core';

/**
 * Launches the browser at CHROMIUM_PATH, or the browser of an npm package. Returns the browser, or the reason
 * why it does not start. In your own project, use `npx playwright install chromium`.
 */
export async function launchBrowser() {
  try {
    const executablePath = process.env.CHROMIUM_PATH || (await findPackagedBrowser());
    // The default arguments of the npm package are not used, because they disable CORS.
    return { browser: await chromium.launch({ executablePath, args: ['--no-sandbox'] }) };
  } catch (error) {
    return { reason: `The browser does not start: ${error.message.split('\n')[0]}` };
  }
}

async function findPackagedBrowser() {
  // With this variable, the package detects AWS and unpacks missing system libraries.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= `nodejs${process.versions.node.split('.')[0]}.x`;
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}
