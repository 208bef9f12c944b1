import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolder } from '../../setup/folder.ts';
import { startUpstream } from '../proxy/upstream.ts';
import { launch } from '../run-flagbearer.ts';

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'flagbearer conform, on %s during the first request, exits with %i and writes the reports',
  async (signal, exit) => {
    const unresponsive = await startUpstream(() => undefined);
    const cwd = await createFolder({});
    const credentials = ['--client-id', 'qa', '--client-secret', 'a-client-secret'];
    const running = launch(['conform', unresponsive.url, ...credentials], { cwd });
    await expect.poll(() => unresponsive.requests, { timeout: 10_000 }).not.toEqual([]);
    running.sendSignal(signal);
    expect(await running.result).toMatchObject({
      exit,
      stderr: expect.stringContaining('Stopping'),
    });
    const report: unknown = JSON.parse(
      await readFile(join(cwd, 'conform-report/report.json'), 'utf8'),
    );
    expect(report).toMatchObject({ exitCode: exit, stop: { kind: 'interrupted' } });
  },
);
