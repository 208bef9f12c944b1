import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFolder } from '../setup/folder.ts';
import { listen } from '../setup/listen.ts';
import {
  runFlagbearer,
  hasSignals,
  launch,
  type CommandResult,
  type RunOptions,
} from './run-flagbearer.ts';

const START = ['start', '--port', '0'];

async function start(options?: RunOptions) {
  const sandbox = launch(START, options);
  return { sandbox, url: (await sandbox.nextLine()).replace('flagbearer listening on ', '') };
}

describe('flagbearer start', () => {
  it('prints its URL and accepts requests', async () => {
    const sandbox = launch(START);
    const line = await sandbox.nextLine();
    const url = /^flagbearer listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1];
    const health = await fetch(`${url}/sandbox/health`);
    expect(await health.json()).toMatchObject({ status: 'ok', scenario: 'default' });
  });

  it('prints one line of JSON with --json', async () => {
    const sandbox = launch([...START, '--json', '--seed', '7']);
    const ready: unknown = JSON.parse(await sandbox.nextLine());
    expect(ready).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      scenario: 'default',
      seed: 7,
      clients: [
        { id: 'wallet-app', secret: 'wallet-app-secret', accessToken: 'wallet-app-token' },
        { id: 'exchange-app', secret: 'exchange-app-secret', accessToken: 'exchange-app-token' },
      ],
      console: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sandbox\/console$/),
    });
  });

  it('generates and prints a control token if other machines can reach the sandbox', async () => {
    const sandbox = launch([...START, '--host', '0.0.0.0']);
    expect(await sandbox.nextLine()).toMatch(/^flagbearer listening on http:\/\/127\.0\.0\.1:\d+$/);
    expect(await sandbox.nextLine()).toMatch(/^control token: \S{16,}$/);
  });

  it('does not print a configured control token', async () => {
    const sandbox = launch([...START, '--host', '0.0.0.0'], {
      env: { FLAGBEARER_CONTROL_TOKEN: 'let-me-in-please' },
    });
    await sandbox.nextLine();
    sandbox.sendSignal('SIGTERM');
    const { stdout, stderr } = await sandbox.result;
    expect(stdout + stderr).not.toContain('let-me-in-please');
  });

  it.runIf(hasSignals).each(['SIGTERM', 'SIGINT'] as const)(
    'exits with 0 on %s',
    async (signal) => {
      const sandbox = launch(START);
      const lines = [await sandbox.nextLine(), await sandbox.nextLine()];
      sandbox.sendSignal(signal);
      expect(await sandbox.result).toMatchObject({ exit: 0, stdout: `${lines.join('\n')}\n` });
    },
  );

  it('prints the URL of the console after the line that scripts wait for', async () => {
    const { sandbox, url } = await start();
    expect(await sandbox.nextLine()).toBe(`console: ${url}/sandbox/console`);
    const page = await fetch(`${url}/sandbox/console`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it.runIf(hasSignals)('responds to a pending inbox request before it exits', async () => {
    const { sandbox, url } = await start();
    const pendingRequest = fetch(`${url}/sandbox/inbox?wait=PT30S`);
    // After the response to this request, the pending request has also arrived.
    await fetch(`${url}/sandbox/health`);
    sandbox.sendSignal('SIGTERM');
    expect(await (await pendingRequest).json()).toEqual({ items: [], nextCursor: null });
    expect(await sandbox.result).toMatchObject({ exit: 0 });
  });

  it.runIf(hasSignals)('exits even if its log is not read', async () => {
    const { sandbox, url } = await start({ stderr: 'unread' });
    const longPath = `${url}/${'x'.repeat(8000)}`;
    for (let count = 0; count < 100; count += 1) await (await fetch(longPath)).text();
    sandbox.sendSignal('SIGTERM');
    expect(await sandbox.result).toMatchObject({ exit: 0 });
  });

  it.runIf(hasSignals)('does not log a one-time password, even in a path', async () => {
    const { sandbox, url } = await start();
    await fetch(`${url}/v1/auth/otp/email:authenticate/482913`, { method: 'POST' });
    sandbox.sendSignal('SIGTERM');
    const { stderr } = await sandbox.result;
    expect(stderr).toContain('POST /v1/auth/otp/email:authenticate/[redacted] 404');
    expect(stderr).not.toContain('482913');
  });

  // Linux has /dev/full, a disk without space.
  it.runIf(process.platform === 'linux')('exits even if its log cannot be written', async () => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const { sandbox, url } = await start({ stderr: full });
    await fetch(`${url}/sandbox/health`);
    sandbox.sendSignal('SIGTERM');
    expect(await sandbox.result).toMatchObject({ exit: 0 });
  });

  it.each([
    [
      '--dialect',
      'binary',
      /^error: invalid dialect:\nbinary:? error The document contains a control character\..*\n$/,
    ],
    ['--dialect', 'wrong.yaml', /^error: invalid dialect:\nwrong\.yaml:2:10: error .*\n$/],
    [
      '--dialect',
      'missing.yaml',
      /^error: cannot read the dialect missing\.yaml: no such file.*\n$/,
    ],
    [
      '--scenario',
      './binary',
      /^error: cannot load the scenario:\n.* The document contains a control character.*\n$/,
    ],
  ])('%s %s: prints a short error and exits with 2', async (option, file, message) => {
    const cwd = await createFolder({
      // Contains control characters such as NUL.
      binary: String.fromCharCode(...Array.from({ length: 4096 }, (_, index) => index % 251)),
      'wrong.yaml': 'version: 1\nvalues: {wallets: {}}\n',
    });
    const { exit, stdout, stderr } = await runFlagbearer([...START, option, file], { cwd });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  // npm and npx forward a Ctrl-C that the terminal has already sent to the whole process group.
  it.runIf(hasSignals)('ignores the second of two simultaneous signals', async () => {
    const sandbox = launch(START);
    await sandbox.nextLine();
    sandbox.sendSignal('SIGINT');
    sandbox.sendSignal('SIGINT');
    expect(await sandbox.result).toMatchObject({ exit: 0 });
  });

  it('accepts a single value for a list, and a clock with a UTC offset', async () => {
    const text = `sandbox:
  port: 0
  json: true
  scenario: kyc-in-review
  cors: https://app.example.test
  allowHost: sandbox.example.test
  clock: 2030-01-15t10:00:00.5+01:00
`;
    const cwd = await createFolder({ 'flagbearer.config.yaml': text });
    const sandbox = launch(['start'], { cwd });
    const { url, scenario } = JSON.parse(await sandbox.nextLine());
    expect(scenario).toBe('kyc-in-review');
    const origin = 'https://app.example.test';
    const headers = { origin, 'access-control-request-method': 'GET' };
    const preflight = await fetch(`${url}/user`, { method: 'OPTIONS', headers });
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(await readClock(url)).toMatch(/"now":"2030-01-15T09:0/);
  });

  it('loads a file without an extension if no built-in scenario has its name', async () => {
    const files = { mine: 'name: of-mine\n', empty: 'name: never-read\n' };
    const cwd = await createFolder(files);
    const startNamed = async (name: string) => {
      const sandbox = launch([...START, '--json', '--scenario', name], { cwd });
      return JSON.parse(await sandbox.nextLine()).scenario;
    };
    expect(await startNamed('mine')).toBe('of-mine');
    expect(await startNamed('empty')).toBe('empty');
  });
});

async function readClock(url: string): Promise<string> {
  return JSON.stringify(await (await fetch(`${url}/sandbox/clock`)).json());
}

describe('flagbearer start exits with 2, without listening,', () => {
  /** Expects exit code 2, no stdout, and messages without a stack trace on stderr. */
  function expectRefusal({ exit, stdout, stderr }: CommandResult, lines: RegExp): void {
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(lines);
    expect(stderr).not.toMatch(/^\s+at /m);
  }

  it('if the port is in use', async () => {
    const otherServer = createServer();
    onTestFinished(() => void otherServer.close());
    const port = await listen(otherServer);
    expectRefusal(
      await runFlagbearer(['start', '--port', String(port)]),
      new RegExp(`^error: port ${port} is in use\\..*\n$`),
    );
  });

  it('if the configuration file is invalid', async () => {
    const cwd = await createFolder({ 'flagbearer.config.yaml': 'sandbox:\n  prot: 1\n' });
    expectRefusal(
      await runFlagbearer(['start'], { cwd }),
      /^error: flagbearer\.config\.yaml:2:3: unknown key "prot" in sandbox\. Did you mean port\?\n$/,
    );
  });

  it('if the name or file of the scenario is unknown', async () => {
    expectRefusal(
      await runFlagbearer([...START, '--scenario', 'defualt']),
      /defualt.*Did you mean default\?\n$/,
    );
    expectRefusal(await runFlagbearer([...START, '--scenario', './no.yaml']), /no\.yaml/);
  });

  it('if the scenario is invalid, and prints each finding with its line', async () => {
    const text = 'name: broken\nusers:\n  - key: rita\n    kyc: {status: MAYBE}\n    nick: r\n';
    const cwd = await createFolder({ 'broken.yaml': text });
    const result = await runFlagbearer([...START, '--scenario', 'broken.yaml'], { cwd });
    expectRefusal(result, /broken\.yaml:4:\d+.*\n(.*\n)*.*broken\.yaml:5:\d+/);
  });
});
