import { configFile, settingsOf } from '../config/setting.ts';
import type { Command } from './command/command.ts';
import type { Host } from './conform/host.ts';
import { notes } from './conform/notes.ts';
import { processHost } from './conform/process-host.ts';
import { quiet, verbose } from './conform/detail.ts';

/** `flagbearer conform`: checks a deployment against the interface. */
export const conform: Command = conformIn(processHost);

/** @param host what the command takes from the process around it */
export function conformIn(host: Host): Command {
  return {
    name: 'conform',
    summary: 'Check a deployment against the interface, and detect its dialect.',
    operands: { word: 'BASE-URL', least: 0, most: 1 },
    options: [
      // The target is the operand.
      ...settingsOf('conform').filter(
        ({ key, givenBy }) => key !== 'target' && givenBy === 'flagVariableOrFile',
      ),
      quiet,
      verbose,
      configFile,
    ],
    notes,
    examples: [
      {
        line: 'flagbearer conform http://127.0.0.1:4020 --client-id wallet-app --client-secret wallet-app-secret --access-token wallet-app-token',
        does: 'Run every check against a local sandbox; one-time passwords are read from its inbox.',
      },
      {
        line: 'flagbearer conform https://staging.example.test --baseline known.yaml',
        does: 'In CI, with credentials in environment variables: fails only for failures not listed in the baseline.',
      },
      {
        line: 'flagbearer conform https://staging.example.test --dialect-out staging.dialect.yaml',
        does: 'flagbearer start --dialect staging.dialect.yaml then behaves like staging.',
      },
      {
        line: 'flagbearer conform --list --only 4.2',
        does: 'List the checks of one section without running them.',
      },
    ],
    async run(invocation) {
      const { runConform } = await import('./conform/run.ts');
      return runConform(invocation, host);
    },
  };
}
