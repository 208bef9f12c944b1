import { describe, expect, it } from 'vitest';
import { dialectKeys } from '../../../src/dialect/keys.ts';
import { createFolder } from '../../setup/folder.ts';
import { runFlagbearer } from '../run-flagbearer.ts';
import { dialectFiles } from './dialect-files.ts';

const show = async (...args: string[]) =>
  runFlagbearer(['dialect', 'show', ...args], { cwd: await createFolder(dialectFiles) });

describe('flagbearer dialect show', () => {
  it('prints the keys that differ from the default and the unknown keys', async () => {
    const { exit, stdout, stderr } = await show('staging.yaml');
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['KEY', 'VALUE', 'DEFAULT', 'CLAUSE', 'STATE'],
      ['wallet.variant', 'network', 'either', '§2.2', 'changed'],
      ['wallet.challenge.ttl', 'PT5M', 'PT5M', '§2.3', 'unknown'],
      ['user.path', '/v1/user', '/user', '§4.8', 'changed'],
      ['limits.sends', 'none', 'none', '§8', 'unknown'],
      [''],
      [`${dialectKeys.length} keys: 2 differ from the default, 2 unknown.`],
      [''],
    ]);
  });

  it('prints every key with --all', async () => {
    const { stdout } = await show('default.yaml', '--all');
    const [, ...lines] = stdout.split('\n\n')[0]?.split('\n') ?? [];
    expect(lines.map((line) => line.split(' ')[0])).toEqual(dialectKeys.map(({ key }) => key));
    // Long values are shortened.
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThan(160);
  });

  it('prints a note if every key has its default', async () => {
    const { exit, stdout } = await show('default.yaml');
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: `${dialectKeys.length} keys: 0 differ from the default, 0 unknown.\n`,
    });
  });

  it('parses an unquoted null as the string null', async () => {
    const yaml = 'version: 1\nvalues:\n  userMask: {absent: null}\n';
    const cwd = await createFolder({ 'null.yaml': yaml });
    const args = ['dialect', 'show', 'null.yaml', '--json'];
    const { exit, stdout } = await runFlagbearer(args, { cwd });
    expect(exit).toBe(0);
    expect(JSON.parse(stdout).keys).toMatchObject([{ key: 'userMask.absent', value: 'null' }]);
  });

  it('prints JSON, with every key if --all is set', async () => {
    const [changedKeys, allKeys] = await Promise.all([
      show('staging.yaml', '--json'),
      show('staging.yaml', '--json', '--all'),
    ]);
    expect(JSON.parse(changedKeys.stdout)).toEqual({
      file: 'staging.yaml',
      keys: expect.arrayContaining([
        {
          key: 'wallet.variant',
          clause: '2.2',
          value: 'network',
          default: 'either',
          state: 'changed',
        },
      ]),
    });
    expect(JSON.parse(allKeys.stdout).keys).toHaveLength(dialectKeys.length);
  });

  it('exits with 2 for a missing file or argument, and for an invalid dialect', async () => {
    const missingFile = await show('no.yaml');
    expect(missingFile).toMatchObject({ exit: 2, stdout: '' });
    expect(missingFile.stderr).toMatch(
      /^error: cannot read the dialect .*no\.yaml: no such file.*\n$/,
    );
    const invalidDialect = await show('bad.yaml');
    expect(invalidDialect).toMatchObject({ exit: 2, stdout: '' });
    expect(invalidDialect.stderr).toMatch(
      /^error: invalid dialect:\nbad\.yaml:4:5: error .*varient.* Did you mean variant\?\n$/,
    );
    expect(await show()).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/missing argument FILE/),
    });
  });
});
