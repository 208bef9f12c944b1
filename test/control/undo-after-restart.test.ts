/** A change can be undone after a restart; for replicas see test/replicas. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { startSandbox } from '../../src/server/listen.ts';
import { sendRequest } from '../sandbox.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flagbearer-undo-'));
});
afterAll(() => rm(folder, { recursive: true }));

const readKyc = async (url: string) => (await sendRequest(`${url}/sandbox/users/ada`)).body.kyc;
const readLastChange = async (url: string) =>
  (await sendRequest(`${url}/sandbox/users/ada/changes`)).body.lastChange;

it('undoChange works after a restart', async () => {
  const start = () =>
    startSandbox({
      ...{ port: 0, host: '127.0.0.1', scenario: ['default'], store: `file:${folder}` },
      ...{ allowHost: [], cors: [], workspaceLimit: 10, workspaceTtl: 'none' },
      ...{ chaos: 'off', journalLimit: 100, log: 'silent' },
    });
  const first = await start();
  for (const kycStatus of ['IN_REVIEW', 'DECLINED']) {
    await sendRequest(`${first.url}/sandbox/users/ada`, { method: 'PATCH', body: { kycStatus } });
  }
  const lastChange = await readLastChange(first.url);
  await first.close();

  const second = await start();
  try {
    expect(await readLastChange(second.url)).toEqual(lastChange);
    const undo = () => sendRequest(`${second.url}/sandbox/users/ada:undo`, { method: 'POST' });
    expect((await undo()).body.kyc).toEqual({ status: 'IN_REVIEW' });
    expect((await undo()).body.kyc).toEqual({ status: 'APPROVED' });
    expect((await undo()).status).toBe(409);
    expect(await readKyc(second.url)).toEqual({ status: 'APPROVED' });
  } finally {
    await second.close();
  }
});
