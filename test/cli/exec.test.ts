import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../setup/folder.ts';
import { runFlagbearer, launch, walletAppEnv } from './run-flagbearer.ts';
import { SIGN_IN } from './sign-in-script.ts';
import { expectValidJunit } from '../reporting/read-junit.ts';

/** Creates the arguments that run a Node.js script with `flagbearer exec`. */
function createArgs(text: string, ...options: readonly string[]): string[] {
  return ['exec', ...options, '--', process.execPath, '-e', text];
}

const PRINT_VARIABLES = `
  const names = Object.keys(process.env).filter((name) => name.startsWith('FLAGBEARER_'));
  console.log(JSON.stringify(Object.fromEntries(names.map((name) => [name, process.env[name]]))));
`;

const NO_TRAFFIC =
  /^warning: no request to the service reached the sandbox, .* FLAGBEARER_URL.*\n$/;

describe('flagbearer exec', () => {
  it('passes the URL and a client to the command, and stops the sandbox when the command ends', async () => {
    const { exit, stdout, stderr } = await runFlagbearer(
      createArgs(PRINT_VARIABLES, '--seed', '7'),
    );
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.stringMatching(NO_TRAFFIC) });
    const variables = JSON.parse(stdout);
    expect(variables).toEqual({
      FLAGBEARER_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      ...walletAppEnv,
    });
    await expect(fetch(variables.FLAGBEARER_URL)).rejects.toThrow('fetch failed');
  });

  it('does not pass on FLAGBEARER_* variables that can contain secrets', async () => {
    const secrets = {
      FLAGBEARER_OTP_SOURCE: 'fixed:its-secret',
      FLAGBEARER_TARGET: 'https://its-secret.test',
      FLAGBEARER_UPSTREAM: 'https://its-secret.test',
      FLAGBEARER_CLIENT_SECRET: 'its-secret',
    };
    const env = { ...secrets, FLAGBEARER_DEBUG: '1', OF_THE_APP: 'x' };
    const print = 'console.log(JSON.stringify(process.env))';
    const { exit, stdout } = await runFlagbearer(createArgs(print), { env });
    expect(exit).toBe(0);
    expect(stdout).not.toContain('its-secret');
    expect(JSON.parse(stdout)).toMatchObject({ FLAGBEARER_DEBUG: '1', OF_THE_APP: 'x' });
  });

  it('returns the same responses in every run with the same seed', async () => {
    const args = createArgs(`(async () => {${SIGN_IN}})()`, '--scenario', 'empty', '--seed', '7');
    const runs = await Promise.all([runFlagbearer(args), runFlagbearer(args)]);
    expect(runs.map(({ exit, stderr }) => ({ exit, stderr }))).toEqual([
      { exit: 0, stderr: '' },
      { exit: 0, stderr: '' },
    ]);
    expect(runs[0]?.stdout).toMatch(/^[0-9a-f-]{36}\n$/);
    expect(runs[0]?.stdout).toBe(runs[1]?.stdout);
  });

  it('writes the client report even if the command fails', async () => {
    const cwd = await createFolder({});
    const args = createArgs(
      `(async () => {${SIGN_IN}; process.exit(7)})()`,
      ...['--report-dir', 'reports/of-clients', '--control-token', 'let-me-in'],
    );
    const { exit, stderr } = await runFlagbearer(args, { cwd });
    expect({ exit, stderr }).toEqual({ exit: 7, stderr: '' });
    const readReport = (name: string) => readFile(join(cwd, 'reports/of-clients', name), 'utf8');
    const report = JSON.parse(await readReport('client-report.json'));
    expect(report).toMatchObject({ schemaVersion: 1, workspace: 'default', requests: 2 });
    expect(report.mistakes.map(({ rule }: { rule: string }) => rule)).toEqual(['user-not-read']);
    expect(await readReport('client-report.html')).toMatch(/^<!doctype html>/i);
    expect(await readReport('client-report.md')).toContain('user-not-read');
    await expectValidJunit(await readReport('client-report.xml'));
  });

  it('warns about a command that sends no request, also in the report', async () => {
    const cwd = await createFolder({});
    const args = createArgs('', '--report-dir', 'reports');
    const { exit, stderr } = await runFlagbearer(args, { cwd });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.stringMatching(NO_TRAFFIC) });
    const readReport = (name: string) => readFile(join(cwd, 'reports', name), 'utf8');
    const page = await readReport('client-report.html');
    expect(page).toContain('<strong>No requests, so nothing was checked.</strong>');
    // The page and the JUnit file show no success: a passing test case has no child element.
    expect(page).not.toMatch(/class="(?:outcome exit-0|pass )/);
    expect(page).not.toContain('Rules that were not violated');
    expect(await readReport('client-report.xml')).not.toMatch(/<testcase [^>]*\/>/);
    expect(await readReport('client-report.md')).toContain('No requests, nothing was checked');
  });

  it.each([
    ['mistakes', 1, /^error: 1 rule violated: user-not-read\.\n$/],
    ['coverage:1', 0, /^$/],
    ['coverage:90', 1, /^error: Coverage is \d+ %, less than 90 %\.\n$/],
  ])('with --fail-on %s exits with %d after a sign-in', async (condition, code, message) => {
    const args = createArgs(`(async () => {${SIGN_IN}})()`, '--fail-on', condition);
    const { exit, stderr } = await runFlagbearer(args);
    expect({ exit, stderr }).toEqual({ exit: code, stderr: expect.stringMatching(message) });
  });

  it.each([
    ['mistakes', 'a command without requests', '', 1, NO_TRAFFIC],
    ['mistakes', 'a command that fails', 'process.exit(7)', 7, NO_TRAFFIC],
    ['errors', 'an unknown condition', '', 2, /coverage:PERCENT/],
  ])('with --fail-on %s, for %s (%j), exits with %i', async (condition, _, text, exit, message) => {
    const result = await runFlagbearer(createArgs(text, '--fail-on', condition));
    expect(result).toMatchObject({ exit, stderr: expect.stringMatching(message) });
  });

  it('reports the requests to all workspaces together, including deleted and reset workspaces', async () => {
    const cwd = await createFolder({});
    const text = `(async () => {
        const { FLAGBEARER_URL: url, FLAGBEARER_CLIENT_ID: id, FLAGBEARER_CLIENT_SECRET: secret } = process.env;
        const headers = { 'service-client-id': id, 'service-client-secret': secret, 'content-type': 'application/json' };
        const post = (path, body) => fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
        for (const name of ['one', 'two', 'unused']) await post('/sandbox/workspaces', { name });
        const emailAddress = 'me@example.test';
        await post('/w/one/v1/auth/otp/email:send', { emailAddress });
        await post('/w/one/v1/auth/otp/email:send', { emailAddress, foo: 1 });
        await post('/w/two/v1/auth/otp/email:send', { emailAddress, foo: 1 });
        await post('/v1/auth/otp/sms:send', { phoneNumber: '+12025550107' });
        await fetch(url + '/sandbox/workspaces/one', { method: 'DELETE' });
        await post('/w/two/sandbox/reset', {});
      })()`;
    const result = await runFlagbearer(createArgs(text, '--report-dir', 'reports'), { cwd });
    expect(result).toEqual({ exit: 0, stdout: '', stderr: '' });
    const report = JSON.parse(await readFile(join(cwd, 'reports/client-report.json'), 'utf8'));
    expect(report).toMatchObject({
      workspace: 'all',
      requests: 4,
      mistakes: [
        { rule: 'sms-bearer-missing', count: 1 },
        { rule: 'fields-wrong', clause: '4', count: 2, clients: ['wallet-app'] },
      ],
      coverage: { operations: { seen: ['sendEmailOtp'] } },
    });
    const entries = report.mistakes[1].entries.map((id: string) => id.replace(/\/.*/, ''));
    expect(entries).toEqual(['one', 'two']);
    const { seen, missing } = report.coverage.operations;
    // The coverage lists each of the eight operations once, not once for each workspace.
    expect([...seen, ...missing]).toHaveLength(8);
  });

  it('does not run the command if the report folder is not writable', async () => {
    const cwd = await createFolder({ reports: 'a file' });
    const args = createArgs('console.log("ran")', '--report-dir', 'reports');
    const { exit, stdout, stderr } = await runFlagbearer(args, { cwd });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(/--report-dir: cannot write to reports: .*\. Use another path\.$/m);
  });

  it('exits with 2 if the command succeeds and the report cannot be written', async () => {
    const cwd = await createFolder({});
    const removeFolder = "require('fs').rmSync('reports', { recursive: true })";
    const succeeded = await runFlagbearer(createArgs(removeFolder, '--report-dir', 'reports'), {
      cwd,
    });
    expect(succeeded.exit).toBe(2);
    expect(succeeded.stderr).toMatch(/error: cannot write the client report to .*reports: /);
    const failed = createArgs(`${removeFolder}; process.exit(7)`, '--report-dir', 'reports');
    expect((await runFlagbearer(failed, { cwd })).exit).toBe(7);
  });

  it('rejects an empty command', async () => {
    const { exit, stderr } = await runFlagbearer(['exec', '--', '']);
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: expect.stringContaining('expected a command, got an empty argument.'),
    });
  });

  it('passes the generated or configured control token to the command', async () => {
    // A control token is required, and generated, if other hosts can reach the sandbox.
    const [generated, configured] = await Promise.all([
      runFlagbearer(createArgs(PRINT_VARIABLES, '--host', '0.0.0.0')),
      runFlagbearer(createArgs(PRINT_VARIABLES, '--control-token', 'let-me-in')),
    ]);
    expect(JSON.parse(generated.stdout).FLAGBEARER_CONTROL_TOKEN).toMatch(/^\S{16,}$/);
    expect(JSON.parse(configured.stdout).FLAGBEARER_CONTROL_TOKEN).toBe('let-me-in');
  });

  it('uses a free port, ignoring the environment variable and the configuration file', async () => {
    const cwd = await createFolder({ 'flagbearer.config.yaml': 'sandbox: {port: 1, seed: 7}' });
    for (const port of ['2', 'none']) {
      const options = { cwd, env: { FLAGBEARER_PORT: port } };
      const { exit, stdout } = await runFlagbearer(createArgs(PRINT_VARIABLES), options);
      expect(exit).toBe(0);
      expect(JSON.parse(stdout).FLAGBEARER_URL).not.toMatch(/:[12]$/);
    }
  });

  it.each([0, 1, 3, 255])('exits with the exit code %i of the command', async (code) => {
    expect(await runFlagbearer(createArgs(`process.exit(${code})`))).toMatchObject({
      exit: code,
    });
  });

  it('exits with 128 plus the signal number if a signal ended the command', async () => {
    const { exit } = await runFlagbearer(createArgs('process.kill(process.pid, "SIGKILL")'));
    expect(exit).toBe(137);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'forwards %s to the command',
    async (signal) => {
      const text = `
      process.on('${signal}', () => { console.log('got it'); process.exit(9); });
      console.log('ready');
      setInterval(() => {}, 1000);
    `;
      const running = launch(createArgs(text));
      expect(await running.nextLine()).toBe('ready');
      running.sendSignal(signal);
      expect(await running.result).toMatchObject({ exit: 9, stdout: 'ready\ngot it\n' });
    },
  );

  it('passes all arguments after -- unchanged', async () => {
    const text = 'console.log(JSON.stringify(process.argv.slice(1)))';
    const args = ['--help', '--port', '1', '--', '-x', 'a b', ''];
    const { stdout } = await runFlagbearer([...createArgs(text), '--', ...args]);
    expect(JSON.parse(stdout)).toEqual(args);
    const withoutSeparator = ['exec', '--seed', '1', process.execPath, '-e', text, '--', ...args];
    const result = await runFlagbearer(withoutSeparator);
    expect(JSON.parse(result.stdout)).toEqual(args);
  });

  it('exits with 127 for an unknown command and 126 for a file that is not executable', async () => {
    const cwd = await createFolder({ 'no-program': 'text' });
    expect(await runFlagbearer(['exec', '--', 'no-such-command'])).toEqual({
      exit: 127,
      stdout: '',
      stderr:
        'error: command not found: no-such-command. Check the name and PATH; for a command in node_modules, use npx.\n',
    });
    const { exit, stderr } = await runFlagbearer(['exec', '--', join(cwd, 'no-program')]);
    expect(exit).toBe(126);
    expect(stderr).toMatch(
      /^error: cannot run .*no-program \(EACCES\)\. Check that the file is executable\.\n$/,
    );
  });

  it('does not run the command if the sandbox cannot start', async () => {
    const cwd = await createFolder({});
    const touch = 'require("node:fs").writeFileSync("ran", "")';
    const result = await runFlagbearer(createArgs(touch, '--scenario', 'defualt'), { cwd });
    expect(result).toMatchObject({ exit: 2, stdout: '' });
    expect(result.stderr).toMatch(/Did you mean default\?\n$/);
    await expect(readFile(join(cwd, 'ran'))).rejects.toThrow('ENOENT');
  });

  it.each([
    [['exec'], /^error: missing argument COMMAND\. See flagbearer help exec\.\n$/],
    [['exec', '--'], /^error: missing argument COMMAND\./],
    [['exec', '--json', '--', 'ls'], /^error: unknown option --json\. .*\n$/],
    [['exec', '--scenario', '--', 'ls'], /^error: missing value: --scenario /],
  ])('rejects the arguments %j', async (args, line) => {
    const { exit, stdout, stderr } = await runFlagbearer(args);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(line);
  });
});
