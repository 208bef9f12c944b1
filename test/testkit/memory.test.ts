import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Prints the heap, in bytes: before there are workspaces, with them, and once they are closed. */
const script = `
  import { startSandbox } from './dist/index.js';
  const sandbox = await startSandbox();
  const scenario = { name: 'crowd', generate: { seed: 7, users: 200 } };
  const use = async () => {
    const workspace = await sandbox.workspace({ scenario });
    const wallet = workspace.wallets.create();
    const identity = { walletAddress: wallet.address, walletType: 'EVM' };
    const client = workspace.client();
    const { data } = await client.POST('/v1/auth/cryptoWallet:start', { body: identity });
    const signature = await wallet.sign(data.challenge);
    await client.POST('/v1/auth/cryptoWallet:authenticate', { body: { ...identity, signature } });
    return workspace;
  };
  const heap = async () => {
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      globalThis.gc();
    }
    return process.memoryUsage().heapUsed;
  };
  const useMany = () => Promise.all(Array.from({ length: 20 }, use));
  const closeAll = (workspaces) => Promise.all(workspaces.map((each) => each.close()));
  // What is kept however many workspaces there were: caches, connections.
  await closeAll(await useMany());
  const before = await heap();
  let workspaces = await useMany();
  const during = await heap();
  await closeAll(workspaces);
  workspaces = [];
  console.log(JSON.stringify({ before, during, after: await heap() }));
  await sandbox.close();
`;

it('workspaces that are closed give their memory back', async () => {
  const options = ['--expose-gc', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  const { before, during, after } = JSON.parse(stdout);
  expect(during - before).toBeGreaterThan(5_000_000);
  expect(after - before).toBeLessThan((during - before) / 5);
});
