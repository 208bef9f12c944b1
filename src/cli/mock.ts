import { createHelperEnvironment } from '../config.ts';
import { exitCode, UsageError, type Command } from './command/command.ts';
import { readChosenDialect, dialectOptions } from './command/dialect-option.ts';
import {
  isOn,
  getNumber,
  createPortOption,
  createSwitch,
  getText,
  createTextOption,
} from './command/option-value.ts';
import { findModule } from './find-module.ts';
import { createInterruption } from './stop-signal.ts';

const port = createPortOption('Port to listen on; 0 selects a free port.', 4010);
const host = createTextOption('host', 'HOST', 'Host name or address to listen on.', {
  default: '127.0.0.1',
});
const dynamic = createSwitch(
  'dynamic',
  'Generate responses from the schemas instead of returning the examples of the contract.',
);
const enforce = createSwitch('enforce', 'Return 422 for a request that violates the contract.');
const quiet = createSwitch('quiet', 'Print only the URL and errors.');
const json = createSwitch('json', 'Print the URL as one line of JSON when ready.');

export const mock: Command = {
  name: 'mock',
  summary: 'Return example responses from the contract, using Prism: no state, no sign-in.',
  options: [port, host, ...dialectOptions, dynamic, enforce, quiet, json],
  notes: [
    'Requires Prism in the project: npm install --save-dev @stoplight/prism-cli. Responses are the examples of the effective contract; the request header Prefer: code=401 selects another status. For sign-in, inbox, faults and other stateful behaviour, use flagbearer start.',
  ],
  exitCodes: [
    { code: 0, meaning: 'Ctrl-C or SIGTERM stopped the mock.' },
    { code: 2, meaning: 'Prism is not installed, or stopped unexpectedly.' },
  ],
  examples: [
    {
      line: 'flagbearer mock',
      description: 'Serve the contract of the default dialect on port 4010.',
    },
    {
      line: 'flagbearer mock --dialect staging.dialect.yaml --port 0 --json',
      description:
        'Serve the contract of another dialect on a free port; print the URL as one line of JSON.',
    },
  ],
  async run({ flags, cwd, interpolated }) {
    const isQuiet = isOn(quiet, flags);
    const address = { host: getText(host, flags) ?? '', port: getNumber(port, flags) ?? 0 };
    const dialect = await readChosenDialect({ flags, cwd, interpolated });
    const executable = findModule(PRISM, cwd);
    if (executable === undefined) throw new UsageError(NOT_INSTALLED);
    const { startPrism } = await import('../proxy/prism-mock.ts');
    const { createEffectiveContract } = await import('../contract/effective.ts');
    const options = [
      ...(isOn(dynamic, flags) ? ['--dynamic'] : []),
      ...(isOn(enforce, flags) ? ['--enforce'] : []),
    ];
    const contract = createEffectiveContract(dialect);
    // Filters the output here: with a higher log level, Prism would not print its URL.
    const printLine = (line: string): void => {
      if (!isQuiet || PRISM_ERROR.test(line)) process.stderr.write(`${line}\n`);
    };
    const { signal } = createInterruption();
    const env = createHelperEnvironment();
    const prism = await startPrism({
      executable,
      contract,
      ...address,
      options,
      env,
      printLine,
      signal,
    });
    if (prism === undefined) return signal.aborted ? exitCode.success : exitCode.invalidInput;
    const { url } = prism;
    process.stdout.write(
      isOn(json, flags) ? `${JSON.stringify({ url })}\n` : `flagbearer mock listening on ${url}\n`,
    );
    // The signal stops Prism.
    await prism.ended;
    return signal.aborted ? exitCode.success : exitCode.invalidInput;
  },
};

const PRISM = '@stoplight/prism-cli/dist/index.js';

/** Prism marks its errors with this character. */
const PRISM_ERROR = /✖/;

const NOT_INSTALLED =
  'flagbearer mock requires Prism, which is not installed. Run npm install --save-dev @stoplight/prism-cli';
