import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import packageManifest from '../../package.json' with { type: 'json' };
import { executable, flagbearer } from './flagbearer.ts';

describe('flagbearer', () => {
  it.each([[['help']], [['--help']], [['-h']], [[]]])('lists the commands: %j', async (words) => {
    const { exit, stdout, stderr } = await flagbearer(words);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toMatch(/^ {2}start {2,}Run the sandbox/m);
    expect(stdout).toMatch(/^ {2}scenario check {2,}Tell everything/m);
    expect(stdout).toMatch(/^ {2}contract {2,}Print/m);
    expect(stdout).toMatch(/^ {2}help {2,}Print/m);
  });

  it.each(['--version', '-v'])('tells its version: %s', async (word) => {
    const version = `${packageManifest.version}\n`;
    expect(await flagbearer([word])).toEqual({ exit: 0, stdout: version, stderr: '' });
  });

  it.each([['scenario'], ['scenario --help'], ['scenario -h'], ['help scenario']])(
    'lists the commands of a family, with examples: %s',
    async (words) => {
      const { exit, stdout } = await flagbearer(words.split(' '));
      expect(exit).toBe(0);
      expect(stdout).toContain('Usage: flagbearer scenario <command> [options]\n');
      expect(stdout).toMatch(/^ {2}scenario generate {2,}Make up users/m);
      expect(stdout).toMatch(/^ {2}flagbearer scenario export --without-secrets -o bug\.yaml$/m);
      expect(stdout).not.toMatch(/^ {2}start /m);
    },
  );

  it.each(['help scenario check', 'scenario check --help', 'scenario check -h'])(
    'shows the operands and options of a command of a family: %s',
    async (words) => {
      const { exit, stdout } = await flagbearer(words.split(' '));
      expect(exit).toBe(0);
      expect(stdout).toContain('Usage: flagbearer scenario check FILE... [options]\n');
      expect(stdout).toMatch(/^ {2}--format FORMAT {2,}.* One of text, json, sarif\./m);
    },
  );

  it('shows the short form of an option', async () => {
    const { stdout } = await flagbearer(['help', 'scenario', 'export']);
    expect(stdout).toMatch(/^ {2}-o, --output FILE {2,}File to write it to/m);
  });

  it.each([
    ['help', 'start'],
    ['start', '--help'],
    ['start', '--port', '1', '-h'],
  ])('shows the options of a command: %s %s', async (...words) => {
    const { exit, stdout } = await flagbearer(words);
    expect(exit).toBe(0);
    expect(stdout).toContain('Usage: flagbearer start [options]\n');
    expect(stdout).toMatch(/^ {2}--port NUMBER {2,}Port to listen on\..* Default: 4020\.$/m);
    expect(stdout).toMatch(/^ {2}--host HOST {2,}Name or address to listen on\./m);
    expect(stdout).toMatch(/^ {2}--json {2,}Print url, scenario, seed and clients/m);
    expect(stdout).toContain('May be given several times.');
    expect(stdout).toMatch(/^ {2}flagbearer start --scenario kyc-in-review --seed 7$/m);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(88);
  });
});

describe('a command line that is no good ends with one line and exit code 2', () => {
  it.each([
    ['strat', '"strat" is not a command of flagbearer. Did you mean start?'],
    ['serve', '"serve" is not a command of flagbearer. See flagbearer help.'],
    ['help strat', '"strat" is not a command of flagbearer. Did you mean start?'],
    ['scenrio list', '"scenrio" is not a command of flagbearer. Did you mean scenario?'],
    ['scenario chekc', '"chekc" is not a command of flagbearer scenario. Did you mean check?'],
    ['messages list', '"list" is not a command of flagbearer messages. There is check.'],
    ['help scenario lst', '"lst" is not a command of flagbearer scenario. Did you mean list?'],
    ['help start now', '"now" is one word too many: flagbearer help takes one command.'],
    [
      'scenario check',
      'flagbearer scenario check needs a FILE. See flagbearer help scenario check.',
    ],
    [
      'scenario show a b',
      '"b" is one word too many: flagbearer scenario show takes one NAME|FILE. See flagbearer help scenario show.',
    ],
    ['--port 1 start', '--port comes too early: flagbearer <command> [options].'],
    ['start --prot 1', '--prot is not an option of flagbearer start. Did you mean --port?'],
    [
      'start --allowHost a',
      '--allowHost is not an option of flagbearer start. Did you mean --allow-host?',
    ],
    ['start -x', '-x is not an option of flagbearer start. See flagbearer help start.'],
    ['start --port', '--port: the value is missing. Write --port NUMBER.'],
    [
      'start --scenario --json',
      '--scenario: the value is missing. If it is --json, write --scenario=--json.',
    ],
    [
      'start empty',
      '"empty" is one word too many: flagbearer start takes options only. See flagbearer help start.',
    ],
    ['start --port -1', '--port: -1 must be a whole number from 0 to 65535'],
    ['start --json=maybe', '--json: "maybe" must be true or false'],
    ['contract --format xml', '--format: "xml" must be json or yaml or openapi or types or http'],
  ])('flagbearer %s', async (words, line) => {
    expect(await flagbearer(words.split(' '))).toEqual({
      exit: 2,
      stdout: '',
      stderr: `${line}\n`,
    });
  });
});

// Linux has /dev/full, a disk without space.
it.runIf(process.platform === 'linux')('output that can not be written is told', () => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const stdio = ['ignore', full, 'pipe'] as const;
  const { status, stderr } = spawnSync(process.execPath, [executable, 'contract'], {
    stdio: [...stdio],
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    2,
    "The output can't be written: ENOSPC: no space left on device, write.\n",
  ]);
});
