import type { ClientReport } from '../../contract/client-report.gen.ts';
import { ConfigError, type Flags } from '../../config.ts';
import type { Option } from '../command/command.ts';
import { pluralize } from '../../pluralize.ts';

/** What a report must not hold. */
export type Gate =
  { readonly kind: 'mistakes' } | { readonly kind: 'coverage'; readonly least: number };

export const failOn: Option = {
  flag: 'fail-on',
  schema: {
    type: 'array',
    description:
      'Exit with code 1 if: mistakes (there is any mistake), coverage:90 (coverage is below 90 percent).',
    items: { type: 'string' },
    'x-value': 'WHAT',
  },
};

/** @throws ConfigError for an unknown gate */
export function gates(flags: Flags): readonly Gate[] {
  return (flags.get(failOn.flag) ?? []).map(gateOf);
}

function gateOf(text: string): Gate {
  if (text === 'mistakes') return { kind: 'mistakes' };
  const percent = /^coverage:(\d{1,3})%?$/.exec(text)?.[1];
  if (percent !== undefined && Number(percent) <= 100) {
    return { kind: 'coverage', least: Number(percent) };
  }
  throw new ConfigError(
    `--${failOn.flag}`,
    `"${text}" must be mistakes, or coverage: followed by a percentage, such as coverage:90`,
  );
}

/** A line for each gate that the report does not pass. */
export function failures(
  { mistakes, coverage, requests }: ClientReport,
  all: readonly Gate[],
): readonly string[] {
  return all.flatMap((gate) => {
    switch (gate.kind) {
      case 'mistakes':
        return mistakes.length === 0
          ? []
          : [
              `${pluralize(mistakes.length, 'rule')} broken: ${mistakes.map(({ rule }) => rule).join(', ')}.`,
            ];
      case 'coverage':
        if (requests === 0) return ['Coverage is unknown: the sandbox received no request.'];
        return coverage.percent >= gate.least
          ? []
          : [`Coverage is ${coverage.percent} %, less than ${gate.least} %.`];
    }
  });
}
