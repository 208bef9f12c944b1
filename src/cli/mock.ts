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
    description: 'Port to listen on. 0 takes a free one.',
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
    description: 'Name or address to listen on.',
    minLength: 1,
    default: '127.0.0.1',
    'x-value': 'HOST',
  },
};

const switches = [
  ['dynamic', 'Make answers up from the schemas instead of taking the examples of the contract.'],
  ['enforce', 'Return 422 for a request that violates the contract.'],
  ['quiet', 'Print where it listens, and what goes wrong.'],
  ['json', 'Print the URL as one line of JSON when ready.'],
].map(([flag = '', description = '']): Option => ({
  flag,
  schema: { type: 'boolean', description, default: false },
}));

/** `flagbearer mock`: stateless answers from the effective contract. */
export const mock: Command = {
  name: 'mock',
  summary: 'Answer every call from the contract alone, by Prism: no state, no sign-in.',
  options: [port, host, ...dialectOptions, ...switches],
  notes: [
    'It runs Prism, which has to be installed beside the project: npm install --save-dev @stoplight/prism-cli. Answers are the examples of the effective contract; the header Prefer: code=401 asks for another one. For sign-in, inbox, faults and anything else that lasts from one call to the next, use flagbearer start.',
    'Exit code 0: stopped by Ctrl-C or SIGTERM. 2: Prism is not installed, or ended by itself.',
  ],
  examples: [
    { line: 'flagbearer mock', does: 'The contract of the default dialect on port 4010.' },
    {
      line: 'flagbearer mock --dialect staging.dialect.yaml --port 0 --json',
      does: 'That of another dialect, on a free port that one line of JSON tells.',
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
    // Prism at a higher level would not say when it listens.
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

/** The mark of Prism before what goes wrong. */
const IS_WRONG = /✖/;

const NOT_INSTALLED =
  'flagbearer mock runs Prism, which is not installed: npm install --save-dev @stoplight/prism-cli';
