/** Checks the inputs and the scripts of the GitHub action. */
import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { conform } from '../../src/cli/conform.ts';
import { exec } from '../../src/cli/exec.ts';
import type { Command } from '../../src/cli/command/command.ts';
import { listSettings } from '../../src/config/setting.ts';
import { createFolder } from '../setup/folder.ts';
import { useSandbox } from '../sandbox.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const action = parse(await readFile(join(root, 'action.yml'), 'utf8'));
const script = await readFile(join(root, 'ci/github/run.sh'), 'utf8');

/** Inputs that are not options of a command. */
const STEP_INPUTS = ['command', 'version', 'node-version', 'working-directory', 'run'];
const inputs = Object.keys(action.inputs).filter((name) => !STEP_INPUTS.includes(name));
const steps: { readonly id?: string; readonly env?: Record<string, string> }[] = action.runs.steps;
const runStep = steps.find(({ id }) => id === 'run');

function toVariable(input: string): string {
  return input.toUpperCase().replaceAll('-', '_');
}

/** Returns the lines of the script that run for a command. */
function extractScript(command: string): string {
  const [shared = '', cases = ''] = script.split('case $INPUT_COMMAND in');
  return shared + (cases.split(`\n  ${command})`)[1] ?? '').split(';;')[0];
}

describe('action.yml', () => {
  it.each(inputs)('passes the input %s to the script under its name', (input) => {
    expect(runStep?.env).toHaveProperty(`INPUT_${toVariable(input)}`, `\${{ inputs.${input} }}`);
  });

  it.each<[string, Command]>([
    ['conform', conform],
    ['exec', exec],
  ])(
    'passes only existing options to %s, each from the input with the name of the option',
    (name, command) => {
      const pattern = /^\s*add_(?:option|option_per_line|switch) (\S+) "\$INPUT_(\w+)"$/gm;
      const passedOptions = [...extractScript(name).matchAll(pattern)];
      const flags = new Set(command.options.map(({ flag }) => flag));
      // The pattern finds options.
      expect(passedOptions.length).toBeGreaterThan(4);
      for (const [, flag = '', variable] of passedOptions) {
        expect(flags).toContain(flag);
        expect(variable).toBe(toVariable(flag));
      }
    },
  );

  it('passes every input to a command, as an option or as the variable of a setting', () => {
    const options = Array.from(script.matchAll(/INPUT_([A-Z_]+)\b/g), ([, name]) => name);
    const secrets = /for name in ([A-Z_ ]+);/.exec(script)?.[1]?.split(' ') ?? [];
    for (const input of inputs) expect([...options, ...secrets]).toContain(toVariable(input));
    const variables = listSettings('conform').map(({ variable }) => variable);
    for (const name of secrets) expect(variables).toContain(`FLAGBEARER_${name}`);
  });
});

interface StepResult {
  readonly code: number;
  readonly stdout: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

const sandbox = useSandbox();

/** Runs the step as a GitHub runner does, in a separate folder. */
async function runStepWith(
  stepInputs: Record<string, string>,
  inspectFolder?: (cwd: string) => Promise<void>,
): Promise<StepResult> {
  const cwd = await createFolder({ output: '', summary: '' });
  const bin = join(cwd, 'flagbearer');
  await writeFile(bin, `#!/bin/sh\nexec '${process.execPath}' '${root}dist/cli/main.js' "$@"\n`);
  await chmod(bin, 0o755);
  const variables = Object.entries<{ default?: string }>(action.inputs).map(([name, input]) => [
    `INPUT_${toVariable(name)}`,
    stepInputs[name] ?? input.default ?? '',
  ]);
  const env = {
    ...Object.fromEntries(variables),
    ...{ PATH: process.env['PATH'], FLAGBEARER: bin, GITHUB_ACTIONS: 'true' },
    ...{ GITHUB_OUTPUT: join(cwd, 'output'), GITHUB_STEP_SUMMARY: join(cwd, 'summary') },
  };
  const { code, stdout } = await new Promise<{ code: number; stdout: string }>((resolve) => {
    execFile(join(root, 'ci/github/run.sh'), { cwd, env }, (error, out) =>
      resolve({ code: Number(error?.code ?? 0), stdout: out }),
    );
  });
  await inspectFolder?.(cwd);
  const text = await readFile(join(cwd, 'output'), 'utf8');
  const lines = text.split('\n').filter(Boolean);
  return {
    code,
    stdout,
    summary: await readFile(join(cwd, 'summary'), 'utf8'),
    outputs: Object.fromEntries(lines.map((line) => /^(.*?)=(.*)$/.exec(line)!.slice(1))),
  };
}

describe('ci/github/install.sh', () => {
  it('runs no install scripts', async () => {
    const cwd = await createFolder({ output: '' });
    await writeFile(join(cwd, 'npm'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    const env = {
      PATH: `${cwd}:${process.env['PATH']}`,
      ...{ RUNNER_TEMP: cwd, GITHUB_OUTPUT: join(cwd, 'output'), INPUT_VERSION: '1.2.3' },
    };
    const { stdout } = await promisify(execFile)(join(root, 'ci/github/install.sh'), { env });
    expect(stdout).toMatch(/^install .*--ignore-scripts .* flagbearer@1\.2\.3\n$/);
  });
});

describe('ci/github/run.sh', () => {
  it('checks a deployment, and writes the job summary', async () => {
    const { url } = await sandbox.workspace();
    const result = await runStepWith(
      {
        target: url,
        'client-id': 'wallet-app',
        'client-secret': 'wallet-app-secret',
        only: '4.1.response\n4.1.headers\n4.6.operation',
        skip: 'addWalletToUser\nsendEmailOtp',
        'write-baseline': 'known.yaml',
      },
      async (cwd) => {
        const report = await readFile(join(cwd, 'flagbearer-report/report.json'), 'utf8');
        expect(JSON.parse(report)).toMatchObject({ target: url, exitCode: 0 });
        expect(report).not.toContain('"id": "4.6.operation');
        expect(parse(await readFile(join(cwd, 'known.yaml'), 'utf8'))).toEqual({
          version: 1,
          known: [],
        });
      },
    );
    expect(result).toMatchObject({
      code: 0,
      summary: expect.stringMatching(/^# Conformance/),
      outputs: {
        'exit-code': '0',
        'report-dir': './flagbearer-report',
        sarif: './flagbearer-report/report.sarif',
      },
    });
  }, 60_000);

  it('accepts true and false for strict, and rejects other values', async () => {
    // No server listens on this port: a valid input leads to exit code 3.
    const target = 'http://127.0.0.1:9';
    const client = { 'client-id': 'qa', 'client-secret': 'secret-of-qa' };
    const codes = await Promise.all(
      ['true', 'false', 'yes'].map(
        async (strict) => (await runStepWith({ target, ...client, strict })).code,
      ),
    );
    expect(codes).toEqual([3, 3, 2]);
  });

  it.each([
    ['conform', { target: 'ftp://127.0.0.1', 'client-id': 'a', 'client-secret': 'b' }],
    ['exec', { scenario: 'unknown', run: 'true' }],
  ])(
    'does not publish reports of an earlier step if the settings of %s are invalid',
    async (command, settings) => {
      const folder = await createFolder({ 'report.sarif': 'old', 'client-report.md': 'old' });
      const result = await runStepWith({ command, 'report-dir': folder, ...settings });
      expect(result).toMatchObject({
        code: 2,
        summary: '',
        outputs: { 'exit-code': '2', sarif: '' },
      });
    },
  );

  it('outputs an absolute report-dir unchanged', async () => {
    const folder = await createFolder({});
    const result = await runStepWith({ command: 'exec', run: 'true', 'report-dir': folder });
    expect(result).toMatchObject({ code: 0, outputs: { 'report-dir': folder } });
  });

  it('does not pass inputs in the environment of the command, because they can contain secrets', async () => {
    const result = await runStepWith({
      command: 'exec',
      'client-secret': 'its-secret',
      'access-token': 'its-secret',
      'otp-source': 'fixed:its-secret',
      run: 'env',
    });
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('FLAGBEARER_URL=http://127.0.0.1:');
    expect(result.stdout).not.toMatch(/its-secret|^INPUT_|^FLAGBEARER=/m);
  });

  it.each(['report-dir', 'working-directory'])(
    'rejects several lines in %s, which could set outputs',
    async (input) => {
      const result = await runStepWith({ command: 'exec', run: 'true', [input]: 'a\nsarif=evil' });
      expect(result).toMatchObject({
        code: 2,
        stdout:
          '::error::Expected one line in each of the inputs report-dir and working-directory, got several.\n',
        outputs: {},
      });
    },
  );

  it('runs a command with a sandbox, and exits with its exit code', async () => {
    const result = await runStepWith({
      command: 'exec',
      scenario: 'kyc-in-review',
      seed: '7',
      run: 'echo "at $FLAGBEARER_URL"; exit 3',
    });
    expect(result.stdout).toMatch(/^at http:\/\/127\.0\.0\.1:\d+$/m);
    expect(result).toMatchObject({ code: 3, outputs: { 'exit-code': '3', sarif: '' } });
    expect(result.summary).toMatch(/^# Client report/m);
  });

  it.each([
    [{ command: 'exec' }, '::error::The input run is missing'],
    [
      { command: 'start' },
      '::error::Expected conform or exec for the input command, got another value.',
    ],
  ])('reports an error for %j', async (stepInputs, message) => {
    const { code, stdout } = await runStepWith(stepInputs);
    expect({ code, stdout }).toEqual({ code: 2, stdout: expect.stringContaining(message) });
  });
});
