import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runFlagbearer } from '../cli/run-flagbearer.ts';
import { sendRequest, useSandbox } from '../sandbox.ts';

const folder = await mkdtemp(join(tmpdir(), 'flagbearer-report-'));
afterAll(() => rm(folder, { recursive: true }));

describe('getConformReport', () => {
  const sandbox = useSandbox({ conformReport: folder });
  const readReport = () => sendRequest(`${sandbox.url}/sandbox/conform-report`);

  it('returns 404 before the first run', async () => {
    const { status, body } = await readReport();
    expect(status).toBe(404);
    expect(body.message).toContain('report.json');
  });

  describe('after a run', () => {
    const report = { schemaVersion: 1, target: 'https://staging.example.test', results: [] };
    beforeAll(() => writeFile(join(folder, 'report.json'), JSON.stringify(report)));

    it('returns the report', async () => {
      expect(await readReport()).toMatchObject({ status: 200, body: report });
    });

    it.each(['{', '[]', '{"schemaVersion":2,"target":"a","results":[]}', 'null'])(
      'does not return an invalid report: %s',
      async (text) => {
        await writeFile(join(folder, 'report.json'), text);
        expect(await readReport()).toMatchObject({ status: 404, body: { code: 'notFound' } });
      },
    );
  });
});

describe('without --conform-report', () => {
  const sandbox = useSandbox();

  it('explains how to configure a report', async () => {
    const { status, body } = await sendRequest(`${sandbox.url}/sandbox/conform-report`);
    expect(status).toBe(404);
    expect(body.message).toContain('--conform-report');
  });
});

it('a sandbox does not start if the folder of --conform-report is missing', async () => {
  const missingFolder = join(folder, 'missing');
  const args = ['start', '--port', '0', '--conform-report', missingFolder];
  const { exit, stdout, stderr } = await runFlagbearer(args);
  expect({ exit, stdout, stderr }).toEqual({
    exit: 2,
    stdout: '',
    stderr: `error: --conform-report ${missingFolder}: the folder does not exist. Create it with flagbearer conform --report-dir ${missingFolder}\n`,
  });
});
