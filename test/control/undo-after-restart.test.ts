/** A change can be undone after a restart; for replicas see test/replicas. */
import { expect, it, onTestFinished } from 'vitest';

import { startSandbox } from '../../src/server/listen.ts';
import { plainSandbox } from '../plain-sandbox.ts';
import { sendRequest } from '../sandbox.ts';
import { createFolder } from '../setup/folder.ts';

const readUser = async (url: string) => (await sendRequest(`${url}/sandbox/users/ada`)).body;
const readLastChange = async (url: string) =>
  (await sendRequest(`${url}/sandbox/users/ada/changes`)).body.lastChange;

it('undoChange works after a restart', async () => {
  const folder = await createFolder({});
  const start = () => startSandbox({ ...plainSandbox, store: `file:${folder}` });
  const firstSandbox = await start();
  for (const kycStatus of ['IN_REVIEW', 'DECLINED']) {
    await sendRequest(`${firstSandbox.url}/sandbox/users/ada`, {
      method: 'PATCH',
      body: { kycStatus },
    });
  }
  const lastChange = await readLastChange(firstSandbox.url);
  expect(lastChange).toMatchObject({ operation: 'updateUser' });
  await firstSandbox.close();

  const secondSandbox = await start();
  onTestFinished(() => secondSandbox.close());
  expect(await readLastChange(secondSandbox.url)).toEqual(lastChange);
  const undo = () => sendRequest(`${secondSandbox.url}/sandbox/users/ada:undo`, { method: 'POST' });
  expect((await undo()).body.kyc).toEqual({ status: 'IN_REVIEW' });
  expect((await undo()).body.kyc).toEqual({ status: 'APPROVED' });
  expect((await undo()).status).toBe(409);
  expect((await readUser(secondSandbox.url)).kyc).toEqual({ status: 'APPROVED' });
});
