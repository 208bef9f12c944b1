/** No output contains the value of an environment variable that a configuration file names as `${NAME}`. */
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../setup/folder.ts';
import { runFlagbearer, hasSignals, launch } from './run-flagbearer.ts';
import { startUpstream } from './proxy/upstream.ts';

const secret = 'its-secret';

async function readTexts(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

describe.runIf(hasSignals)('the value of an interpolated variable', () => {
  it('does not appear in the output and files of a proxy', async () => {
    const upstream = await startUpstream((req, res) => {
      if (req.url?.includes('cut')) return void res.destroy();
      const address = `${req.headers.host}${req.url}`;
      res.writeHead(200, { 'content-type': 'application/json', 'content-location': address });
      res.end(JSON.stringify({ challenge: address, [`http://${address}`]: 1 }));
    });
    const env = { UPSTREAM: `${upstream.url}/${secret}/`, FOLDER: `./${secret}-folder` };
    const config = 'proxy: {upstream: "${UPSTREAM}", reportDir: "${FOLDER}", verbose: true}';
    const cwd = await createFolder({ 'flagbearer.config.yaml': config });
    const running = launch(['proxy', '--port', '0'], { cwd, env });
    const line = await running.nextLine();
    const [url = ''] = /http:\S+/.exec(line) ?? [];
    // The requests contain parts of the values. The complete values must still be masked.
    const headers = { 'content-type': 'application/json', 'service-client-id': secret };
    const bodies = [];
    for (const path of ['/v1/auth/cryptoWallet:start', '/cut', `/${secret}-elsewhere`]) {
      const response = await fetch(url + path, { method: 'POST', headers, body: '{}' });
      bodies.push(await response.text());
    }
    running.sendSignal('SIGINT');
    const { stdout, stderr } = await running.result;
    const files = await readTexts(join(cwd, env.FOLDER));
    // Six reports and the journal.
    expect(files).toHaveLength(7);
    expect(line).toContain('for ${UPSTREAM}');
    const errorOfProxy = bodies[1];
    for (const text of [stdout, stderr, ...files, errorOfProxy]) {
      expect(text).not.toContain(new URL(upstream.url).host);
      expect(text).not.toContain(env.UPSTREAM);
      expect(text).not.toContain(`${secret}-folder`);
    }
  });

  it('does not appear in the output and log of a sandbox', async () => {
    const env = { SCENARIO: `./${secret}.yaml`, STORE: `file:./${secret}-store`, SEED: '48291375' };
    const files = {
      'flagbearer.config.yaml':
        'sandbox: {scenario: ["${SCENARIO}"], store: "${STORE}", seed: "${SEED}", watch: true}',
      [`${secret}.yaml`]: 'name: mine\nusers: [{key: a, emailAddress: a@example.test}]',
    };
    const cwd = await createFolder(files);
    const folder = join(cwd, `${secret}-store`);
    await mkdir(folder);
    await chmod(folder, 0o755);
    const running = launch(['start', '--port', '0', '--json'], { cwd, env });
    expect(JSON.parse(await running.nextLine())).toMatchObject({
      url: expect.stringMatching(/^http:[/][/]127[.]0[.]0[.]1:\d+$/),
      seed: '${SEED}',
    });
    running.sendSignal('SIGINT');
    const startResult = await running.result;
    expect(startResult.stderr).toContain('other users can read the store folder');
    const execResult = await runFlagbearer(['exec', '--', 'true'], { cwd, env });
    expect(execResult.exit).toBe(0);
    for (const { stdout, stderr } of [startResult, execResult]) {
      expect(stdout + stderr).not.toContain(secret);
      expect(stdout).not.toContain(env.SEED);
    }
  });
});
