import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { readSection } from './config/config-document.ts';
import { ConfigError } from './config/config-error.ts';
import type { Interpolated } from './config/interpolated.ts';
import { toValidValue, parseValue, parseValues } from './config/setting-value.ts';
import {
  allSettings,
  configFile,
  listSettings,
  type SectionName,
  type Setting,
  type SettingsOf,
} from './config/setting.ts';
import { readInputFile } from './ports/input-file.ts';
import { createSystemEnvironment } from './redaction/system-environment.ts';
import { holdsSecret } from './config/value-schema.ts';

export { ConfigError } from './config/config-error.ts';

/** Settings of a sandbox, without those of the command itself. */
export type SandboxSettings = Omit<SettingsOf<'sandbox'>, 'json' | 'watch'>;

/** The texts of each flag, by its name without dashes, in order. */
export type Flags = ReadonlyMap<string, readonly string[]>;

/** The sources of settings. */
export interface SettingsSources {
  readonly flags: Flags;
  readonly env?: NodeJS.ProcessEnv;
  /** The folder of flagbearer.config.yaml, to which paths are relative. */
  readonly cwd: string;
  /** Collects the values of `${NAME}` in the file, so that they can be masked. */
  readonly interpolated: Interpolated;
}

const DEFAULT_FILE = 'flagbearer.config.yaml';

/**
 * Returns the settings of a section: each from its flag, else its FLAGBEARER_* variable, else the
 * configuration file, else its default. In a variable, the items of a list are separated by commas; an empty
 * variable counts as not set.
 *
 * @throws ConfigError for an invalid value and an unreadable file
 */
export async function loadSettings<Section extends SectionName>(
  section: Section,
  { flags, env = process.env, cwd, interpolated }: SettingsSources,
): Promise<SettingsOf<Section>> {
  const inFile = await readFileSection(section, { flags, env, cwd, interpolated });
  const settings: Record<string, unknown> = {};
  for (const setting of listSettings(section)) {
    const value =
      readFlag(setting, flags) ??
      readVariable(setting, env) ??
      inFile.get(setting.key) ??
      setting.schema.default;
    if (value !== undefined) settings[setting.key] = value;
  }
  // Every value was validated against the schema that the type is generated from.
  return settings as SettingsOf<Section>;
}

/**
 * Returns a setting outside sections: the operand of a command, else its variable, else its default.
 *
 * @throws ConfigError for an invalid value
 */
export function loadSetting(
  setting: Setting,
  operand: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): unknown {
  const { schema, variable } = setting;
  const given = operand ? toValidValue(schema['x-value'] ?? variable, schema, operand) : undefined;
  return given ?? readVariable(setting, env) ?? schema.default;
}

/** Returns whether FLAGBEARER_DEBUG requests the stack trace of an internal error. */
export function wantsTrace(env: NodeJS.ProcessEnv = process.env): boolean {
  return parseValue({ type: 'boolean' }, env['FLAGBEARER_DEBUG'] ?? '') === true;
}

/** Returns the folder for files of the user, such as the certificates of --https. */
export function getDataFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env['XDG_DATA_HOME'] || getPlatformDataFolder(env), 'flagbearer');
}

function getPlatformDataFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return env['LOCALAPPDATA'] || join(homedir(), 'AppData/Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support');
  return join(homedir(), '.local/share');
}

/** Output capabilities, from the environment. */
export interface Audience {
  /** NO_COLOR disables colours, whatever its value (https://no-color.org); so does TERM=dumb. */
  readonly colors: 'colored' | 'plain';
  /** Whether a line can be overwritten: not in CI logs, nor on a dumb terminal. */
  readonly lines: 'live' | 'plain';
  /** The file for the summary of a step in GitHub Actions; null elsewhere. */
  readonly actions: { readonly summaryFile: string | null } | null;
}

export function loadAudience(env: NodeJS.ProcessEnv = process.env): Audience {
  const isDumb = env['TERM'] === 'dumb';
  const isCi = isOn(env['CI']) || isOn(env['GITHUB_ACTIONS']);
  return {
    colors: isDumb || env['NO_COLOR'] ? 'plain' : 'colored',
    lines: isDumb || isCi ? 'plain' : 'live',
    actions: isOn(env['GITHUB_ACTIONS'])
      ? { summaryFile: env['GITHUB_STEP_SUMMARY'] || null }
      : null,
  };
}

/** The variables of settings with secrets, which commands of the user do not need. */
const secretVariables: ReadonlySet<string> = new Set(
  allSettings.filter(({ schema }) => holdsSecret(schema)).map(({ variable }) => variable),
);

/** Returns an environment without the secrets of the user. */
export function createProgramEnvironment(): NodeJS.ProcessEnv {
  return createSystemEnvironment(process.env);
}

/** Returns the environment of a command to run: the current one without flagbearer secrets, plus `more`. */
export function createCommandEnvironment(
  more: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const passedOn = Object.entries(env).filter(([name]) => !secretVariables.has(name));
  return { ...Object.fromEntries(passedOn), ...more };
}

/** Returns whether a variable is on: CI servers set true, 1 or their name. */
function isOn(text: string | undefined): boolean {
  return text !== undefined && text !== '' && text !== 'false' && text !== '0';
}

function readFlag({ flag, schema }: Setting, flags: Flags): unknown {
  const texts = flags.get(flag);
  return texts && toValidValue(`--${flag}`, schema, parseValues(schema, texts));
}

function readVariable({ variable, schema, givenBy }: Setting, env: NodeJS.ProcessEnv): unknown {
  const text = givenBy === 'fileAlone' ? undefined : env[variable];
  return text ? toValidValue(variable, schema, parseValue(schema, text)) : undefined;
}

async function readFileSection(
  section: SectionName,
  { flags, env, cwd, interpolated }: Required<SettingsSources>,
): Promise<ReadonlyMap<string, unknown>> {
  const named = readFlag(configFile, flags) ?? readVariable(configFile, env);
  if (named === undefined && !existsSync(resolve(cwd, DEFAULT_FILE))) return new Map();
  const path = typeof named === 'string' ? named : DEFAULT_FILE;
  const text = await readInputFile(resolve(cwd, path)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : '';
    throw new ConfigError(path, `cannot read the configuration file: ${reason}`);
  });
  return readSection({ path, text, cwd, variables: { env, interpolated } }, section);
}
