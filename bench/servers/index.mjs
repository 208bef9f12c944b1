/** The measured servers, each in its own process, with settings for high throughput. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Connections } from '../http.mjs';
import { freePort, startNode } from '../process.mjs';
import { START } from '../calls.mjs';

const require = createRequire(import.meta.url);
const own = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Returns whether the server is ready: it returns a challenge. */
async function returnsChallenge(url) {
  const connections = new Connections(1);
  try {
    const { status, body } = await connections.call(
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

function binOf(name) {
  const manifest = findManifest(name);
  const { bin } = require(manifest);
  return join(dirname(manifest), typeof bin === 'string' ? bin : Object.values(bin)[0]);
}

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

export const versionOf = (name) => require(findManifest(name)).version;

const server = (name, argumentsFor, environment) => ({
  name,
  start: async (port = undefined) => {
    const chosen = port ?? (await freePort());
    return startNode(argumentsFor(chosen), chosen, returnsChallenge, environment);
  },
});

/** @param {{ cli: string }} flagbearer */
export function flagbearer({ cli }, more = [], name = 'flagbearer') {
  return server(name, (port) => [cli, 'start', '--port', String(port), ...more]);
}

/** By default, Prism logs each request; with `-v error`, only errors. */
export function prism(contract, more = []) {
  const name = more.length === 0 ? 'Prism' : 'Prism, quiet';
  return server(name, (port) => [
    binOf('@stoplight/prism-cli'),
    'mock',
    contract,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    ...more,
  ]);
}

export function mockoon() {
  const data = own('mockoon.json');
  return server('Mockoon', (port) => [
    binOf('@mockoon/cli'),
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

export const express = () => server('Express', (port) => [own('express.mjs'), String(port)]);

export const validator = (contract) =>
  server(
    'Express and express-openapi-validator',
    (port) => [own('validator.mjs'), String(port), contract],
    { NODE_ENV: 'production' },
  );

export const bareNode = () => server('node:http', (port) => [own('node-http.mjs'), String(port)]);

export const wallets = () =>
  server('Express, ethers, RS256', (port) => [own('wallets.mjs'), String(port)]);
