import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runInFolder } from '../../config/in-folder.ts';
import { launch } from '../run-flagbearer.ts';

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'flagbearer conform, on %s during the first request, exits with %i and writes the reports',
  async (signal, exit) => {
    const unresponsive = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(unresponsive, 'listening');
    const { port } = unresponsive.address() as AddressInfo;
    try {
      await runInFolder({}, async (cwd) => {
        const credentials = ['--client-id', 'qa', '--client-secret', 'a-client-secret'];
        const args = ['conform', `http://127.0.0.1:${port}`, ...credentials];
        const running = launch(args, { cwd });
        await once(unresponsive, 'request');
        running.sendSignal(signal);
        expect(await running.ended).toMatchObject({
          exit,
          stderr: expect.stringContaining('Stopping'),
        });
        const report: unknown = JSON.parse(
          await readFile(join(cwd, 'conform-report/report.json'), 'utf8'),
        );
        expect(report).toMatchObject({ exitCode: exit, stop: { kind: 'interrupted' } });
      });
    } finally {
      unresponsive.closeAllConnections();
      unresponsive.close();
    }
  },
);
