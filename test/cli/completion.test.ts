import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { inFolder } from '../config/in-folder.ts';
import { commands } from '../../src/cli/commands.ts';
import { flagbearer } from './flagbearer.ts';

const run = promisify(execFile);

/** What bash offers behind a line. */
async function offered(line: string): Promise<readonly string[]> {
  const { stdout } = await flagbearer(['completion', 'bash']);
  return inFolder({ 'mine.yaml': '' }, async (cwd) => {
    await writeFile(join(cwd, 'complete.bash'), stdout);
    const words = line.split(' ');
    const script = [
      'source ./complete.bash',
      `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})`,
      `COMP_CWORD=${words.length - 1}`,
      '_flagbearer',
      'printf "%s\\n" "${COMPREPLY[@]}"',
    ].join('\n');
    const ran = await run('bash', ['--norc', '-c', script], { cwd });
    return ran.stdout.split('\n').filter(Boolean);
  });
}

describe('flagbearer completion bash', () => {
  it.each([
    ['flagbearer st', ['start']],
    ['flagbearer scenario ', ['list', 'show', 'check', 'generate', 'export', '--help']],
    ['flagbearer scenario check m', ['mine.yaml']],
    ['flagbearer scenario check --f', ['--format']],
    ['flagbearer scenario check --format s', ['sarif']],
    ['flagbearer start --dialect m', ['mine.yaml']],
    ['flagbearer start --port ', []],
    ['flagbearer proxy --dialect-', ['--dialect-out']],
    ['flagbearer completion f', ['fish']],
    ['flagbearer help scen', ['scenario']],
    ['flagbearer repro ', ['run', '--help']],
    ['flagbearer repro --out', ['--output']],
    ['flagbearer scenario -', ['--help']],
  ])('offers behind "%s"', async (line, expected) => {
    expect(await offered(line)).toEqual(expected);
  });
});

const fishIsThere = spawnSync('fish', ['--version']).error === undefined;

describe.skipIf(!fishIsThere)('flagbearer completion fish', () => {
  it('offers commands, their options and their values', async () => {
    const { stdout: script } = await flagbearer(['completion', 'fish']);
    const offers = (line: string) =>
      spawnSync('fish', ['--no-config', '-c', `${script}\ncomplete -C '${line}'`], {
        encoding: 'utf8',
      })
        .stdout.split('\n')
        .map((row) => row.split('\t')[0])
        .filter(Boolean);
    expect(offers('flagbearer st')).toEqual(['start']);
    expect(offers('flagbearer scenario check --format s')).toEqual(['sarif']);
    expect(offers('flagbearer start --cha')).toEqual(['--chaos']);
    expect(offers('flagbearer repro r')).toEqual(['run']);
  });
});

describe.each(['bash', 'zsh', 'fish'])('flagbearer completion %s', (shell) => {
  it('knows every command and every option, and is a script of that shell', async () => {
    const { exit, stdout } = await flagbearer(['completion', shell]);
    expect(exit).toBe(0);
    for (const load of commands.values()) {
      const { name, options } = await load();
      for (const word of name.split(' ')) expect(stdout).toContain(word);
      for (const { flag } of options) {
        expect(stdout).toContain(shell === 'fish' ? `-l ${flag}` : `--${flag}`);
      }
    }
    await inFolder({ script: stdout }, async (cwd) => {
      const checked = spawnSync(shell, ['-n', 'script'], { cwd });
      // Where the shell is not installed, nobody can tell.
      if (checked.error === undefined) expect(checked.stderr.toString()).toBe('');
    });
  });
});

it('flagbearer completion tells which shells there are', async () => {
  expect(await flagbearer(['completion', 'powershell'])).toMatchObject({
    exit: 2,
    stderr: '"powershell" is no shell that flagbearer knows. There is bash, zsh, fish.\n',
  });
});
