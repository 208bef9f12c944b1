import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPrism } from '../../src/proxy/prism-mock.ts';
import { createFolder } from '../setup/folder.ts';
import { isLong } from '../setup/test-length.ts';
import { ClientApp } from '../sandbox.ts';
import { runFlagbearer, launch } from './run-flagbearer.ts';
import { respondJson, startUpstream } from './proxy/upstream.ts';

const dialect = 'version: 1\nvalues: {user: {path: /v1/accounts/user, names: {kyc: kycInfo}}}\n';

describe('flagbearer mock', () => {
  it.runIf(isLong)('responds from the contract of a dialect, without a sign-in', async () => {
    const cwd = await createFolder({ 'a.dialect.yaml': dialect });
    const args = ['mock', '--port', '0', '--json', '--dialect', 'a.dialect.yaml'];
    const running = launch(args, { cwd });
    const { url } = JSON.parse(await running.nextLine());
    const client = new ClientApp(url);
    const headers = { authorization: 'Bearer anything' };
    const response = await client.send('/v1/accounts/user', { headers });
    expect(response).toMatchObject({ status: 200, body: { kycInfo: expect.anything() } });
    const preferred = await client.send('/v1/accounts/user', {
      headers: { ...headers, prefer: 'code=401' },
    });
    expect(preferred).toMatchObject({ status: 401, body: { code: expect.any(String) } });
    running.sendSignal('SIGINT');
    expect(await running.result).toMatchObject({ exit: 0 });
  });

  it.runIf(isLong)('prints only its URL and errors with --quiet', async () => {
    const cwd = await createFolder({});
    const errors = join(cwd, 'errors');
    const stderr = openSync(errors, 'w');
    onTestFinished(() => closeSync(stderr));
    const running = launch(['mock', '--port', '0', '--quiet'], { cwd, stderr });
    const [url = ''] = /http:\S+/.exec(await running.nextLine()) ?? [];
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
    // Prism writes after its response.
    const readLines = () => readFileSync(errors, 'utf8').trim().split('\n');
    await expect.poll(readLines).toEqual([expect.stringContaining('NO_PATH_MATCHED')]);
    running.sendSignal('SIGINT');
    expect(await running.result).toMatchObject({ exit: 0 });
  });

  // On Windows, Node also passes the variables that Windows needs.
  it.skipIf(process.platform === 'win32')('does not pass secrets to Prism', async () => {
    const fakePrism = 'require("node:fs").writeFileSync("env.json", JSON.stringify(process.env))';
    const files = {
      'node_modules/@stoplight/prism-cli/dist/index.js': fakePrism,
      'package.json': '{}',
    };
    const env = {
      PATH: '/usr/bin',
      GITHUB_TOKEN: 'secret-1',
      FLAGBEARER_CLIENT_SECRET: 'secret-2',
    };
    const cwd = await createFolder(files);
    await runFlagbearer(['mock', '--port', '0'], { cwd, env });
    const variables = JSON.parse(readFileSync(join(cwd, 'env.json'), 'utf8'));
    expect(Object.keys(variables)).toEqual(['PATH']);
  });

  it('startPrism ends Prism and resolves to undefined if the signal is aborted', async () => {
    const cwd = await createFolder({ 'prism.js': 'setInterval(() => {}, 1000)' });
    const prism = await startPrism({
      executable: join(cwd, 'prism.js'),
      contract: {},
      host: '127.0.0.1',
      port: 0,
      options: [],
      env: process.env,
      printLine: () => {},
      signal: AbortSignal.abort(),
    });
    expect(prism).toBeUndefined();
  });

  it('prints one error if its port is in use', async () => {
    const { url } = await startUpstream(respondJson(200, {}));
    const { port } = new URL(url);
    expect(await runFlagbearer(['mock', '--port', port])).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: `error: port ${port} is in use. Stop the other program, or select another port with --port (--port 0 selects a free port)\n`,
    });
  });

  it('prints one error that names the invalid value', async () => {
    const { exit, stderr } = await runFlagbearer(['mock', '--port', '70000']);
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: 'error: --port: expected a whole number from 0 to 65535, got 70000\n',
    });
  });
});
