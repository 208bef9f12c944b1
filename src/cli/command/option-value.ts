/** Reads options that are not settings. */
import type { Flags } from '../../config.ts';
import { fittingValue, valueFromTexts } from '../../config/setting-value.ts';
import type { Option } from './command.ts';

/** An option that takes one of a few words, the first of them unless it is given. */
export interface ChoiceOption<Choice extends string> extends Option {
  readonly choices: readonly [Choice, ...Choice[]];
}

/** @param description of the choice */
export function choiceOption<const Choice extends string>(
  flag: string,
  description: string,
  choices: readonly [Choice, ...Choice[]],
): ChoiceOption<Choice> {
  const [preset] = choices;
  const schema = {
    type: 'string',
    description,
    enum: choices,
    default: preset,
    'x-value': flag.toUpperCase(),
  };
  return { flag, schema, choices };
}

/** @throws ConfigError for a word that is not among the choices. */
export function chosen<Choice extends string>(option: ChoiceOption<Choice>, flags: Flags): Choice {
  const value = valueOf(option, flags);
  return option.choices.find((choice) => choice === value) ?? option.choices[0];
}

/** @throws ConfigError for a text that doesn't fit the option. */
export function textOf(option: Option, flags: Flags): string | undefined {
  const value = valueOf(option, flags);
  return typeof value === 'string' ? value : undefined;
}

/** @throws ConfigError for a text that is no number, or one that doesn't fit the option. */
export function numberOf(option: Option, flags: Flags): number | undefined {
  const value = valueOf(option, flags);
  return typeof value === 'number' ? value : undefined;
}

/** @throws ConfigError for `--force=maybe`. */
export function isGiven(option: Option, flags: Flags): boolean {
  return valueOf(option, flags) === true;
}

function valueOf({ flag, schema }: Option, flags: Flags): unknown {
  const texts = flags.get(flag);
  if (texts === undefined) return schema.default;
  return fittingValue(`--${flag}`, schema, valueFromTexts(schema, texts));
}
