import { countFindings, hasErrors, type Finding } from '../../documents/finding.ts';
import { exitCode, type Command } from '../command/command.ts';
import { pluralize } from '../../pluralize.ts';
import { dialectOptions, createScenarioLoader } from '../command/dialect-option.ts';
import { formatFindingsSarif, formatFindings } from '../text/findings-text.ts';
import { createChoiceOption, getChoice } from '../command/option-value.ts';
import { formatJson } from '../text/json-text.ts';
import { SECTION_NOTE } from '../text/help-text.ts';

const format = createChoiceOption('format', 'Output format.', ['text', 'json', 'sarif']);

export const checkScenarios: Command = {
  name: 'scenario check',
  summary: 'Report all errors in scenario files. Each file is checked separately.',
  operands: { placeholder: 'FILE', min: 1, max: Infinity },
  options: [format, ...dialectOptions],
  notes: [SECTION_NOTE],
  exitCodes: [
    { code: 0, meaning: 'No errors; there may be warnings.' },
    { code: 1, meaning: 'A file has errors.' },
    { code: 2, meaning: 'A file is missing, or an option is invalid.' },
  ],
  examples: [
    {
      line: 'flagbearer scenario check scenarios/*.yaml',
      description:
        'Print each finding with file, line, column, clause of the interface, and a fix.',
    },
    {
      line: 'flagbearer scenario check checkout.yaml --format sarif > findings.sarif',
      description: 'Write SARIF, for code hosts that show findings next to the lines.',
    },
  ],
  async run({ operands, flags, cwd, interpolated }) {
    const formatResult = formatters[getChoice(format, flags)];
    const load = await createScenarioLoader({ flags, cwd, interpolated });
    const { toScenarioSource } = await import('../../scenarios/load.ts');
    const findings: Finding[] = [];
    for (const operand of operands) {
      const loaded = await load(toScenarioSource(operand));
      findings.push(...('findings' in loaded ? loaded.findings : loaded.warnings));
    }
    process.stdout.write(formatResult(findings, operands.length));
    return getExitCode(findings);
  },
};

type Formatter = (findings: readonly Finding[], scenarios: number) => string;

const formatters = {
  text: (findings, scenarios) => formatFindings(findings, pluralize(scenarios, 'scenario')),
  json: (findings, scenarios) => formatJson({ scenarios, ...countFindings(findings), findings }),
  sarif: formatFindingsSarif,
} satisfies Record<string, Formatter>;

/** A missing file is a usage error, not an error in a scenario. */
function getExitCode(findings: readonly Finding[]): number {
  if (findings.some(({ rule }) => rule === 'unreadable-file' || rule === 'unknown-scenario')) {
    return exitCode.invalidInput;
  }
  return hasErrors(findings) ? exitCode.findings : exitCode.success;
}
