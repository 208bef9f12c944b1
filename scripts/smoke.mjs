/**
 * A smoke test as a new user: installs the packed tarball in an empty folder with a space in its name,
 * compiles code that uses it, starts the sandbox, signs in a wallet, runs `conform` against it, and creates,
 * checks and shows scenarios.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Wallet } from 'ethers';
import { pack, root, run } from './run-command.mjs';

const folder = await mkdtemp(join(tmpdir(), 'flagbearer smoke '));
try {
  await install();
  await checkTypes();
  await withSandbox(async (url) => {
    await signIn(url);
    await checkConform(url);
  });
  await checkScenarioCommands();
  console.log(
    'The packed tarball installs, type-checks, signs in a wallet, conforms to the interface and checks scenarios.',
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function install() {
  const tarball = await pack(folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  await add(tarball);
  // The optional peers of flagbearer/vitest and flagbearer/playwright.
  await add('vitest@4.1');
  await add('@playwright/test');
  // Checks that TypeScript finds the types of every entry, for ES modules and for CommonJS.
  await run('npx', root, 'attw', tarball);
}

/** @param {string} name */
function add(name) {
  return run('npm', folder, 'install', '--no-audit', '--no-fund', name);
}

/** Compiles users' code, ES modules and CommonJS, with only the installed packages. */
async function checkTypes() {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  // The types of Node are not in this list: the declarations of the package must reference them.
  const options = [tsc, '--noEmit', '--strict', '--target', 'es2023', '--types', 'flagbearer'];
  const fixtures = "export { test } from 'flagbearer/vitest';";
  await writeFile(join(folder, 'imports.mts'), `export * from 'flagbearer';\n${fixtures}`);
  await writeFile(
    join(folder, 'requires.cts'),
    `import flagbearer = require('flagbearer');
    export async function listUsers(scenario: string): Promise<readonly { id: string }[]> {
      const sandbox: flagbearer.Sandbox = await flagbearer.startSandbox({ scenario });
      return (await sandbox.workspace()).users.list();
    }`,
  );
  await writeFile(join(folder, 'fixtures.cts'), fixtures);
  const playwright = `import { test as base } from '@playwright/test';
    import { flagbearerFixtures } from 'flagbearer/playwright';
    const test = flagbearerFixtures(base, { sandbox: { seed: 1 } });
    test.use({ walletOptions: { accounts: [3] }, workspaceOptions: { scenario: 'empty' } });
    test('types', async ({ page, sandbox, wallet, workspace, browserName }) => {
      await wallet.next.signWith('wrongKey');
      await page.goto(sandbox.url + wallet.addresses[0] + workspace.name + browserName);
    });`;
  await writeFile(join(folder, 'playwright.mts'), playwright);
  await writeFile(join(folder, 'playwright.cts'), playwright);
  const files = [
    'imports.mts',
    'requires.cts',
    'playwright.mts',
    'playwright.cts',
    ...(await writeDocumentedSnippets()),
  ];
  const compile = async () => {
    await run(process.execPath, folder, ...options, '--module', 'node16', ...files);
    // Only `nodenext` supports require() of ES modules, which CommonJS needs for the types of vitest.
    const args = [...options, '--module', 'nodenext', ...files, 'fixtures.cts'];
    await run(process.execPath, folder, ...args);
  };
  // With the newest and the oldest supported types of Node.
  await add('@types/node');
  await compile();
  await add('@types/node@20');
  await compile();
}

/** Writes each snippet of docs/test-kit.md to a file; returns the names. */
async function writeDocumentedSnippets() {
  const page = await readFile(join(root, 'docs/test-kit.md'), 'utf8');
  const snippets = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, text = '']) => text);
  if (snippets.length === 0) throw new Error('docs/test-kit.md has no snippets');
  return Promise.all(
    snippets.map(async (text, index) => {
      await writeFile(join(folder, `snippet-${index}.mts`), text);
      return `snippet-${index}.mts`;
    }),
  );
}

/** Runs the commands about scenarios and messages on included and created files. */
async function checkScenarioCommands() {
  const runFlagbearer = (/** @type {string[]} */ ...args) =>
    run('npx', folder, 'flagbearer', ...args);
  const { items } = JSON.parse(await runFlagbearer('scenario', 'list', '--format', 'json'));
  const names = items.map((/** @type {{ name: string }} */ { name }) => name);
  await runFlagbearer('scenario', 'check', ...names);
  await runFlagbearer('scenario', 'generate', '--users', '20', '--seed', '7', '-o', 'new.yaml');
  await runFlagbearer('scenario', 'check', 'new.yaml');
  await runFlagbearer('scenario', 'show', 'new.yaml');
  const codes = ['F0000', 'F1001', 'F1002', 'K1001', 'K1002', 'T1001', 'T1002', 'default'];
  const messages = Object.fromEntries(codes.map((code) => [code, `Text of ${code}.`]));
  await writeFile(join(folder, 'messages.json'), JSON.stringify({ flags: messages }));
  await runFlagbearer('messages', 'check', 'messages.json');
}

/** Starts a sandbox on a free port, runs `use` with its URL, then stops the sandbox. */
async function withSandbox(/** @type {(url: string) => Promise<void>} */ use) {
  const executable = join(folder, 'node_modules/flagbearer/dist/cli/main.js');
  const args = [executable, 'start', '--port', '0', '--json', '--quiet'];
  const sandbox = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  });
  try {
    await use(JSON.parse(await readFirstLine(sandbox.stdout)).url);
  } finally {
    if (sandbox.exitCode === null && sandbox.kill()) await once(sandbox, 'exit');
  }
}

async function readFirstLine(/** @type {import('node:stream').Readable} */ output) {
  for await (const line of createInterface({ input: output })) return line;
  throw new Error('The sandbox printed no line.');
}

/** Signs in with a new wallet (§5.3). */
async function signIn(/** @type {string} */ url) {
  const wallet = Wallet.createRandom();
  const identity = { walletAddress: wallet.address, walletNetwork: 'ETHEREUM' };
  const { challenge } = await post(`${url}/v1/auth/cryptoWallet:start`, identity);
  const signature = await wallet.signMessage(challenge);
  const { sessionJwt, userMask } = await post(`${url}/v1/auth/cryptoWallet:authenticate`, {
    ...identity,
    signature,
  });
  if (sessionJwt?.split('.').length !== 3) throw new Error(`Not a JWT: ${sessionJwt}`);
  if (!userMask?.id) throw new Error('The userMask has no id.');
}

/** Checks that the sandbox conforms to the interface, and that all seven reports are written. */
async function checkConform(/** @type {string} */ url) {
  const client = ['--client-id', 'wallet-app', '--client-secret', 'wallet-app-secret'];
  await run('npx', folder, 'flagbearer', 'conform', url, ...client, '--report-dir', 'report');
  const reports = (await readdir(join(folder, 'report'))).toSorted().join(' ');
  const expected =
    'dialect.yaml junit.xml report.har report.html report.json report.sarif summary.md';
  if (reports !== expected) throw new Error(`The reports are ${reports}`);
  const { summary } = JSON.parse(await readFile(join(folder, 'report', 'report.json'), 'utf8'));
  if (summary.pass < 200 || summary.fail + summary.error > 0) {
    throw new Error(`The verdicts are ${JSON.stringify(summary)}`);
  }
  await run('npx', folder, 'flagbearer', 'dialect', 'show', join('report', 'dialect.yaml'));
}

async function post(/** @type {string} */ url, /** @type {object} */ body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'service-client-id': 'wallet-app',
      'service-client-secret': 'wallet-app-secret',
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url}: status ${response.status}: ${text}`);
  return JSON.parse(text);
}
