/** No output contains the value of an environment variable that a configuration file names as `${NAME}`. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../setup/folder.ts';
import { useSandbox } from '../../sandbox.ts';
import { runFlagbearer } from '../run-flagbearer.ts';

const sandbox = useSandbox();

const credentials = 'clientId: wallet-app, clientSecret: wallet-app-secret';

describe('the value of an interpolated variable', () => {
  it('does not appear in any output of a run', async () => {
    const { url } = await sandbox.workspace();
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: 'step.md',
      TARGET: `${url}/`,
      CLIENT_ID: 'wallet-app',
      SECRET: 'wallet-app-secret',
      MAIL: 'its-secret@example.test',
      FOLDER: 'its-secret-folder',
      DIALECT_FILE: 'its-secret-dialect.yaml',
    };
    const config = `conform: {target: "\${TARGET}", clientId: "\${CLIENT_ID}", clientSecret: "\${SECRET}",
      reportDir: "\${FOLDER}", dialectOut: "\${DIALECT_FILE}", only: ["4.2", "4.6"],
      accounts: [{name: one, emailAddress: "\${MAIL}", flags: []}]}`;
    const cwd = await createFolder({ 'flagbearer.config.yaml': config });
    const { stdout, stderr } = await runFlagbearer(['conform'], { cwd, env });
    const folder = join(cwd, env.FOLDER);
    const names = await readdir(folder);
    expect(names).toHaveLength(7);
    const texts = names.map((name) => readFile(join(folder, name), 'utf8'));
    const stepSummary = await readFile(join(cwd, 'step.md'), 'utf8');
    for (const text of [stdout, stderr, stepSummary, ...(await Promise.all(texts))]) {
      for (const value of [url, 'wallet-app', 'its-secret']) expect(text).not.toContain(value);
    }
    expect(stdout).toContain('Reports: ${FOLDER};');
    expect(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))).toMatchObject({
      target: '${TARGET}',
    });
  });

  it.each<[setting: string, args: readonly string[], config: string]>([
    [
      'a dialect',
      ['conform'],
      `conform: {target: http://a.test, ${credentials}, dialect: "\${X}"}`,
    ],
    [
      'a baseline',
      ['conform'],
      `conform: {target: http://a.test, ${credentials}, baseline: "\${X}"}`,
    ],
    ['checks', ['conform'], `conform: {target: http://a.test, ${credentials}, only: ["\${X}"]}`],
    [
      'a folder',
      ['conform'],
      `conform: {target: http://a.test, ${credentials}, reportDir: "\${X}"}`,
    ],
    ['a base URL', ['conform'], `conform: {target: "\${URL}", ${credentials}}`],
    ['a dialect of a sandbox', ['contract'], 'sandbox: {dialect: "${X}"}'],
    ['a scenario', ['start', '--port', '0'], 'sandbox: {scenario: ["${X}"]}'],
    ['a scenario of exec', ['exec', '--', 'true'], 'sandbox: {scenario: ["${X}"]}'],
    ['a folder of a proxy', ['proxy', 'http://a.test'], 'proxy: {reportDir: "${X}"}'],
  ])('does not appear in the error message for %s', async (_, args, config) => {
    const files = { 'flagbearer.config.yaml': config, 'its-secret': '[invalid YAML}' };
    const cwd = await createFolder(files);
    const env = { X: './its-secret', URL: 'http://127.0.0.1:9/its-secret' };
    const { exit, stdout, stderr } = await runFlagbearer(args, { cwd, env });
    expect([2, 3]).toContain(exit);
    expect(stdout + stderr).not.toContain('its-secret');
    expect(stderr).toMatch(/\$\{(X|URL)\}/);
  });
});
