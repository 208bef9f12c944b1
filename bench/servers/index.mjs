/** The measured servers, each in its own process. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Connections } from '../http.mjs';
import { findFreePort, startNode } from '../process.mjs';
import { START } from '../requests.mjs';

const require = createRequire(import.meta.url);
const toPath = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Returns whether the server is ready: it returns a challenge. */
async function returnsChallenge(url) {
  const connections = new Connections(1);
  try {
    const { status, body } = await connections.send(
      'POST',
      url + START.path,
      START.body,
      START.headers,
    );
    return status === 200 && typeof body?.challenge === 'string';
  } finally {
    connections.close();
  }
}

function findExecutable(name) {
  const manifest = findManifest(name);
  const { bin } = require(manifest);
  return join(dirname(manifest), typeof bin === 'string' ? bin : Object.values(bin)[0]);
}

/** Finds package.json by its path, since the `exports` of a package may hide it. */
function findManifest(name) {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return require.resolve(join(folder, name, 'package.json'));
    } catch {
      // Continue with the next folder.
    }
  }
  throw new Error(`${name} is not installed`);
}

export const readVersion = (name) => require(findManifest(name)).version;

const createServer = (name, createArguments, environment) => ({
  name,
  async start() {
    const port = await findFreePort();
    return startNode(createArguments(port), port, returnsChallenge, environment);
  },
});

/** @param {{ cli: string }} flagbearer */
export function createFlagbearer({ cli }, options = []) {
  return createServer('flagbearer', (port) => [cli, 'start', '--port', String(port), ...options]);
}

/** Creates a Prism that logs each request, or only errors. */
export function createPrism(contract, { quiet = false } = {}) {
  return createServer(quiet ? 'Prism, quiet' : 'Prism', (port) => [
    findExecutable('@stoplight/prism-cli'),
    'mock',
    contract,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    ...(quiet ? ['-v', 'error'] : []),
  ]);
}

export function createMockoon() {
  const data = toPath('mockoon.json');
  return createServer('Mockoon', (port) => [
    findExecutable('@mockoon/cli'),
    'start',
    '--data',
    data,
    '--port',
    String(port),
    '--hostname',
    '127.0.0.1',
    '--disable-log-to-file',
  ]);
}

export const createExpress = () =>
  createServer('Express', (port) => [toPath('express.mjs'), String(port)]);

export const createValidator = (contract) =>
  createServer(
    'Express and express-openapi-validator',
    (port) => [toPath('validator.mjs'), String(port), contract],
    { NODE_ENV: 'production' },
  );

export const createBareNode = () =>
  createServer('node:http', (port) => [toPath('node-http.mjs'), String(port)]);

export const createWalletMock = () =>
  createServer('Express, ethers, RS256', (port) => [toPath('wallets.mjs'), String(port)]);
