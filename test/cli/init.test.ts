import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { listSettings } from '../../src/config/setting.ts';
import { createFolder } from '../setup/folder.ts';
import { runFlagbearer, startFlagbearer } from './run-flagbearer.ts';

const CONFIG = 'flagbearer.config.yaml';
const SCENARIO = join('scenarios', 'first.yaml');

function readText(cwd: string, file: string): Promise<string> {
  return readFile(join(cwd, file), 'utf8');
}

describe('flagbearer init', () => {
  it('writes a configuration with which a sandbox starts', async () => {
    const cwd = await createFolder({});
    const { exit, stdout, stderr } = await runFlagbearer(['init'], { cwd });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toContain(CONFIG);
    const { url, scenario } = await startFlagbearer([], { cwd });
    expect(scenario).toBe('first');
    const { items } = JSON.parse(await (await fetch(`${url}/sandbox/users`)).text());
    expect(items.map(({ key }: { key: string }) => key)).toEqual(['rita', 'omar']);
  });

  it('writes a scenario without errors and warnings', async () => {
    const cwd = await createFolder({});
    await runFlagbearer(['init'], { cwd });
    const check = await runFlagbearer(['scenario', 'check', SCENARIO], { cwd });
    expect(check).toMatchObject({
      exit: 0,
      stdout: '1 scenario checked: no errors, no warnings.\n',
    });
  });

  it('describes each setting, and sets only the scenario', async () => {
    const cwd = await createFolder({});
    await runFlagbearer(['init'], { cwd });
    const text = await readText(cwd, CONFIG);
    expect(parse(text)).toEqual({ sandbox: { scenario: ['./scenarios/first.yaml'] } });
    for (const { key } of listSettings('sandbox')) {
      expect(text).toMatch(new RegExp(`^ {2}# .*\\n {2}(# )?${key}: `, 'm'));
    }
    for (const [file, schema] of [
      [CONFIG, 'config'],
      [SCENARIO, 'scenario'],
    ] as const) {
      const [firstLine] = (await readText(cwd, file)).split('\n');
      expect(firstLine).toMatch(
        new RegExp(`^# yaml-language-server: \\$schema=https://.*/${schema}\\.schema\\.json$`),
      );
    }
  });

  it('writes a file that stays valid if every setting is uncommented', async () => {
    const cwd = await createFolder({});
    await runFlagbearer(['init'], { cwd });
    const text = (await readText(cwd, CONFIG)).replaceAll(/^ {2}# (\w+: \S)/gm, '  $1');
    const settings = parse(text).sandbox;
    expect(Object.keys(settings)).toEqual(listSettings('sandbox').map(({ key }) => key));
    const otherCwd = await createFolder({ [CONFIG]: text });
    // This command reads the configuration. Its only error is that the file of --dialect does not exist.
    const args = ['contract', '--dialect', 'none.yaml'];
    const { exit, stderr } = await runFlagbearer(args, { cwd: otherCwd });
    expect(exit).toBe(2);
    expect(stderr).not.toContain(CONFIG);
  });

  it.each([
    [
      { [CONFIG]: 'mine' },
      `error: ${CONFIG} already exists; nothing was written. Rename it, or run flagbearer init in another folder.\n`,
    ],
    [
      { 'scenarios/first.yaml': 'mine' },
      'error: scenarios/first.yaml already exists; nothing was written. Rename it, or run flagbearer init in another folder.\n',
    ],
    [
      { [CONFIG]: 'mine', 'scenarios/first.yaml': 'mine' },
      `error: ${CONFIG} and scenarios/first.yaml already exist; nothing was written. Rename them, or run flagbearer init in another folder.\n`,
    ],
  ])('does not overwrite existing files: %j', async (files, stderr) => {
    const cwd = await createFolder(files);
    expect(await runFlagbearer(['init'], { cwd })).toEqual({ exit: 2, stdout: '', stderr });
    for (const file of Object.keys(files)) expect(await readText(cwd, file)).toBe('mine');
    const names = await readdir(cwd, { recursive: true });
    expect(names.filter((name) => name.endsWith('.yaml')).toSorted()).toEqual(
      Object.keys(files).toSorted(),
    );
  });

  it('writes no file if it cannot write all files', async () => {
    const cwd = await createFolder({ scenarios: 'a file in the way' });
    const { exit, stdout, stderr } = await runFlagbearer(['init'], { cwd });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toBe(
      'error: cannot write scenarios/first.yaml: a file exists where a folder is expected. Nothing was written.\n',
    );
    expect(await readdir(cwd)).toEqual(['scenarios']);
  });

  it('treats a dangling symbolic link as an existing file', async () => {
    const cwd = await createFolder({});
    await symlink('elsewhere', join(cwd, CONFIG));
    expect(await runFlagbearer(['init'], { cwd })).toMatchObject({ exit: 2, stdout: '' });
    expect(await readdir(cwd)).toEqual([CONFIG]);
  });
});
