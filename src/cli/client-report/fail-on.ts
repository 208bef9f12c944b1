/** The option --fail-on: conditions under which a client report makes the command fail. */
import { ConfigError, type Flags } from '../../config.ts';
import type { ClientReport } from '../../contract/client-report.gen.ts';
import { pluralize } from '../../pluralize.ts';
import type { Option } from '../command/command.ts';

export const failOn: Option = {
  flag: 'fail-on',
  schema: {
    type: 'array',
    description:
      'Condition for exit code 1: mistakes (the report has a mistake), or coverage:90 (the coverage is below 90 percent).',
    items: { type: 'string' },
    'x-value': 'CONDITION',
  },
};

/** Returns an error message if a report meets the condition; undefined if not. */
export type FindFailure = (report: ClientReport) => string | undefined;

export function readConditions(flags: Flags): readonly FindFailure[] {
  return (flags.get(failOn.flag) ?? []).map(parseCondition);
}

function parseCondition(text: string): FindFailure {
  if (text === 'mistakes') {
    return ({ mistakes }) => {
      if (mistakes.length === 0) return undefined;
      const rules = mistakes.map(({ rule }) => rule).join(', ');
      return `${pluralize(mistakes.length, 'rule')} violated: ${rules}.`;
    };
  }
  // NaN if the text has another form: then the comparison is false.
  const minimum = Number(/^coverage:(\d{1,3})%?$/.exec(text)?.[1]);
  if (minimum <= 100) {
    return ({ requests, coverage: { percent } }) => {
      if (requests === 0) {
        return 'Coverage is unknown: the sandbox received no request. Point the tests at the sandbox.';
      }
      return percent >= minimum ? undefined : `Coverage is ${percent} %, less than ${minimum} %.`;
    };
  }
  throw new ConfigError({
    where: `--${failOn.flag}`,
    problem: `expected mistakes, or coverage:PERCENT with a percentage from 0 to 100, got "${text}"`,
  });
}
