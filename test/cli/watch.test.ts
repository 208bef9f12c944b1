import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../setup/folder.ts';
import { runFlagbearer, launch, type RunningCommand } from './run-flagbearer.ts';

/** Creates a scenario with a user for each key. */
function createScenario(...keys: readonly string[]): string {
  const users = keys.map((key) => `  - { key: ${key}, emailAddress: ${key}@example.test }\n`);
  return `name: mine\nusers:\n${users.join('')}`;
}

/** The flag X1 is not in the catalogue. */
const invalidScenario =
  'name: mine\nusers:\n  - { key: ann, emailAddress: ann@example.test, flags: [X1] }\n';

interface WatchedSandbox {
  readonly url: string;
  readonly running: RunningCommand;
  readonly toPath: (file: string) => string;
  readKeys(workspace?: string): Promise<string[]>;
}

/** Runs a test with a sandbox that watches scenarios/mine.yaml (user ann), combined with `empty`. */
async function runWatched(test: (sandbox: WatchedSandbox) => Promise<void>): Promise<void> {
  const cwd = await createFolder({ 'scenarios/mine.yaml': createScenario('ann') });
  const scenarios = ['--scenario', 'scenarios/mine.yaml', '--scenario', 'empty'];
  const running = launch(['start', '--port', '0', ...scenarios, '--watch'], { cwd });
  const url = (await running.nextLine()).replace('flagbearer listening on ', '');
  expect(await running.nextLine()).toBe(`console: ${url}/sandbox/console`);
  await test({
    url,
    running,
    toPath: (file) => join(cwd, 'scenarios', file),
    async readKeys(workspace = '') {
      const response = await fetch(`${url}${workspace}/sandbox/users`);
      const { items } = (await response.json()) as { items: { key: string }[] };
      return items.map(({ key }) => key);
    },
  });
  running.sendSignal('SIGTERM');
  expect(await running.result).toMatchObject({ exit: 0 });
}

describe('flagbearer start --watch', () => {
  it('reloads an edited file, and creates new workspaces from it', () =>
    runWatched(async ({ url, running, toPath, readKeys }) => {
      await writeFile(toPath('mine.yaml'), createScenario('ann', 'bob'));
      expect(await running.nextLine()).toBe('reloaded mine-and-empty: 2 users, no warnings');
      expect(await readKeys()).toEqual(['ann', 'bob']);
      const headers = { 'content-type': 'application/json' };
      const body = '{"name": "later"}';
      await fetch(`${url}/sandbox/workspaces`, { method: 'POST', headers, body });
      expect(await readKeys('/w/later')).toEqual(['ann', 'bob']);
    }));

  it('reports an invalid edit and keeps the last valid state', () =>
    runWatched(async ({ running, toPath, readKeys }) => {
      await writeFile(toPath('mine.yaml'), invalidScenario);
      expect(await running.nextLine()).toMatch(/^not reloaded; the last valid state stays/);
      expect(await running.nextLine()).toMatch(
        /^scenarios\/mine\.yaml:3:\d+: error .*"X1".* \(§2\.7\)/,
      );
      expect(await readKeys()).toEqual(['ann']);
      await writeFile(toPath('mine.yaml'), createScenario('eve'));
      expect(await running.nextLine()).toMatch(/^reloaded mine-and-empty: 1 user,/);
      expect(await readKeys()).toEqual(['eve']);
    }));

  it('prints warnings below the message about the reload', () =>
    runWatched(async ({ running, toPath }) => {
      await writeFile(toPath('mine.yaml'), 'name: mine\nusers:\n  - key: nobody\n');
      expect(await running.nextLine()).toBe('reloaded mine-and-empty: 1 user, 1 warning');
      expect(await running.nextLine()).toMatch(/^scenarios\/mine\.yaml:3:\d+: warning /);
    }));

  // Editors write a temporary file and rename it over the original.
  it('reloads after each atomic replacement of the file', () =>
    runWatched(async ({ running, toPath }) => {
      for (const key of ['bob', 'cleo', 'dan']) {
        await writeFile(toPath('mine.yaml~'), createScenario('ann', key));
        await rename(toPath('mine.yaml~'), toPath('mine.yaml'));
        expect(await running.nextLine()).toMatch(/^reloaded mine-and-empty: 2 users,/);
      }
    }));

  it('loads the last version of a file that is saved several times at once', () =>
    runWatched(async ({ running, toPath, readKeys }) => {
      for (const key of ['bob', 'cleo', 'dan', 'eva', 'finn']) {
        await writeFile(toPath('mine.yaml'), createScenario('ann', key));
      }
      // A busy machine can reload between the saves, and prints a line for each reload.
      do await running.nextLine();
      while ((await readKeys())[1] !== 'finn');
    }));

  it('keeps the state while the file is missing, and loads the file when it exists again', () =>
    runWatched(async ({ running, toPath, readKeys }) => {
      await rm(toPath('mine.yaml'));
      expect(await running.nextLine()).toMatch(/^not reloaded/);
      expect(await running.nextLine()).toMatch(/^scenarios\/mine\.yaml: error Cannot read/);
      expect(await readKeys()).toEqual(['ann']);
      await writeFile(toPath('mine.yaml'), createScenario('bob'));
      expect(await running.nextLine()).toMatch(/^reloaded/);
      expect(await readKeys()).toEqual(['bob']);
    }));

  it('keeps the state while the folder is missing, as in a branch switch, and loads the file afterwards', () =>
    runWatched(async ({ running, toPath, readKeys }) => {
      await rm(toPath(''), { recursive: true });
      expect(await running.nextLine()).toMatch(/^not reloaded/);
      await running.nextLine();
      await mkdir(toPath(''));
      await writeFile(toPath('mine.yaml'), createScenario('bob'));
      expect(await running.nextLine()).toMatch(/^reloaded/);
      expect(await readKeys()).toEqual(['bob']);
    }));

  it('prints lines of JSON with --json', async () => {
    const cwd = await createFolder({ 'mine.json': '{"name": "mine"}' });
    const args = ['--scenario', 'mine.json', '--watch', '--json'];
    const running = launch(['start', '--port', '0', ...args], { cwd });
    await running.nextLine();
    await writeFile(join(cwd, 'mine.json'), '{"name": "yours"}');
    expect(JSON.parse(await running.nextLine())).toEqual({
      event: 'reloaded',
      scenario: 'yours',
      users: 0,
      warnings: [],
    });
    await writeFile(join(cwd, 'mine.json'), '{"name": "yours", "usres": []}');
    expect(JSON.parse(await running.nextLine())).toMatchObject({
      event: 'rejected',
      findings: [{ rule: 'unknown-key', line: 1, column: 19 }],
    });
  });

  it.each([[[]], [['--scenario', 'empty']]])('requires a scenario file: %j', async (args) => {
    expect(await runFlagbearer(['start', '--port', '0', '--watch', ...args])).toEqual({
      exit: 2,
      stdout: '',
      stderr: 'error: --watch requires a scenario file, such as --scenario ./mine.yaml.\n',
    });
  });
});
