import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { useSandbox } from '../../sandbox.ts';
import { createFolder } from '../../setup/folder.ts';
import { runFlagbearer, launch } from '../run-flagbearer.ts';

const sandbox = useSandbox();

const dialect = 'version: 1\nvalues:\n  user: {path: /v1/accounts/user}\n';

function listPaths(json: string): string[] {
  const { paths } = JSON.parse(json) as { readonly paths: object };
  return Object.keys(paths);
}

describe('flagbearer contract', () => {
  it('prints the contract of the default dialect as JSON', async () => {
    const { exit, stdout, stderr } = await runFlagbearer(['contract']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
    expect(listPaths(stdout)).toContain('/user');
    expect(listPaths(stdout)).toHaveLength(8);
  });

  it('prints the same contract as YAML', async () => {
    const [json, yaml] = await Promise.all([
      runFlagbearer(['contract']),
      runFlagbearer(['contract', '--format', 'yaml']),
    ]);
    expect(parseYaml(yaml.stdout)).toEqual(JSON.parse(json.stdout));
  });

  it('applies the dialect of the option, the environment variable or the configuration file', async () => {
    const files = {
      'a.dialect.yaml': dialect,
      'flagbearer.config.yaml': 'sandbox: {dialect: a.dialect.yaml}',
      'elsewhere/none.yaml': '',
    };
    const cwd = await createFolder(files);
    const config = ['--config', 'elsewhere/none.yaml'];
    const env = { FLAGBEARER_DIALECT: 'a.dialect.yaml' };
    const [withoutDialect, ...withDialect] = await Promise.all([
      runFlagbearer(['contract', ...config], { cwd }),
      runFlagbearer(['contract', ...config, '--dialect', 'a.dialect.yaml'], { cwd }),
      runFlagbearer(['contract', ...config], { cwd, env }),
      runFlagbearer(['contract'], { cwd }),
    ]);
    expect(listPaths(withoutDialect.stdout)).not.toContain('/v1/accounts/user');
    for (const { stdout } of withDialect) {
      expect(listPaths(stdout)).toContain('/v1/accounts/user');
    }
  });

  it('prints the control API, which a sandbox serves as control.json, in both versions of OpenAPI', async () => {
    const workspace = await sandbox.workspace();
    const [json, converted] = await Promise.all([
      runFlagbearer(['contract', '--api', 'control']),
      runFlagbearer(['contract', '--api', 'control', '--openapi', '3.0']),
    ]);
    for (const [{ stdout }, version] of [
      [json, '3.1'],
      [converted, '3.0'],
    ] as const) {
      const served = await workspace.control(`/control.json?openapi=${version}`);
      expect({ ...JSON.parse(stdout), servers: served.body.servers }).toEqual(served.body);
    }
  });

  it('exits with 2 for an .http file of the control API', async () => {
    const result = await runFlagbearer(['contract', '--api', 'control', '--format', 'http']);
    expect(result).toMatchObject({
      exit: 2,
      stderr: 'error: --api: control requires --format json, yaml or types, got --format http.\n',
    });
  });

  it('exits with 2 for a missing or invalid dialect', async () => {
    const cwd = await createFolder({ 'bad.yaml': 'version: 1\nvalues:\n  usr: {}\n' });
    const missing = await runFlagbearer(['contract', '--dialect', 'no.yaml'], { cwd });
    expect(missing).toMatchObject({ exit: 2, stdout: '' });
    expect(missing.stderr).toMatch(/^.*no\.yaml.*\n$/);
    const bad = await runFlagbearer(['contract', '--dialect', 'bad.yaml'], { cwd });
    expect(bad).toMatchObject({ exit: 2, stdout: '' });
    expect(bad.stderr).toMatch(/^bad\.yaml:3:3: error .*usr/m);
  });

  it('exits with 141 and without a message when its stdout is closed', async () => {
    const printing = launch(['contract']);
    printing.stopReading();
    expect(await printing.result).toMatchObject({ exit: 141, stderr: '' });
  });
});
