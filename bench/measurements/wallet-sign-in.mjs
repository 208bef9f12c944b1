/** Measures a test with `flagbearer/playwright`: all of it, and only page load and sign-in by wallet. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toRow } from '../measurement.mjs';

const PAGE = `<!doctype html>
<button>Sign in</button>
<script type="module">
  const { url, id, secret } = Object.fromEntries(new URLSearchParams(location.search));
  const headers = { 'content-type': 'application/json', 'service-client-id': id, 'service-client-secret': secret };
  const post = async (operation, body) => {
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(url + '/v1/auth/cryptoWallet:' + operation, request);
    if (!response.ok) throw new Error(operation + ': ' + response.status);
    return response.json();
  };
  document.querySelector('button').addEventListener('click', async () => {
    const [walletAddress] = await ethereum.request({ method: 'eth_requestAccounts' });
    const identity = { walletAddress, walletNetwork: 'ETHEREUM' };
    const { challenge } = await post('start', identity);
    const params = [challenge, walletAddress];
    const signature = await ethereum.request({ method: 'personal_sign', params });
    await post('authenticate', { ...identity, signature });
    document.body.append('Signed in');
  });
</script>`;

/** The name of the row that has a goal. */
const PERCENTILE_ROW = 'the 95th percentile';

/** @type {import('../measurement.mjs').Measurement} */
export const walletSignIn = {
  name: 'wallet-sign-in',
  title:
    'A test that signs in by wallet in Chromium, with flagbearer/playwright, page load included',
  unit: 'ms',
  better: 'lower',
  goals: [{ what: 'ms at the 95th percentile', rows: PERCENTILE_ROW, atMost: 1000 }],
  async measure({ flagbearer: { folder }, pace, log }) {
    const load = (file) => import(pathToFileURL(join(folder, 'dist', file)).href);
    const [{ startSandbox }, { addWallet, selectWorkspace }] = await Promise.all([
      load('index.js'),
      load('playwright.js'),
    ]);
    const browser = await launchBrowser();
    const sandbox = await startSandbox();
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end(PAGE);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const app = `http://127.0.0.1:${server.address().port}`;

    const testDurations = [];
    const signInDurations = [];
    const tests = pace.repeats * 10;
    for (let test = -5; test < tests; test += 1) {
      const startTime = performance.now();
      const workspace = await sandbox.workspace();
      const context = await browser.newContext();
      await selectWorkspace(context, sandbox.url, workspace.name);
      await addWallet(context, { onRecord: (record) => workspace.addWalletRecords([record]) });
      const page = await context.newPage();
      const { id, secret } = workspace.client();
      const pageStartTime = performance.now();
      await page.goto(`${app}?${new URLSearchParams({ url: sandbox.url, id, secret })}`);
      await page.getByRole('button').click();
      await page.getByText('Signed in').waitFor();
      const signInTime = performance.now();
      await Promise.all([context.close(), workspace.close()]);
      // The first tests warm up the browser and the file cache.
      if (test < 0) continue;
      signInDurations.push(signInTime - pageStartTime);
      testDurations.push(performance.now() - startTime);
    }
    await Promise.all([browser.close(), sandbox.close()]);
    server.close();
    log(`${tests} tests: ${testDurations.map(Math.round).join(' ')}`);
    return [
      toRow('page load and sign-in', signInDurations),
      toRow('the complete test: workspace, context, wallet, sign-in, close', testDurations),
      toRow(PERCENTILE_ROW, [computePercentile(testDurations, 0.95)]),
    ];
  },
};

function computePercentile(figures, share) {
  return figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * share) - 1];
}

/** Launches the browser that the tests use, from the packages of the root. */
async function launchBrowser() {
  const [{ chromium }, { default: packaged }] = await Promise.all([
    import('playwright-core'),
    import('@sparticuz/chromium'),
  ]);
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: ['--no-sandbox'],
  });
}
