import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Prints the heap size in bytes for six rounds, each with open and then with closed workspaces. */
const script = `
  import { startSandbox } from './dist/index.js';
  const sandbox = await startSandbox();
  const scenario = { name: 'crowd', generate: { seed: 7, users: 200 } };
  const createUsedWorkspace = async () => {
    const workspace = await sandbox.workspace({ scenario });
    const wallet = workspace.wallets.create();
    const identity = { walletAddress: wallet.address, walletType: 'EVM' };
    const client = workspace.client();
    const { data } = await client.POST('/v1/auth/cryptoWallet:start', { body: identity });
    const signature = await wallet.sign(data.challenge);
    await client.POST('/v1/auth/cryptoWallet:authenticate', { body: { ...identity, signature } });
    return workspace;
  };
  const measureHeap = async () => {
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      globalThis.gc();
    }
    return process.memoryUsage().heapUsed;
  };
  const rounds = [];
  for (let round = 0; round < 6; round++) {
    let workspaces = await Promise.all(Array.from({ length: 40 }, createUsedWorkspace));
    const open = await measureHeap();
    await Promise.all(workspaces.map((workspace) => workspace.close()));
    workspaces = [];
    rounds.push({ open, closed: await measureHeap() });
  }
  console.log(JSON.stringify(rounds));
  await sandbox.close();
`;

it('closed workspaces release their memory', async () => {
  const options = ['--expose-gc', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  const rounds: { open: number; closed: number }[] = JSON.parse(stdout);
  const [firstRound, ...laterRounds] = rounds;
  const released = Math.max(...laterRounds.map(({ open, closed }) => open - closed));
  // A leak would grow with each round, so the last three rounds are compared with the first.
  const lastRounds = laterRounds.slice(2).map(({ closed }) => closed);
  const growth = Math.min(...lastRounds) - (firstRound?.closed ?? 0);
  expect(released).toBeGreaterThan(3_000_000);
  // Some memory is never released.
  expect(growth).toBeLessThan(released);
});
