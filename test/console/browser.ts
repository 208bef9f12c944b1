import { chromium, type Browser } from 'playwright-core';

/** Installed browsers, by their Playwright channel names. */
const INSTALLED = ['chrome', 'chromium', 'msedge'] as const;

/** Launches the Chromium of an npm package (Linux) or an installed browser. Returns undefined if both fail. */
export async function launchBrowser(
  extraArguments: readonly string[] = [],
): Promise<Browser | undefined> {
  if (process.platform === 'linux') {
    const packaged = await launchPackagedBrowser(extraArguments).catch(() => undefined);
    if (packaged !== undefined) return packaged;
  }
  for (const channel of INSTALLED) {
    const installed = await chromium
      .launch({ channel, args: [...extraArguments] })
      .catch(() => undefined);
    if (installed !== undefined) return installed;
  }
  return undefined;
}

/**
 * Replaces the default arguments of the package. Those disable web security, which is tested here, and
 * emulate a graphics card, which doubles the time.
 */
const ARGUMENTS = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
];

async function launchPackagedBrowser(extraArguments: readonly string[]): Promise<Browser> {
  const { default: packaged } = await import('@sparticuz/chromium');
  const executablePath = await packaged.executablePath();
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...extraArguments] });
}
