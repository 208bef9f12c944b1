/** Generated names of workspaces: codes and challenges depend on them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

import { startSandbox } from '../../src/testkit/start-sandbox.ts';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

async function startWith(options: Parameters<typeof startSandbox>[0]): Promise<Sandbox> {
  const sandbox = await startSandbox({ scenario: 'empty', ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Returns the names of two workspaces and a fork, and the code sent in the first. */
async function readNamesAndCode({ workspace }: Sandbox): Promise<readonly string[]> {
  const first = await workspace();
  const second = await workspace();
  const fork = await first.fork();
  await first.client().POST('/v1/auth/otp/email:send', {
    body: { emailAddress: 'new@example.test' },
  });
  const { code } = await first.inbox.waitFor({ to: 'new@example.test' });
  return [first.name, second.name, fork.name, code];
}

describe('a workspace created without a name', () => {
  it('has equal names and codes in a second run with the same seed', async () => {
    const [first, repeated, otherSeed] = [
      await readNamesAndCode(await startWith({ seed: 7 })),
      await readNamesAndCode(await startWith({ seed: 7 })),
      await readNamesAndCode(await startWith({ seed: 8 })),
    ];
    expect(repeated).toEqual(first);
    expect(new Set([...first, ...otherSeed]).size).toBe(8);
  });

  it('does not have the name of a workspace that an earlier run has deleted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'flagbearer-names-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const store = `file:${folder}`;
    const before = await startWith({ store, seed: 7 });
    const deleted = await before.workspace();
    await deleted.close();
    await before.close();

    const after = await startWith({ store });
    expect((await after.workspace()).name).not.toBe(deleted.name);
  });
});
