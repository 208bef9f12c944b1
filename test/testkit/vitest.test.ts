import { afterAll, describe, expect, test as base } from 'vitest';

import { startSandbox } from '../../src/index.ts';
import {
  createTest,
  sandboxFixtures,
  test,
  type SandboxFixtures,
} from '../../src/testkit/vitest.ts';
import { listKeys } from './kit.ts';

describe('the test function of flagbearer/vitest', () => {
  const usedWorkspaces: { url: string; name: string }[] = [];

  for (const position of ['first', 'second']) {
    test(`gives each test its own workspace: ${position} test`, async ({ workspace, sandbox }) => {
      expect(await listKeys(workspace)).toContain('gina');
      for (const { name } of usedWorkspaces) expect(workspace.name).not.toBe(name);
      usedWorkspaces.push({ url: sandbox.url, name: workspace.name });
    });
  }

  test('uses one sandbox, and deletes the workspaces', async ({ sandbox }) => {
    expect(new Set(usedWorkspaces.map(({ url }) => url))).toEqual(new Set([sandbox.url]));
    for (const { name } of usedWorkspaces) {
      expect((await fetch(`${sandbox.url}/w/${name}/sandbox/health`)).status).toBe(404);
    }
  });

  describe('with other options for a block', () => {
    test.override({ workspaceOptions: { scenario: 'empty', name: 'of-the-block' } });

    test('creates workspaces with these options', async ({ workspace }) => {
      expect(workspace.name).toBe('of-the-block');
      expect(await listKeys(workspace)).toEqual([]);
    });
  });
});

const testInReview = createTest({ scenario: 'kyc-in-review', seed: 7 });

describe('createTest', () => {
  testInReview('starts the sandbox with the options', ({ sandbox }) => {
    expect(sandbox).toMatchObject({ scenario: 'kyc-in-review', seed: 7 });
  });
});

const runningSandbox = await startSandbox({ scenario: 'empty', seed: 9 });
afterAll(() => runningSandbox.close());
const testWithUrl = createTest({ url: runningSandbox.url });

describe('createTest with a URL', () => {
  testWithUrl('uses the running sandbox', async ({ sandbox, workspace }) => {
    expect(sandbox).toMatchObject({ url: runningSandbox.url, seed: 9 });
    expect(await listKeys(workspace)).toEqual([]);
  });
});

const testWithGreeting = base
  .extend<{ greeting: string }>({ greeting: 'hello' })
  .extend<SandboxFixtures>(sandboxFixtures({ scenario: 'empty' }));

describe('sandboxFixtures', () => {
  base('gives a test the same workspace with the same seed, in any order', async () => {
    const { workspace } = sandboxFixtures();
    /** Uses the fixture for tests with these ids. Returns the workspace of each test as a text. */
    const createWorkspaces = async (...ids: string[]) => {
      await using sandbox = await startSandbox({ seed: 7 });
      const workspaces = new Map<string, string>();
      for (const id of ids) {
        const context = { sandbox, workspaceOptions: {}, task: { id } } as unknown as Parameters<
          typeof workspace
        >[0];
        await workspace(context, async ({ name, wallets }) => {
          workspaces.set(id, `${name} ${wallets.create().address}`);
        });
      }
      return workspaces;
    };
    const workspaces = await createWorkspaces('a', 'b');
    expect(await createWorkspaces('b', 'a')).toEqual(workspaces);
    expect(new Set(workspaces.values()).size).toBe(2);
  });

  testWithGreeting('can be combined with other fixtures', async ({ workspace, greeting }) => {
    expect(greeting).toBe('hello');
    expect(await listKeys(workspace)).toEqual([]);
  });
});
