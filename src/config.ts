import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigError } from './config/config-error.ts';
import type { InterpolatedValues } from './config/interpolated-values.ts';
import {
  allSettings,
  configFile,
  listSettings,
  type SectionName,
  type Setting,
  type SettingsOf,
} from './config/setting.ts';
import { describeError } from './describe-error.ts';
import { readInputFile } from './ports/input-file.ts';
import { createSystemEnvironment } from './redaction/system-environment.ts';
import { parseValue, parseValues, hasSecret, type ValueSchema } from './config/value-schema.ts';

export { ConfigError } from './config/config-error.ts';

export type SandboxSettings = Omit<SettingsOf<'sandbox'>, 'json' | 'watch'>;

/** The values of each flag as texts, in order. The key is the name of the flag without dashes. */
export type Flags = ReadonlyMap<string, readonly string[]>;

export interface SettingsSources {
  readonly flags: Flags;
  readonly env?: NodeJS.ProcessEnv;
  /** The current folder. `--config` is relative to it; the default is flagbearer.config.yaml in it. */
  readonly cwd: string;
  /** Collects the values of `${NAME}` in the file, so that they can be masked. */
  readonly interpolated: InterpolatedValues;
}

const DEFAULT_FILE = 'flagbearer.config.yaml';

/**
 * Returns the settings of a section. Precedence: flag, FLAGBEARER_* variable, configuration file, default. In
 * a variable, commas separate the items of a list; an empty variable counts as not set.
 *
 * @throws ConfigError for an invalid value and an unreadable file
 */
export async function loadSettings<Section extends SectionName>(
  section: Section,
  { flags, env = process.env, cwd, interpolated }: SettingsSources,
): Promise<SettingsOf<Section>> {
  const fileValues = await readFileSection(section, { flags, env, cwd, interpolated });
  const settings: Record<string, unknown> = {};
  for (const setting of listSettings(section)) {
    const value =
      (await readFlag(setting, flags)) ??
      (await readVariable(setting, env)) ??
      fileValues.get(setting.key) ??
      setting.schema.default;
    if (value !== undefined) settings[setting.key] = value;
  }
  // Every value was validated against the schema, and the type is generated from the schema.
  return settings as SettingsOf<Section>;
}

/** Returns the value of a setting that is never in the file: operand, else variable, else default. */
export async function loadSetting(
  setting: Setting,
  operand: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Promise<unknown> {
  const { schema, variable } = setting;
  if (operand) return toValidValue(schema['x-value'] ?? variable, schema, operand);
  return (await readVariable(setting, env)) ?? schema.default;
}

/** Returns whether FLAGBEARER_DEBUG requests the stack trace of an internal error. */
export function isTraceRequested(env: NodeJS.ProcessEnv = process.env): boolean {
  return parseValue({ type: 'boolean' }, env['FLAGBEARER_DEBUG'] ?? '') === true;
}

/** Returns the file of NODE_EXTRA_CA_CERTS, which Node.js ignores in requests with the option `ca`. */
export function getExtraAuthorityFile(): string | undefined {
  return process.env['NODE_EXTRA_CA_CERTS'] || undefined;
}

export function getDataFolder(): string {
  return join(process.env['XDG_DATA_HOME'] || getPlatformDataFolder(), 'flagbearer');
}

function getPlatformDataFolder(): string {
  const { env } = process;
  if (process.platform === 'win32') return env['LOCALAPPDATA'] || join(homedir(), 'AppData/Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support');
  return join(homedir(), '.local/share');
}

/** The output format that suits the terminal or the CI service, from environment variables. */
export interface TerminalFormat {
  /** NO_COLOR with any value, or TERM=dumb, disables colours (https://no-color.org). */
  readonly colors: 'colored' | 'plain';
  /** `live` if a line can be overwritten, which CI logs and dumb terminals do not support. */
  readonly lines: 'live' | 'plain';
  /** The file for the summary of a step in GitHub Actions; null elsewhere. */
  readonly githubActions: { readonly summaryFile: string | null } | null;
}

export function loadTerminalFormat(env: NodeJS.ProcessEnv = process.env): TerminalFormat {
  const isDumb = env['TERM'] === 'dumb';
  const isCi = isOn(env['CI']) || isOn(env['GITHUB_ACTIONS']);
  return {
    colors: isDumb || env['NO_COLOR'] ? 'plain' : 'colored',
    lines: isDumb || isCi ? 'plain' : 'live',
    githubActions: isOn(env['GITHUB_ACTIONS'])
      ? { summaryFile: env['GITHUB_STEP_SUMMARY'] || null }
      : null,
  };
}

/** The variables of settings with secrets. They are removed from the environment of `exec` commands. */
const secretVariables: ReadonlySet<string> = new Set(
  allSettings.filter(({ schema }) => hasSecret(schema)).map(({ variable }) => variable),
);

/** Returns the environment for programs such as Prism: only system variables, because others can be secrets. */
export function createHelperEnvironment(): NodeJS.ProcessEnv {
  return createSystemEnvironment(process.env);
}

/** Returns the environment for an `exec` command: current variables without flagbearer secrets, and `variables`. */
export function createExecEnvironment(
  variables: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv {
  const withoutSecrets = Object.entries(process.env).filter(([name]) => !secretVariables.has(name));
  return { ...Object.fromEntries(withoutSecrets), ...variables };
}

/** Returns whether a variable is on: CI servers set true, 1 or their name. */
function isOn(text: string | undefined): boolean {
  return text !== undefined && text !== '' && text !== 'false' && text !== '0';
}

/** Returns the value if it is valid. The first call loads the validator. @throws ConfigError */
export async function toValidValue(
  where: string,
  schema: ValueSchema,
  value: unknown,
): Promise<unknown> {
  const problems = await import('./config/problems.ts');
  return problems.toValidValue(where, schema, value);
}

/** Returns the value of an option; undefined if the option is missing. @throws ConfigError for an invalid value */
export async function readFlag(
  { flag, schema }: Pick<Setting, 'flag' | 'schema'>,
  flags: Flags,
): Promise<unknown> {
  const texts = flags.get(flag);
  return texts && toValidValue(`--${flag}`, schema, parseValues(schema, texts));
}

async function readVariable(
  { variable, schema, sources }: Setting,
  env: NodeJS.ProcessEnv,
): Promise<unknown> {
  const text = sources === 'fileOnly' ? undefined : env[variable];
  return text ? toValidValue(variable, schema, parseValue(schema, text)) : undefined;
}

async function readFileSection(
  section: SectionName,
  { flags, env, cwd, interpolated }: Required<SettingsSources>,
): Promise<ReadonlyMap<string, unknown>> {
  const configuredPath =
    (await readFlag(configFile, flags)) ?? (await readVariable(configFile, env));
  if (configuredPath === undefined && !existsSync(resolve(cwd, DEFAULT_FILE))) return new Map();
  const path = typeof configuredPath === 'string' ? configuredPath : DEFAULT_FILE;
  const text = await readInputFile(resolve(cwd, path)).catch((error: unknown) => {
    throw new ConfigError({
      where: path,
      problem: `cannot read the configuration file: ${describeError(error)}. Check the path`,
    });
  });
  const { readSection } = await import('./config/config-document.ts');
  return readSection({ path, text, cwd, variables: { env, interpolated } }, section);
}
