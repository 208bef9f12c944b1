import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';

import { connectSandbox, startSandbox } from '../../src/index.ts';

it('creates workspaces in a running sandbox, and does not stop it', async () => {
  await using running = await startSandbox();
  const sandbox = await connectSandbox(`${running.url}/`);
  expect(sandbox.url).toBe(running.url);
  const workspace = await sandbox.workspace({ name: 'mine', scenario: 'empty' });
  await sandbox.close();
  expect(workspace.url).toBe(`${running.url}/w/mine`);
  expect((await fetch(`${workspace.url}/sandbox/health`)).status).toBe(200);
});

it('sends the control token, without which it is rejected', async () => {
  const controlToken = 'a-token-of-sixteen-characters';
  await using running = await startSandbox({ controlToken });
  await expect(connectSandbox(running.url)).rejects.toThrow(/control token/);
  const sandbox = await connectSandbox(running.url, { controlToken });
  expect((await sandbox.workspace()).clients).not.toHaveLength(0);
});

it('rejects a URL where no sandbox responds', async () => {
  await expect(connectSandbox('http://127.0.0.1:9')).rejects.toThrow(
    /The sandbox at .* is unreachable/,
  );
  await expect(connectSandbox('nowhere')).rejects.toThrow(TypeError);
  const unset = process.env['FLAGBEARER_NO_SUCH_VARIABLE'] as string;
  await expect(connectSandbox(unset)).rejects.toThrow(
    /^connectSandbox: expected the URL of a sandbox/,
  );
  const other = createServer((_, response) => response.writeHead(404).end('{}'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  await expect(connectSandbox(`http://127.0.0.1:${port}`)).rejects.toThrow();
});
