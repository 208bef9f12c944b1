import type { CompleteSettings, GivenSettings } from '../../conform-settings/conform-settings.ts';
import { listSchemaErrors } from '../../config/schema-errors.ts';
import { describeProblem } from '../../config/problem-text.ts';
import { listSettings } from '../../config/setting.ts';
import { findListSchema } from '../../config/value-schema.ts';
import { pickDefined } from '../options.ts';

/** Settings of the conform command that the test kit does not accept: output and exit code. */
const COMMAND_ONLY = [
  'baseline',
  'dialectOut',
  'json',
  'list',
  'reportDir',
  'strict',
  'writeBaseline',
] as const;

type Needed = 'target' | 'clientId' | 'clientSecret';

/**
 * The tested deployment: the keys of the section `conform:` of flagbearer.config.yaml, which documents
 * them. Neither that file nor environment variables are read. The path of `dialect` is relative to the
 * working directory.
 */
export type ConformanceSettings = Required<Pick<GivenSettings, Needed>> &
  Partial<Omit<GivenSettings, Needed | (typeof COMMAND_ONLY)[number]>>;

const settings = listSettings('conform').filter(
  ({ key }) => !COMMAND_ONLY.some((name) => name === key),
);
const names = settings.map(({ key }) => key);

/**
 * Returns all settings, with defaults for those left out.
 *
 * @param seed the default
 * @throws TypeError for an unknown, missing or invalid setting
 */
export function completeSettings(given: ConformanceSettings, seed: number): CompleteSettings {
  const defined = pickDefined(FUNCTION_NAME, given, names);
  for (const name of ['target', 'clientId', 'clientSecret']) {
    if (defined[name] === undefined) throw new TypeError(`${FUNCTION_NAME}: missing ${name}`);
  }
  if (defined['otpSource'] === 'prompt') {
    throw new TypeError(
      `${FUNCTION_NAME}: otpSource: prompt requires a terminal, which tests do not have. Use fixed:000000, command:CMD, inbox, or a URL that contains {destination}`,
    );
  }
  const complete: Record<string, unknown> = { seed };
  for (const { key, schema } of settings) {
    const value = defined[key] ?? schema.default;
    if (value === undefined) continue;
    const problems = listSchemaErrors(schema, value, [key]).map((error) =>
      describeProblem(error, error.kind === 'value' ? error.found : undefined),
    );
    if (problems.length > 0) {
      throw new TypeError(problems.map((problem) => `${FUNCTION_NAME}: ${problem}`).join('\n'));
    }
    complete[key] = findListSchema(schema) ? [value].flat() : value;
  }
  // Every value was validated against the schema that the type is generated from.
  return complete as CompleteSettings;
}

const FUNCTION_NAME = 'conformanceTests';
