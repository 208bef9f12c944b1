import { configFile, settingsOf } from '../config/setting.ts';
import type { Command } from './command/command.ts';
import { processHost } from './conform/process-host.ts';

/** `flagbearer proxy`: looks on while a real client and a real deployment talk. */
export const proxy: Command = {
  name: 'proxy',
  summary: 'Stand between a client and a deployment, and hold both against the contract.',
  operands: { word: 'UPSTREAM', least: 0, most: 1 },
  options: [
    // The upstream is the operand.
    ...settingsOf('proxy').filter(({ key }) => key !== 'upstream'),
    configFile,
  ],
  notes: [
    'Point the client at the URL that is printed. Calls go on to the deployment as they are, streams and all; bodies of up to 1 MiB are looked at. Calls of the service that the interface does not show go through and are not judged.',
    'Every option is also a variable, FLAGBEARER_REPORT_DIR for --report-dir, and a key of the section proxy: of flagbearer.config.yaml. UPSTREAM wins over the variable FLAGBEARER_UPSTREAM and the key upstream.',
    'At Ctrl-C the report folder gets report.json, junit.xml, report.html, summary.md, report.sarif and report.har, as those of conform are; journal.jsonl is written on the way, a call a line, up to 64 MiB. No secret is in any of them.',
    'Exit code 0: nothing failed. 1: the client or the deployment breaks the interface; with --strict also when they differ from the dialect. 2: bad usage or settings. 3: calls came by, and the deployment answered none. 4: inconclusive, no call of an operation came by.',
  ],
  examples: [
    {
      line: 'flagbearer proxy https://staging.example.test',
      does: 'The client then calls http://127.0.0.1:4030. Ctrl-C ends it and writes the reports.',
    },
    {
      line: 'flagbearer proxy https://staging.example.test --dialect staging.dialect.yaml',
      does: 'Judges by the dialect that flagbearer conform --dialect-out staging.dialect.yaml discovered.',
    },
    {
      line: 'flagbearer proxy http://127.0.0.1:4020 --dialect staging.dialect.yaml --enforce',
      does: 'What violates the contract is answered with an error.',
    },
  ],
  async run(invocation) {
    const { runProxy } = await import('./proxy/run.ts');
    return runProxy(invocation, processHost);
  },
};
