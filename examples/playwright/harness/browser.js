import { chromium } from 'playwright-core';

/**
 * Launches the browser at CHROMIUM_PATH, or one from an npm package; returns the browser, or the reason
 * why it does not start. In your own project, use `npx playwright install chromium`.
 */
export async function launchBrowser() {
  try {
    const ownPath = process.env.CHROMIUM_PATH;
    if (ownPath) return { browser: await chromium.launch({ executablePath: ownPath }) };
    // The package only unpacks missing system libraries if it detects AWS, by this variable.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= `nodejs${process.versions.node.split('.')[0]}.x`;
    const { default: packaged } = await import('@sparticuz/chromium');
    const executablePath = await packaged.executablePath();
    // Without the arguments of the package, which would disable CORS.
    return { browser: await chromium.launch({ executablePath, args: ['--no-sandbox'] }) };
  } catch (error) {
    return { reason: `There is no browser here: ${error.message.split('\n')[0]}` };
  }
}
