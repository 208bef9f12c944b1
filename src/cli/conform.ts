import { configFile, findSetting, listSettings } from '../config/setting.ts';
import type { Command } from './command/command.ts';
import { toDetail, isOn, createSwitch } from './command/option-value.ts';
import { processHost, type Host } from './conform/host.ts';
import { SECTION_NOTE } from './text/help-text.ts';

const quiet = createSwitch('quiet', 'Print only the summary at the end, without a progress line.');
const verbose = createSwitch('verbose', 'Print a line for each check that does not pass.');

export const conform: Command = createConformCommand(processHost);

export function createConformCommand(host: Host): Command {
  return {
    name: 'conform',
    summary: 'Check a deployment against the interface, and detect its dialect.',
    operands: {
      placeholder: 'BASE-URL',
      min: 0,
      max: 1,
      setting: findSetting('conform', 'target'),
    },
    options: [
      // The target is the operand.
      ...listSettings('conform').filter(
        ({ key, sources }) => key !== 'target' && sources === 'all',
      ),
      quiet,
      verbose,
      configFile,
    ],
    notes: [
      'Every option except --quiet and --verbose can also be set by an environment variable (FLAGBEARER_CLIENT_SECRET for --client-secret; list items are separated by commas) or, except --config, by a key in the section conform: of flagbearer.config.yaml. In the file, the value ${NAME} is replaced by the environment variable NAME, and is never printed. Precedence: option, environment variable, file. The argument BASE-URL takes precedence over FLAGBEARER_TARGET and the key target. FLAGBEARER_DIALECT, FLAGBEARER_SEED and FLAGBEARER_JSON also apply to flagbearer start.',
      'Three settings are only in the file: destinations (phoneNumbers and emailAddresses for one-time passwords), secondClient (for account linking), and accounts (users in states that a run cannot create). A check that needs a missing setting is reported as not tested, with the reason. Additional fields of an account are ignored.',
      'A baseline is a YAML or JSON file: a list of check ids, or {version: 1, known: [{id, reason}]}.',
      'report.json, junit.xml, report.html, summary.md, report.sarif, report.har and dialect.yaml are written to the report folder, also if the run fails, is incomplete or is stopped by Ctrl-C; a second Ctrl-C exits immediately. These files contain no secrets. In GitHub Actions, the run also adds annotations and a step summary.',
      SECTION_NOTE,
    ],
    exitCodes: [
      {
        code: 0,
        meaning:
          'Nothing failed, every operation in scope succeeded at least once, and every setting could be used.',
      },
      {
        code: 1,
        meaning:
          'A check failed that is not in the baseline; with --strict also: a warning, a check not tested because a setting is missing or a limit of the run was reached, a check in the baseline that passes.',
      },
      {
        code: 2,
        meaning:
          'Invalid usage, settings, files or credentials, or the URL belongs to another service.',
      },
      { code: 3, meaning: 'The deployment is unreachable (connection or TLS error).' },
      {
        code: 4,
        meaning:
          'Incomplete: nothing failed, but something is missing; the output starts with what is missing and how to provide it.',
      },
      { code: 70, meaning: 'Internal error.' },
      { code: '130, 143', meaning: 'Stopped by Ctrl-C or SIGTERM.' },
    ],
    examples: [
      {
        line: 'flagbearer conform http://127.0.0.1:4020 --client-id wallet-app --client-secret wallet-app-secret --access-token wallet-app-token',
        description:
          'Run every check against a local sandbox; read one-time passwords from its inbox.',
      },
      {
        line: 'flagbearer conform https://staging.example.test --baseline known.yaml',
        description:
          'In CI, with credentials in environment variables: fail only for failures that the baseline does not list.',
      },
      {
        line: 'flagbearer conform https://staging.example.test --dialect-out staging.dialect.yaml',
        description:
          'Write the detected dialect; flagbearer start --dialect staging.dialect.yaml then behaves like staging.',
      },
      {
        line: 'flagbearer conform --list --only 4.2',
        description: 'List the checks of one section without running them.',
      },
    ],
    async run(invocation) {
      const { flags } = invocation;
      const detail = toDetail(isOn(quiet, flags), isOn(verbose, flags));
      const { runConform } = await import('./conform/run.ts');
      return runConform(invocation, host, detail);
    },
  };
}
