import { describe, expect, it } from 'vitest';
import { createFolder } from '../../setup/folder.ts';
import { runFlagbearer } from '../run-flagbearer.ts';
import { dialectFiles } from './dialect-files.ts';

const runDiff = async (...args: string[]) =>
  runFlagbearer(['dialect', 'diff', ...args], { cwd: await createFolder(dialectFiles) });

describe('flagbearer dialect diff', () => {
  it('exits with 0 if the dialects are equal', async () => {
    const { exit, stdout } = await runDiff('production.yaml', 'production.yaml');
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: 'no differences, no unknown keys.\n' });
  });

  it('exits with 1 if the dialects differ, and lists unknown keys separately', async () => {
    const { exit, stdout, stderr } = await runDiff('staging.yaml', 'production.yaml');
    expect({ exit, stderr }).toEqual({ exit: 1, stderr: '' });
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['KEY', 'staging.yaml', 'production.yaml', 'CLAUSE'],
      ['wallet.variant', 'network', 'type', '§2.2'],
      [''],
      ['Unknown:'],
      ['KEY', 'staging.yaml', 'production.yaml', 'CLAUSE'],
      ['wallet.challenge.ttl', 'unknown', 'PT1M', '§2.3'],
      ['limits.sends', 'unknown', 'none', '§8'],
      [''],
      ['1 difference, 2 unknown keys.'],
      [''],
    ]);
  });

  it('escapes invisible characters in the names of the files', async () => {
    const files = { 'a\u202E.yaml': dialectFiles['default.yaml'], ...dialectFiles };
    const args = ['dialect', 'diff', 'a\u202E.yaml', 'production.yaml'];
    const { stdout } = await runFlagbearer(args, { cwd: await createFolder(files) });
    expect(stdout).toMatch(/^KEY +a\\u\{202e\}\.yaml /);
  });

  it('does not count an unknown key as a difference', async () => {
    const files = { 'a.yaml': 'version: 1\nunknown: [wallet.variant]\n', ...dialectFiles };
    const args = ['dialect', 'diff', 'a.yaml', 'default.yaml'];
    const { exit } = await runFlagbearer(args, { cwd: await createFolder(files) });
    expect(exit).toBe(0);
  });

  it('prints JSON', async () => {
    const { exit, stdout } = await runDiff('default.yaml', 'staging.yaml', '--json');
    expect(exit).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      left: 'default.yaml',
      right: 'staging.yaml',
      differences: [
        { key: 'wallet.variant', clause: '2.2', left: 'either', right: 'network' },
        { key: 'user.path', clause: '4.8', left: '/user', right: '/v1/user' },
      ],
      unknown: [
        { key: 'wallet.challenge.ttl', unknownIn: 'right' },
        { key: 'limits.sends', unknownIn: 'right' },
      ],
    });
  });

  it.each([
    [
      'an invalid dialect',
      ['default.yaml', 'bad.yaml'],
      /^error: invalid dialect:\nbad\.yaml:4:5: error .*\n$/,
    ],
    ['a missing file', ['no.yaml', 'default.yaml'], /no\.yaml/],
    ['one file', ['default.yaml'], /^error: missing argument: expected 2 \(FILE FILE\)/],
  ])('exits with 2 for %s', async (_, args, message) => {
    const { exit, stdout, stderr } = await runDiff(...args);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
