import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';

import { connectSandbox, startSandbox } from '../../src/index.ts';
import { listen } from '../setup/listen.ts';

it('creates workspaces in a running sandbox, and does not stop it', async () => {
  await using running = await startSandbox();
  const sandbox = await connectSandbox(`${running.url}/`);
  expect(sandbox.url).toBe(running.url);
  const { scenario, seed, clients } = running;
  expect(sandbox).toMatchObject({ scenario, seed, clients });
  const workspace = await sandbox.workspace({ name: 'mine', scenario: 'empty' });
  await sandbox.close();
  expect(workspace.url).toBe(`${running.url}/w/mine`);
  expect((await fetch(`${workspace.url}/sandbox/health`)).status).toBe(200);
});

it('sends the control token, and is rejected without the token', async () => {
  const controlToken = 'a-token-of-sixteen-characters';
  await using running = await startSandbox({ controlToken });
  await expect(connectSandbox(running.url)).rejects.toThrow(/control token/);
  const sandbox = await connectSandbox(running.url, { controlToken });
  expect((await sandbox.workspace()).clients).not.toHaveLength(0);
});

it('opens an existing workspace, and does not delete it', async () => {
  await using running = await startSandbox();
  const created = await running.workspace({ name: 'mine', scenario: 'empty' });
  // The wallets of an opened workspace have random keys.
  const addresses = new Set<string>();
  for (const sandbox of [running, await connectSandbox(running.url)]) {
    await using opened = await sandbox.open('mine');
    expect(opened).toMatchObject({ name: 'mine', url: created.url, seed: created.seed });
    addresses.add(opened.wallets.create().address);
  }
  expect(addresses).toHaveLength(2);
  expect((await created.users.list()).length).toBe(0);
  await using defaultWorkspace = await running.open();
  expect(defaultWorkspace.url).toBe(running.url);
  expect((await defaultWorkspace.users.get('gina')).key).toBe('gina');
  await expect(running.open('other')).rejects.toThrow('Unknown workspace "other"');
});

it('rejects a URL where no sandbox responds', async () => {
  await expect(connectSandbox('http://127.0.0.1:2')).rejects.toThrow(
    /The sandbox at .* is unreachable: connection refused/,
  );
  await expect(connectSandbox('nowhere')).rejects.toThrow(TypeError);
  const unset = process.env['FLAGBEARER_NO_SUCH_VARIABLE'] as string;
  await expect(connectSandbox(unset)).rejects.toThrow(
    /^connectSandbox: expected the URL of a sandbox/,
  );
});

it.each(['localhost:4020', 'ws://127.0.0.1:4020'])('rejects %j, which is not HTTP', async (url) => {
  await expect(connectSandbox(url)).rejects.toThrow(
    /^connectSandbox: expected the URL of a sandbox/,
  );
});

it('ignores slashes and a query at the end of the URL', async () => {
  await using running = await startSandbox();
  const sandbox = await connectSandbox(`${running.url}//?debug=1`);
  expect(sandbox.url).toBe(running.url);
});

it.each([
  [404, '{}', 'responded with status 404'],
  [404, '{"message": "Not Found"}', 'responded with status 404'],
  [404, 'Not Found', 'responded with status 404'],
  [404, '', 'responded with status 404'],
  [404, '{"details": null}', 'responded with status 404'],
  [200, '<!doctype html>', 'its response is not JSON'],
  [200, '{"status": "ok"}', 'is not a sandbox: unexpected response to GET /sandbox/health'],
  [200, 'null', 'is not a sandbox: unexpected response to GET /sandbox/health'],
  [204, '', 'is not a sandbox: unexpected response to GET /sandbox/health'],
])('rejects a server that is not a sandbox: %d %s', async (status, text, problem) => {
  const server = createServer((_, response) => response.writeHead(status).end(text));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${await listen(server)}`;
  const connected = connectSandbox(url);
  await expect(connected).rejects.toThrow(url);
  await expect(connected).rejects.toThrow(problem);
});
