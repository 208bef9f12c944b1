import { environmentOfProgram } from '../config.ts';
import type { Command, Option } from './command/command.ts';
import { chosenDialect, dialectOptions } from './command/dialect-option.ts';
import { exitCode } from './command/exit-code.ts';
import { isGiven, numberOf, textOf } from './command/option-value.ts';
import { firstStopSignal } from './stop-signal.ts';
import { UsageError } from './command/usage-error.ts';

const port: Option = {
  flag: 'port',
  schema: {
    type: 'integer',
    description: 'Port to listen on; 0 selects a free port.',
    minimum: 0,
    maximum: 65_535,
    default: 4010,
    'x-value': 'NUMBER',
  },
};

const host: Option = {
  flag: 'host',
  schema: {
    type: 'string',
    description: 'Host name or address to listen on.',
    minLength: 1,
    default: '127.0.0.1',
    'x-value': 'HOST',
  },
};

const switches = [
  [
    'dynamic',
    'Generate responses from the schemas instead of returning the examples of the contract.',
  ],
  ['enforce', 'Return 422 for a request that violates the contract.'],
  ['quiet', 'Print only the URL and errors.'],
  ['json', 'Print the URL as one line of JSON when ready.'],
].map(([flag = '', description = '']): Option => ({
  flag,
  schema: { type: 'boolean', description, default: false },
}));

/** `flagbearer mock`: stateless responses from the effective contract. */
export const mock: Command = {
  name: 'mock',
  summary: 'Return example responses from the contract, using Prism: no state, no sign-in.',
  options: [port, host, ...dialectOptions, ...switches],
  notes: [
    'Requires Prism in the project: npm install --save-dev @stoplight/prism-cli. Responses are the examples of the effective contract; the request header Prefer: code=401 selects another status. For sign-in, inbox, faults and other stateful behaviour, use flagbearer start.',
    'Exit code 0: stopped by Ctrl-C or SIGTERM. 2: Prism is not installed, or exited on its own.',
  ],
  examples: [
    { line: 'flagbearer mock', does: 'The contract of the default dialect on port 4010.' },
    {
      line: 'flagbearer mock --dialect staging.dialect.yaml --port 0 --json',
      does: 'The contract of another dialect on a free port; prints the URL as one line of JSON.',
    },
  ],
  async run({ flags, cwd, interpolated }) {
    const given = new Map(switches.map((option) => [option.flag, isGiven(option, flags)]));
    const place = { host: textOf(host, flags) ?? '', port: numberOf(port, flags) ?? 0 };
    const dialect = await chosenDialect({ flags, cwd, interpolated });
    const { prismExecutable, startPrism } = await import('../proxy/prism-mock.ts');
    const executable = prismExecutable(cwd);
    if (executable === undefined) throw new UsageError(NOT_INSTALLED);
    const { effectiveContract } = await import('../contract/effective.ts');
    const options = [
      ...(given.get('dynamic') ? ['--dynamic'] : []),
      ...(given.get('enforce') ? ['--enforce'] : []),
    ];
    const contract = effectiveContract(dialect);
    // At a higher log level, Prism would not report that it listens.
    const say = (line: string): void => {
      if (!given.get('quiet') || IS_WRONG.test(line)) process.stderr.write(`${line}\n`);
    };
    const stopping = new AbortController();
    const stopped = firstStopSignal().then(() => {
      stopping.abort();
      return 'stopped' as const;
    });
    const { signal } = stopping;
    const env = environmentOfProgram();
    const prism = await startPrism({ executable, contract, ...place, options, env, say, signal });
    if (prism === undefined) return signal.aborted ? exitCode.done : exitCode.refused;
    const { url } = prism;
    process.stdout.write(
      given.get('json') ? `${JSON.stringify({ url })}\n` : `flagbearer mock listening on ${url}\n`,
    );
    const end = await Promise.race([stopped, prism.ended.then(() => 'ended' as const)]);
    await prism.close();
    return end === 'stopped' ? exitCode.done : exitCode.refused;
  },
};

/** The prefix of errors in the output of Prism. */
const IS_WRONG = /✖/;

const NOT_INSTALLED =
  'flagbearer mock requires Prism, which is not installed. Run npm install --save-dev @stoplight/prism-cli';
