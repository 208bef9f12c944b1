/** Runs the built `flagbearer proxy` in a separate folder. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ProxyEntry } from '../../../src/contract/proxy-journal.gen.ts';
import type { Report } from '../../../src/reporting/report.ts';
import { launch, type Ended } from '../flagbearer.ts';

export interface RunningProxy {
  readonly url: string;
  readonly folder: string;
  /** Sends Ctrl-C; resolves to the result. */
  stop(): Promise<StoppedProxy>;
}

export interface StoppedProxy extends Ended {
  readonly report: Report;
  readonly journal: readonly ProxyEntry[];
  /** A file of the report folder. */
  readFile(name: string): Promise<string>;
}

/** Starts the command on a free port; its processes are killed after the test. */
export async function startProxy(
  upstream: string,
  options: readonly string[] = [],
  folder?: string,
): Promise<RunningProxy> {
  const cwd = folder ?? (await mkdtemp(join(tmpdir(), 'flagbearer-proxy-')));
  if (folder === undefined) onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const running = launch(['proxy', upstream, '--port', '0', ...options], { cwd });
  const line = await running.nextLine();
  const url = /https?:\/\/[^\s"]+/.exec(line)?.[0] ?? '';
  return {
    url,
    folder: cwd,
    async stop() {
      running.sendSignal('SIGINT');
      const ended = await running.ended;
      const file = (name: string) => readFile(join(cwd, 'proxy-report', name), 'utf8');
      const lines = (await file('journal.jsonl')).trim().split('\n').filter(Boolean);
      return {
        ...ended,
        readFile: file,
        report: JSON.parse(await file('report.json')),
        journal: lines.map((each): ProxyEntry => JSON.parse(each)),
      };
    },
  };
}
