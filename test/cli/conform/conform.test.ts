import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Stop } from '../../../src/cli/conform/runner.ts';
import { conforming } from './conforming.ts';
import { failing, outcome, passing, result, runnerThat, untested } from './fake-runner.ts';

const url = 'http://127.0.0.1:4020';
const clean = outcome({ results: [passing] });

describe('flagbearer conform', () => {
  it('ends with 0 when nothing failed, with 1 when a check failed, with 4 when none was tested', async () => {
    expect((await conforming([url], { runner: runnerThat(clean) })).exit).toBe(0);
    expect((await conforming([url])).exit).toBe(1);
    const nothing = runnerThat(outcome({ results: [untested] }));
    const { exit, stdout } = await conforming([url], { runner: nothing });
    expect(exit).toBe(4);
    expect(stdout).toContain('Inconclusive: no operation got a verdict.\n1 not-tested in 2.3 s\n');
  });

  it('fails with --strict when a check was not tested', async () => {
    const runner = runnerThat(outcome({ results: [passing, untested] }));
    expect((await conforming([url], { runner })).exit).toBe(0);
    const { exit, stdout } = await conforming([url, '--strict'], { runner });
    expect(exit).toBe(1);
    expect(stdout).toContain('Nothing failed, but --strict wants nothing left open: 1 not tested.');
  });

  it('says when it is itself at fault', async () => {
    const mistake = result({ verdict: 'error', cause: 'flagbearer', reason: 'asserted nothing' });
    const runner = runnerThat(outcome({ results: [passing, mistake] }));
    const { exit, stdout } = await conforming([url], { runner });
    expect(exit).toBe(70);
    expect(stdout).toContain("1 check broke by a mistake of flagbearer's own: please report it");
  });
});

describe('the reports', () => {
  const names = [
    'dialect.yaml',
    'junit.xml',
    'report.html',
    'report.json',
    'report.sarif',
    'summary.md',
  ];

  it('are six files in a folder that is made', async () => {
    const { files, stderr } = await conforming([url, '--report-dir', 'build/reports']);
    expect(stderr).toBe('');
    expect(Object.keys(files).sort()).toEqual(names.map((name) => `build/reports/${name}`));
    expect(JSON.parse(files['build/reports/report.json']!)).toMatchObject({
      schemaVersion: 1,
      target: url,
      exitCode: 1,
      summary: { pass: 1, fail: 1, 'not-tested': 1 },
    });
    expect(files['build/reports/junit.xml']).toContain('userMask has no id');
    expect(parse(files['build/reports/dialect.yaml']!)).toEqual({
      version: 1,
      values: { wallet: { variant: 'network' } },
      unknown: ['user.path'],
    });
  });

  it('replace those of the run before', async () => {
    const { files } = await conforming([url], { files: { 'conform-report/report.json': 'old' } });
    expect(Object.keys(files)).toHaveLength(6);
    expect(files['conform-report/report.json']).toMatch(/^\{\n {2}"schemaVersion": 1/);
  });

  it('have the dialect in a file of its own with --dialect-out', async () => {
    const { files } = await conforming([url, '--dialect-out', 'found/staging.yaml']);
    expect(files['found/staging.yaml']).toBe(files['conform-report/dialect.yaml']);
    expect(files['found/staging.yaml']).toMatch(/^# Found by flagbearer conform at http:/);
  });

  it.each<[Stop['kind'], number]>([
    ['unreachable', 3],
    ['otherService', 2],
    ['credentialsRefused', 2],
  ])('are written when the run ends before its checks: %s', async (kind, code) => {
    const stop = { kind, message: "can't reach http://127.0.0.1:4020" };
    const runner = runnerThat(outcome({ stop, results: [] }));
    const { exit, stdout, stderr, files } = await conforming([url, '--json'], { runner });
    expect(exit).toBe(code);
    expect(stderr).toContain("can't reach http://127.0.0.1:4020\n");
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: code, stop });
    expect(Object.keys(files)).toHaveLength(6);
  });

  it('have what was found before the deployment was gone', async () => {
    const message = 'http://127.0.0.1:4020 answers no more: the connection is refused';
    const stop = { kind: 'unreachable', message } as const;
    const runner = runnerThat(outcome({ stop }));
    const { exit, stdout, files } = await conforming([url], { runner });
    expect(exit).toBe(3);
    expect(stdout).toContain('2.4.mask.shape (§2.4): userMask has no id');
    expect(stdout).toContain(`The run ended early: ${message}\n1 pass, 1 not-tested, 1 fail in`);
    expect(JSON.parse(files['conform-report/report.json'] ?? '')).toMatchObject({ stop });
  });

  it('that can not be written at the end are told, beside the verdict', async () => {
    const { exit, stdout, stderr, files } = await conforming([url], {
      runner: runnerThat(clean),
      // Somebody puts a folder where a report belongs.
      during: (cwd) => mkdir(join(cwd, 'conform-report', 'report.html')),
    });
    expect(exit).toBe(2);
    expect(stdout).toContain('Nothing failed.');
    expect(stderr).toMatch(/^conform-report\/report\.html can't be written: E\w+.*\n$/);
    expect(Object.keys(files)).toHaveLength(5);
  });
});

describe('--list', () => {
  it('shows the checks, and needs no URL and no client', async () => {
    const { exit, stdout, files } = await conforming(['--list'], { env: {} });
    expect(exit).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^ID +LEVEL +CLAUSE +OPERATION +TITLE$/);
    expect(stdout).toMatch(
      /^4\.2\.request\.missing-refused +MUST +§4\.2 +authenticateWallet +refuses a request without a signature$/m,
    );
    expect(files).toEqual({});
  });

  it('shows those that --only names, and JSON', async () => {
    const { stdout } = await conforming(['--list', '--json', '--only', '2.4'], { env: {} });
    const { id, requirement, clause, level, operation, title } = failing;
    expect(JSON.parse(stdout)).toEqual({
      items: [{ id, requirement, clause, level, operation, title }],
    });
    expect((await conforming(['--list', '--only', '9'], { env: {} })).exit).toBe(2);
  });
});
