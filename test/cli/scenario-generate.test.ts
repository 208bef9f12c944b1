import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { createFolder } from '../setup/folder.ts';
import { runFlagbearer } from './run-flagbearer.ts';

const generateArgs = ['scenario', 'generate', '--users', '5'];

describe('flagbearer scenario generate', () => {
  it('prints valid users, the same users for the same seed', async () => {
    const cwd = await createFolder({});
    const [firstRun, secondRun, runWithOtherSeed, runWithFile] = await Promise.all([
      runFlagbearer([...generateArgs, '--seed', '7', '--name', 'five']),
      runFlagbearer([...generateArgs, '--seed', '7', '--name', 'five']),
      runFlagbearer([...generateArgs, '--seed', '8', '--name', 'five']),
      runFlagbearer([...generateArgs, '--seed', '7', '--name', 'five', '-o', 'five.yaml'], {
        cwd,
      }),
    ]);
    expect(firstRun).toMatchObject({ exit: 0, stderr: '' });
    expect(parseYaml(firstRun.stdout)).toMatchObject({ name: 'five', users: { length: 5 } });
    expect(secondRun.stdout).toBe(firstRun.stdout);
    expect(runWithOtherSeed.stdout).not.toBe(firstRun.stdout);
    expect(runWithFile).toEqual({ exit: 0, stdout: '', stderr: '' });
    expect(await readFile(join(cwd, 'five.yaml'), 'utf8')).toBe(firstRun.stdout);
    const check = await runFlagbearer(['scenario', 'check', 'five.yaml'], { cwd });
    expect(check.stdout).toMatch(/no errors/);
  });

  it('prints the impossible pairs and the reasons to stderr', async () => {
    const { exit, stdout, stderr } = await runFlagbearer(['scenario', 'generate', '--pairwise']);
    expect(exit).toBe(0);
    const { users } = parseYaml(stdout) as { users: unknown[] };
    expect(stderr).toMatch(/^Impossible pair: .*FAILED.* \(§7\.5\)$/m);
    expect(stderr).toMatch(
      new RegExp(`^${users.length} users generated, \\d+ impossible pairs omitted\n$`, 'm'),
    );
  });

  it('adds users to the pairs up to the number of --users', async () => {
    const args = ['scenario', 'generate', '--pairwise', '--format', 'json'];
    const pairs = JSON.parse((await runFlagbearer(args)).stdout);
    const count = pairs.users.length + 5;
    const { exit, stdout } = await runFlagbearer([...args, '--users', String(count)]);
    expect(exit).toBe(0);
    const { users } = JSON.parse(stdout);
    expect(users).toHaveLength(count);
    expect(users.slice(0, pairs.users.length)).toEqual(pairs.users);
  });

  it('writes JSON to a .json file, and overwrites a file only with --force', async () => {
    const cwd = await createFolder({ 'mine.json': 'precious' });
    const args = [...generateArgs, '--output', 'mine.json'];
    expect(await runFlagbearer(args, { cwd })).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: --output: cannot write mine.json: it already exists. Replace it with --force.\n',
    });
    expect(await readFile(join(cwd, 'mine.json'), 'utf8')).toBe('precious');
    expect(await runFlagbearer([...args, '--force'], { cwd })).toMatchObject({ exit: 0 });
    const text = await readFile(join(cwd, 'mine.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ users: { length: 5 } });
  });

  it.each([
    ['.', 'it is a folder, not a file'],
    ['/dev/null', 'it is a device, not a file'],
  ])('does not suggest --force for %s, which --force does not replace', async (path, problem) => {
    const { exit, stderr } = await runFlagbearer([...generateArgs, '--output', path]);
    expect(exit).toBe(2);
    expect(stderr).toBe(`error: --output: cannot write ${path}: ${problem}.\n`);
  });

  it('reports an existing file also if stderr is a terminal, which shows progress', async () => {
    const cwd = await createFolder({ 'mine.yaml': 'precious' });
    const node = ['--import', 'data:text/javascript,process.stderr.isTTY=true'];
    const args = [...generateArgs, '--output', 'mine.yaml'];
    expect(await runFlagbearer(args, { cwd, nodeOptions: node })).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/it already exists\. Replace it with --force\.\n$/),
    });
  });

  it.each([
    ['', 'missing option: set --users NUMBER or --pairwise.'],
    ['--users many', '--users: expected a whole number from 0 to 100000, got "many"'],
    ['--users 1 --seed -1', '--seed: expected a whole number from 0 to 4294967295, got -1'],
    [
      '--users 1 --name A',
      '--name: expected lower-case letters, digits and hyphens, not starting with a hyphen, got "A"',
    ],
    [
      '--users 4001',
      '--users: expected at most 4000 users for --format yaml, got 4001. Use --format json.',
    ],
    ['--users 1 --format toml', '--format: expected yaml or json, got "toml"'],
    [
      '--users 1 -o no/such/folder.yaml',
      '--output: cannot write no/such/folder.yaml: its folder does not exist. Create it.',
    ],
    ['--users 1 -o', 'missing value: -o, --output <FILE>. See flagbearer help scenario generate.'],
  ])('rejects the arguments %j', async (args, line) => {
    const words = args.split(' ').filter(Boolean);
    const { exit, stdout, stderr } = await runFlagbearer(['scenario', 'generate', ...words]);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toBe(`error: ${line}\n`);
  });
});
