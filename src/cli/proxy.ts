import { configFile, findSetting, listSettings } from '../config/setting.ts';
import type { Command } from './command/command.ts';
import { processHost } from './conform/host.ts';
import { SECTION_NOTE } from './text/help-text.ts';

export const proxy: Command = {
  name: 'proxy',
  summary:
    'Forward requests of a client to a deployment, and validate requests and responses against the contract.',
  operands: { placeholder: 'UPSTREAM', min: 0, max: 1, setting: findSetting('proxy', 'upstream') },
  options: [
    // The upstream is the operand.
    ...listSettings('proxy').filter(({ key }) => key !== 'upstream'),
    configFile,
  ],
  notes: [
    'Set the base URL of the client to the printed URL. Requests and responses are forwarded unchanged, as streams; bodies larger than 1 MiB, and requests to paths outside the interface, are not validated.',
    'Every option can also be set by an environment variable (FLAGBEARER_REPORT_DIR for --report-dir) or, except --config, by a key in the section proxy: of flagbearer.config.yaml. The argument UPSTREAM takes precedence over FLAGBEARER_UPSTREAM and the key upstream.',
    'At Ctrl-C, report.json, junit.xml, report.html, summary.md, report.sarif and report.har are written to the report folder, in the format of flagbearer conform. journal.jsonl is written continuously, one request per line, up to 64 MiB. These files contain no secrets.',
    SECTION_NOTE,
  ],
  exitCodes: [
    { code: 0, meaning: 'Nothing failed.' },
    {
      code: 1,
      meaning:
        'The client or the deployment violates a MUST of the interface; with --strict also: one of them violates a SHOULD, or differs from the dialect.',
    },
    { code: 2, meaning: 'Invalid usage or settings.' },
    { code: 3, meaning: 'The deployment is unreachable: no request received a response.' },
    {
      code: 4,
      meaning: 'Incomplete: the deployment processed no request to an operation of the interface.',
    },
  ],
  examples: [
    {
      line: 'flagbearer proxy https://staging.example.test',
      description:
        'Listen on http://127.0.0.1:4030. Ctrl-C stops the proxy and writes the reports.',
    },
    {
      line: 'flagbearer proxy https://staging.example.test --dialect staging.dialect.yaml',
      description:
        'Validate against the dialect that flagbearer conform --dialect-out staging.dialect.yaml detected.',
    },
    {
      line: 'flagbearer proxy http://127.0.0.1:4020 --dialect staging.dialect.yaml --enforce',
      description: 'Return an error for every violation of the contract.',
    },
  ],
  async run(invocation) {
    const { runProxy } = await import('./proxy/run.ts');
    return runProxy(invocation, processHost);
  },
};
