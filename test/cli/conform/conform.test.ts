import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runConform } from './run-conform.ts';
import {
  failingResult,
  createOutcome,
  passingResult,
  createResult,
  createRunner,
  untestedResult,
  type CheckResult,
  type Stop,
} from './fake-runner.ts';
import { expectValidJunit } from '../../reporting/read-junit.ts';

const url = 'http://127.0.0.1:4020';
const cleanOutcome = createOutcome({ results: [passingResult] });

describe('flagbearer conform', () => {
  it('exits with 0 if nothing failed, 1 if a check failed, 4 if every check is not-tested', async () => {
    expect((await runConform([url], { runner: createRunner(cleanOutcome) })).exit).toBe(0);
    expect((await runConform([url])).exit).toBe(1);
    const untestedRunner = createRunner(createOutcome({ results: [untestedResult] }));
    const { exit, stdout } = await runConform([url], { runner: untestedRunner });
    expect(exit).toBe(4);
    expect(stdout).toMatch(
      /^Incomplete: nothing failed, 8 of 8 operations covered, 1 problem to fix\.\n {2}- no check has a result: /,
    );
    expect(stdout).toMatch(/1 problem to fix\.\n1 not-tested in 2\.3 s\n$/);
  });

  it('exits with 70 for an internal error of a check', async () => {
    const internalError = createResult({
      verdict: 'error',
      cause: 'flagbearer',
      reason: 'asserted nothing',
    });
    const runner = createRunner(createOutcome({ results: [passingResult, internalError] }));
    const { exit, stdout } = await runConform([url], { runner });
    expect(exit).toBe(70);
    expect(stdout).toContain(
      '1 check failed with an internal error of flagbearer. Please report the bug, with report.json.',
    );
  });
});

describe('the reports', () => {
  const names = [
    'dialect.yaml',
    'junit.xml',
    'report.har',
    'report.html',
    'report.json',
    'report.sarif',
    'summary.md',
  ];

  it('are seven files in a new folder', async () => {
    const { files, stderr } = await runConform([url, '--report-dir', 'build/reports']);
    expect(stderr).toBe('');
    expect(Object.keys(files).sort()).toEqual(names.map((name) => `build/reports/${name}`));
    expect(JSON.parse(files['build/reports/report.json']!)).toMatchObject({
      schemaVersion: 1,
      target: url,
      exitCode: 1,
      summary: { pass: 1, fail: 1, 'not-tested': 1 },
    });
    await expectValidJunit(files['build/reports/junit.xml'] ?? '');
    expect(files['build/reports/junit.xml']).toContain('userMask has no id');
    expect(parse(files['build/reports/dialect.yaml']!)).toMatchObject({
      version: 1,
      origin: { target: url },
      values: { wallet: { variant: 'network' } },
      unknown: ['user.path'],
    });
  });

  it('replace the reports of the previous run', async () => {
    const { files } = await runConform([url], { files: { 'conform-report/report.json': 'old' } });
    expect(Object.keys(files)).toHaveLength(7);
    expect(files['conform-report/report.json']).toMatch(/^\{\n {2}"schemaVersion": 1/);
  });

  it('include the dialect as a separate file with --dialect-out', async () => {
    const { files } = await runConform([url, '--dialect-out', 'found/staging.yaml']);
    expect(files['found/staging.yaml']).toBe(files['conform-report/dialect.yaml']);
    expect(files['found/staging.yaml']).toMatch(/^# Detected by flagbearer conform at http:/);
  });

  it.each<[Stop['kind'], number]>([
    ['unreachable', 3],
    ['otherService', 2],
    ['credentialsRefused', 2],
  ])('are written if the run stops before its checks: %s', async (kind, code) => {
    const stop = { kind, message: 'cannot reach http://127.0.0.1:4020' };
    const runner = createRunner(createOutcome({ stop, results: [] }));
    const { exit, stdout, stderr, files } = await runConform([url, '--json'], { runner });
    expect(exit).toBe(code);
    expect(stderr).toContain('cannot reach http://127.0.0.1:4020\n');
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: code, stop });
    expect(Object.keys(files)).toHaveLength(7);
  });

  it.each<[Stop['kind'], readonly CheckResult[]]>([
    ['unreachable', []],
    ['stoppedResponding', [failingResult]],
    ['interrupted', [passingResult]],
  ])(
    'leave an existing dialect file and baseline unchanged if the run stopped early: %s',
    async (kind, results) => {
      const runner = createRunner(createOutcome({ stop: { kind, message: 'why' }, results }));
      const oldFiles = { 'd.yaml': 'old', 'b.yaml': 'old' };
      const args = [url, '--dialect-out', 'd.yaml', '--write-baseline', 'b.yaml'];
      const { files } = await runConform(args, { runner, files: oldFiles });
      expect(files).toMatchObject(oldFiles);
    },
  );

  const message = `${url} stopped responding: connection refused`;
  const stop = { kind: 'stoppedResponding', message } as const;

  it('contain the results so far, with exit code 4, if the deployment stops responding', async () => {
    const runner = createRunner(createOutcome({ stop, results: [passingResult, untestedResult] }));
    const { exit, stdout, files } = await runConform([url], { runner });
    expect(exit).toBe(4);
    expect(stdout).toMatch(/^Incomplete: .*\n {2}- the run did not finish: /);
    expect(stdout).toContain(`Incomplete: ${message}\n1 pass, 1 not-tested in`);
    expect(JSON.parse(files['conform-report/report.json'] ?? '')).toMatchObject({ stop });
  });

  it('contain the failures, with exit code 1, if the deployment stops responding after a failure', async () => {
    const runner = createRunner(createOutcome({ stop }));
    const { exit, stdout } = await runConform([url], { runner });
    expect(exit).toBe(1);
    expect(stdout).toContain(`- the run did not finish: ${message}`);
    expect(stdout).toContain(
      '§2.4 shows a user mask: userMask has no id (authenticateWallet; 2.4.mask.shape)',
    );
    expect(stdout).toContain('The deployment violates the interface: 1 check failed.\n');
  });

  it('do not hide the verdict if they cannot be written at the end', async () => {
    const { exit, stdout, stderr, files } = await runConform([url], {
      runner: createRunner(cleanOutcome),
      // A folder has the name of a report file.
      beforeRun: (cwd) => mkdir(join(cwd, 'conform-report', 'report.html')),
    });
    expect(exit).toBe(2);
    expect(stdout).toContain('Nothing failed, 8 of 8 operations covered.');
    expect(stderr).toMatch(
      /^error: cannot write conform-report\/report\.html: it is a folder.*\n$/,
    );
    expect(Object.keys(files)).toHaveLength(6);
  });
});

describe('--list', () => {
  it('prints the checks without a URL or a client', async () => {
    const { exit, stdout, files } = await runConform(['--list'], { env: {} });
    expect(exit).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^ID +LEVEL +CLAUSE +OPERATION +TITLE$/);
    expect(stdout).toMatch(
      /^4\.2\.request\.missing-refused +MUST +§4\.2 +authenticateWallet +refuses a request without a signature$/m,
    );
    expect(files).toEqual({});
  });

  it('prints only the checks selected by --only, as JSON, and rejects --only if it selects none', async () => {
    const { stdout } = await runConform(['--list', '--json', '--only', '2.4'], { env: {} });
    const { id, requirement, clause, level, operation, title } = failingResult;
    expect(JSON.parse(stdout)).toEqual({
      items: [{ id, requirement, clause, level, operation, title }],
    });
    expect((await runConform(['--list', '--only', '9'], { env: {} })).exit).toBe(2);
  });
});
