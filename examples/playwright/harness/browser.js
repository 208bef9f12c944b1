import { chromium } from 'playwright-core';

/**
 * A browser from a package, so that nothing is downloaded but by npm; or the one that
 * CHROMIUM_PATH names. In a project of your own, `npx playwright install chromium` is the usual way.
 *
 * @returns the browser, or the reason why there is none
 */
export async function launchBrowser() {
  try {
    const named = process.env.CHROMIUM_PATH;
    if (named) return { browser: await chromium.launch({ executablePath: named }) };
    // It unpacks the libraries that a bare machine lacks only where it takes itself to be on AWS.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= `nodejs${process.versions.node.split('.')[0]}.x`;
    const { default: packaged } = await import('@sparticuz/chromium');
    const executablePath = await packaged.executablePath();
    // Its own arguments would switch CORS off, which is part of what is tested.
    return { browser: await chromium.launch({ executablePath, args: ['--no-sandbox'] }) };
  } catch (error) {
    return { reason: `There is no browser here: ${error.message.split('\n')[0]}` };
  }
}
