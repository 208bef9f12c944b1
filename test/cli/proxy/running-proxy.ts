/** Runs the built `flagbearer proxy` in a separate folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProxyEntry } from '../../../src/contract/proxy-journal.gen.ts';
import type { Report } from '../../../src/reporting/report.ts';
import { createFolder } from '../../setup/folder.ts';
import { launch, type CommandResult } from '../run-flagbearer.ts';

export interface RunningProxy {
  readonly url: string;
  readonly folder: string;
  /** Sends SIGINT, and resolves when the proxy has written its reports. */
  stop(): Promise<StoppedProxy>;
}

export interface StoppedProxy extends CommandResult {
  readonly report: Report;
  readonly journal: readonly ProxyEntry[];
  /** Reads a file of the report folder. */
  readFile(name: string): Promise<string>;
  /** Returns everything that the proxy printed and wrote. */
  readOutput(): Promise<string>;
}

/** The names of the files that a proxy writes into its report folder. */
const REPORT_FILES = [
  ...['report.json', 'report.html', 'summary.md', 'report.sarif', 'report.har', 'junit.xml'],
  'journal.jsonl',
];

/** Starts the command on a free port. The command is killed after the test. */
export async function startProxy(
  upstream: string,
  options: readonly string[] = [],
  folder?: string,
): Promise<RunningProxy> {
  const cwd = folder ?? (await createFolder({}));
  const running = launch(['proxy', upstream, '--port', '0', ...options], { cwd });
  const line = await running.nextLine();
  const url = /https?:\/\/[^\s"]+/.exec(line)?.[0] ?? '';
  return {
    url,
    folder: cwd,
    async stop() {
      running.sendSignal('SIGINT');
      const result = await running.result;
      const readReportFile = (name: string) => readFile(join(cwd, 'proxy-report', name), 'utf8');
      const lines = (await readReportFile('journal.jsonl')).trim().split('\n').filter(Boolean);
      return {
        ...result,
        readFile: readReportFile,
        async readOutput() {
          const texts = await Promise.all(REPORT_FILES.map(readReportFile));
          return [result.stdout, result.stderr, ...texts].join('\n');
        },
        report: JSON.parse(await readReportFile('report.json')),
        journal: lines.map((entry): ProxyEntry => JSON.parse(entry)),
      };
    },
  };
}
