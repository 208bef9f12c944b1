/** Options that are not settings: their definition and their values. */
import { toValidValue, type Flags } from '../../config.ts';
import { findSetting, type SectionName } from '../../config/setting.ts';
import { parseValues, type ValueSchema } from '../../config/value-schema.ts';
import { UsageError, type Option } from './command.ts';

export function createSwitch(flag: string, description: string): Option {
  return { flag, schema: { type: 'boolean', description } };
}

export function createTextOption(
  flag: string,
  placeholder: string,
  description: string,
  { short, ...schema }: ValueSchema & { readonly short?: string } = {},
): Option {
  return {
    flag,
    ...(short !== undefined && { short }),
    schema: { type: 'string', description, minLength: 1, 'x-value': placeholder, ...schema },
  };
}

export function createPortOption(description: string, defaultPort: number): Option {
  const range = { minimum: 0, maximum: 65_535, default: defaultPort };
  return { flag: 'port', schema: { type: 'integer', description, ...range, 'x-value': 'NUMBER' } };
}

/** An option whose value is one of the choices. The first choice is the default. */
export interface ChoiceOption<Choice extends string> extends Option {
  readonly choices: readonly [Choice, ...Choice[]];
}

export function createChoiceOption<const Choice extends string>(
  flag: string,
  description: string,
  choices: readonly [Choice, ...Choice[]],
  placeholder = flag.toUpperCase(),
): ChoiceOption<Choice> {
  const schema = {
    type: 'string',
    description,
    enum: choices,
    default: choices[0],
    'x-value': placeholder,
  };
  return { flag, schema, choices };
}

export function getChoice<Choice extends string>(
  option: ChoiceOption<Choice>,
  flags: Flags,
): Choice {
  const value = getValue(option, flags);
  return option.choices.find((choice) => choice === value) ?? option.choices[0];
}

export function getText(option: Option, flags: Flags): string | undefined {
  const value = getValue(option, flags);
  return typeof value === 'string' ? value : undefined;
}

export function getNumber(option: Option, flags: Flags): number | undefined {
  const value = getValue(option, flags);
  return typeof value === 'number' ? value : undefined;
}

export function isOn(option: Option, flags: Flags): boolean {
  return getValue(option, flags) === true;
}

/** Returns the value, which was validated before the command ran. */
function getValue({ flag, schema }: Option, flags: Flags): unknown {
  const texts = flags.get(flag);
  return texts === undefined ? schema.default : parseValues(schema, texts);
}

export function toDetail(quiet: boolean, verbose: boolean): 'quiet' | 'normal' | 'verbose' {
  if (quiet && verbose) {
    throw new UsageError('--quiet and --verbose cannot be combined. Remove one of them.');
  }
  if (quiet) return 'quiet';
  return verbose ? 'verbose' : 'normal';
}

/**
 * Adds an operand as the flag of its setting: a flag takes precedence over the variable and the file.
 *
 * @throws ConfigError for an invalid value
 */
export async function addOperand(
  section: SectionName,
  key: string,
  flags: Flags,
  [operand]: readonly string[],
): Promise<Flags> {
  const setting = findSetting(section, key);
  if (operand === undefined || setting === undefined) return flags;
  const { flag, schema } = setting;
  // Throws here if the value is invalid: this error names the operand, and a later error would name the flag.
  await toValidValue(schema['x-value'] ?? flag, schema, operand);
  return new Map([...flags, [flag, [operand]]]);
}
