import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import packageManifest from '../../package.json' with { type: 'json' };
import { createFolder } from '../setup/folder.ts';
import { executable, runFlagbearer, launch } from './run-flagbearer.ts';

describe('flagbearer', () => {
  it.each([[['help']], [['--help']], [['-h']], [[]]])(
    'lists the commands and the exit codes: %j',
    async (args) => {
      const { exit, stdout, stderr } = await runFlagbearer(args);
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
      expect(stdout).toMatch(/^ {2}start \[options\] {2,}Start a sandbox/m);
      expect(stdout).toMatch(/^ {2}scenario {2,}List, show, check/m);
      expect(stdout).toMatch(/^ {2}help \[command\] {2,}Print/m);
      expect(stdout).toMatch(/^ {2}70 {2,}/m);
    },
  );

  it.each(['--version', '-v'])('prints its version: %s', async (option) => {
    const version = `${packageManifest.version}\n`;
    expect(await runFlagbearer([option])).toEqual({ exit: 0, stdout: version, stderr: '' });
  });

  it.each([['scenario'], ['scenario --help'], ['scenario -h'], ['help scenario']])(
    'lists the subcommands of %s',
    async (args) => {
      const { exit, stdout } = await runFlagbearer(args.split(' '));
      expect(exit).toBe(0);
      expect(stdout).toContain('Usage: flagbearer scenario <command> [options]\n');
      expect(stdout).toMatch(/^ {2}generate \[options\] {2,}Generate users/m);
      expect(stdout).not.toMatch(/^ {2}start /m);
    },
  );

  it.each(['help scenario check', 'scenario check --help', 'scenario check -h'])(
    'shows the operands and options of the subcommand %s',
    async (args) => {
      const { exit, stdout } = await runFlagbearer(args.split(' '));
      expect(exit).toBe(0);
      expect(stdout).toContain('Usage: flagbearer scenario check [options] <FILE...>\n');
      expect(stdout).toMatch(/^ {2}--format <FORMAT> {2,}.* One of text, json, sarif\./m);
    },
  );

  it('shows the short form of an option', async () => {
    const { stdout } = await runFlagbearer(['help', 'scenario', 'export']);
    expect(stdout).toMatch(/^ {2}-o, --output <FILE> {2,}File to write to/m);
  });

  it.each([
    ['help', 'start'],
    ['start', '--help'],
    ['start', '--port', '1', '-h'],
  ])('shows the options of the command %s %s', async (...args) => {
    const { exit, stdout } = await runFlagbearer(args);
    expect(exit).toBe(0);
    expect(stdout).toContain('Usage: flagbearer start [options]\n');
    expect(stdout).toMatch(/^ {2}--port <NUMBER> {2,}Port to listen on; .* Default: 4020\.$/m);
    expect(stdout).toMatch(/^ {2}--host <HOST> {2,}Host name or address to listen on\./m);
    expect(stdout).toMatch(/^ {2}--json {2,}Print one line of JSON when ready: url/m);
    expect(stdout).toContain('Repeatable.');
    expect(stdout).toMatch(/^ {2}flagbearer start --scenario kyc-in-review --seed 7$/m);
  });
});

it('a --no- option disables a setting that the configuration file enables', async () => {
  const cwd = await createFolder({ 'flagbearer.config.yaml': 'sandbox: {json: true}' });
  const readFirstWords = async (...args: readonly string[]) => {
    const line = await launch(['start', '--port', '0', ...args], { cwd }).nextLine();
    return line.split(' ', 2).join(' ');
  };
  expect(await readFirstWords('--no-json')).toBe('flagbearer listening');
  expect(await readFirstWords()).toMatch(/^\{"url":/);
});

describe('an invalid command line prints one error and exits with 2', () => {
  it.each([
    ['strat', 'unknown command strat. Did you mean start?'],
    ['serve', 'unknown command serve. See flagbearer help.'],
    ['help strat', 'unknown command strat. Did you mean start?'],
    ['strat --help', 'unknown command strat. Did you mean start?'],
    ['scenrio list', 'unknown command scenrio. Did you mean scenario?'],
    ['scenario chekc', 'unknown command scenario chekc. Did you mean check?'],
    ['messages list', 'unknown command messages list. See flagbearer help messages.'],
    ['help scenario lst', 'unknown command scenario lst. Did you mean list?'],
    ['scenario check', 'missing argument FILE. See flagbearer help scenario check.'],
    ['scenario show a b', 'unexpected argument "b". See flagbearer help scenario show.'],
    ['--bogus', 'unknown option --bogus. See flagbearer help.'],
    ['--port 1 start', 'unknown option --port. See flagbearer help.'],
    ['start --bogus', 'unknown option --bogus. See flagbearer help start.'],
    ['start --prot 1', 'unknown option --prot. Did you mean --port?'],
    ['start --allowHost a', 'unknown option --allowHost. Did you mean --allow-host?'],
    ['conform --basline x', 'unknown option --basline. Did you mean --baseline?'],
    ['start --jsn=1', 'unknown option --jsn=1. See flagbearer help start.'],
    ['start -x', 'unknown option -x. See flagbearer help start.'],
    ['start --port', 'missing value: --port <NUMBER>. See flagbearer help start.'],
    [
      'start --scenario --json',
      'missing value: --scenario <NAME|FILE>. See flagbearer help start.',
    ],
    ['start empty', 'unexpected argument "empty". See flagbearer help start.'],
    ['start --port -1', '--port: expected a whole number from 0 to 65535, got -1'],
    ['start --json=maybe', '--json: expected no value, got "maybe". See flagbearer help start.'],
    ['contract --format xml', '--format: expected one of json, yaml, types, http, got "xml"'],
  ])('flagbearer %s', async (args, line) => {
    expect(await runFlagbearer(args.split(' '))).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error: ${line}\n`,
    });
  });
});

it('an invalid command line also exits with 2 if stderr is closed', async () => {
  const child = spawn(process.execPath, [executable, 'strat']);
  child.stderr.destroy();
  expect(await once(child, 'exit')).toEqual([2, null]);
});

// Linux has /dev/full: a device without space.
it.runIf(process.platform === 'linux')('reports output that cannot be written', () => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const { status, stderr } = spawnSync(process.execPath, [executable, 'contract'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    2,
    'error: cannot write the output: ENOSPC: no space left on device, write.\n',
  ]);
});
