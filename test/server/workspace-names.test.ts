/** Generated names of workspaces: codes and challenges depend on them. */
import { describe, expect, it, onTestFinished } from 'vitest';

import { startSandbox } from '../../src/testkit/start-sandbox.ts';
import { createFolder } from '../setup/folder.ts';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

async function startWith(options: Parameters<typeof startSandbox>[0]): Promise<Sandbox> {
  const sandbox = await startSandbox({ scenario: 'empty', ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Returns the names of two workspaces and a fork, and the code sent in the first. */
async function readNamesAndCode({ workspace }: Sandbox): Promise<readonly string[]> {
  const workspace1 = await workspace();
  const workspace2 = await workspace();
  const fork = await workspace1.fork();
  await workspace1.client().POST('/v1/auth/otp/email:send', {
    body: { emailAddress: 'new@example.test' },
  });
  const { code } = await workspace1.inbox.waitFor({ to: 'new@example.test' });
  return [workspace1.name, workspace2.name, fork.name, code];
}

describe('workspaces created without names', () => {
  it('have the same names and codes in a second run with the same seed', async () => {
    const [firstRun, repeatedRun, runWithOtherSeed] = [
      await readNamesAndCode(await startWith({ seed: 7 })),
      await readNamesAndCode(await startWith({ seed: 7 })),
      await readNamesAndCode(await startWith({ seed: 8 })),
    ];
    expect(repeatedRun).toEqual(firstRun);
    // Three names and one code in each of two runs.
    expect(new Set([...firstRun, ...runWithOtherSeed]).size).toBe(8);
  });

  it('do not have the name of a workspace that an earlier run deleted', async () => {
    const store = `file:${await createFolder({})}`;
    const earlierSandbox = await startWith({ store, seed: 7 });
    const deletedWorkspace = await earlierSandbox.workspace();
    await deletedWorkspace.close();
    await earlierSandbox.close();

    // Without `seed`, the seed of the store is used.
    const laterSandbox = await startWith({ store });
    expect((await laterSandbox.workspace()).name).not.toBe(deletedWorkspace.name);
  });
});
