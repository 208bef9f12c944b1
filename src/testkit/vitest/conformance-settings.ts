import type { CompleteSettings, ConformInput } from '../../conform-settings/conform-settings.ts';
import { listSettings } from '../../config/setting.ts';
import { pickDefined } from '../../pick-defined.ts';
import { completeOptions } from '../options.ts';

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

const REQUIRED = ['target', 'clientId', 'clientSecret'] as const;

type RequiredKey = (typeof REQUIRED)[number];

/**
 * Settings of a conformance run, with the same keys as the section `conform:` of flagbearer.config.yaml
 * (docs/reference/config.md). Neither that file nor environment variables are read. The path of
 * `dialect` is relative to the working directory.
 */
export type ConformanceSettings = Required<Pick<ConformInput, RequiredKey>> &
  Partial<Omit<ConformInput, RequiredKey | (typeof COMMAND_ONLY)[number]>>;

const settings = listSettings('conform').filter(
  ({ key }) => !COMMAND_ONLY.some((name) => name === key),
);
const names = settings.map(({ key }) => key);

const CALLER = 'conformanceTests';

/** Adds defaults. @param seed the default of the setting `seed` @throws TypeError for an invalid setting */
export function completeSettings(options: ConformanceSettings, seed: number): CompleteSettings {
  const defined = pickDefined(CALLER, options, names);
  for (const name of REQUIRED) {
    if (defined[name] === undefined) throw new TypeError(`${CALLER}: missing ${name}`);
  }
  if (defined['otpSource'] === 'prompt') {
    throw new TypeError(
      `${CALLER}: otpSource: prompt requires a terminal, which tests do not have. Use fixed:000000, command:CMD, inbox, or a URL that contains {destination}`,
    );
  }
  // Every value is validated against the schema, and the type is generated from the schema.
  return completeOptions(CALLER, { seed, ...defined }, settings) as unknown as CompleteSettings;
}
