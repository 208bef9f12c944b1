/** A change can be undone after a restart; for replicas see test/replicas. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

import { startSandbox } from '../../src/server/listen.ts';
import { plainSandbox } from '../plain-sandbox.ts';
import { sendRequest } from '../sandbox.ts';

const readUser = async (url: string) => (await sendRequest(`${url}/sandbox/users/ada`)).body;
const readLastChange = async (url: string) =>
  (await sendRequest(`${url}/sandbox/users/ada/changes`)).body.lastChange;

it('undoChange works after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flagbearer-undo-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const start = () => startSandbox({ ...plainSandbox, store: `file:${folder}` });
  const first = await start();
  for (const kycStatus of ['IN_REVIEW', 'DECLINED']) {
    await sendRequest(`${first.url}/sandbox/users/ada`, { method: 'PATCH', body: { kycStatus } });
  }
  const lastChange = await readLastChange(first.url);
  expect(lastChange).toMatchObject({ operation: 'updateUser' });
  await first.close();

  const second = await start();
  onTestFinished(() => second.close());
  expect(await readLastChange(second.url)).toEqual(lastChange);
  const undo = () => sendRequest(`${second.url}/sandbox/users/ada:undo`, { method: 'POST' });
  expect((await undo()).body.kyc).toEqual({ status: 'IN_REVIEW' });
  expect((await undo()).body.kyc).toEqual({ status: 'APPROVED' });
  expect((await undo()).status).toBe(409);
  expect((await readUser(second.url)).kyc).toEqual({ status: 'APPROVED' });
});
