import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { readConfigDocument } from './config/config-document.ts';
import { ConfigError } from './config/config-error.ts';
import type { Interpolated } from './config/interpolated.ts';
import { fittingValue, valueFromText, valueFromTexts } from './config/setting-value.ts';
import {
  allSettings,
  configFile,
  settingsOf,
  type SectionName,
  type Setting,
  type SettingsOf,
} from './config/setting.ts';
import { readInputFile } from './ports/input-file.ts';
import { systemEnvironment } from './redaction/system-environment.ts';
import { holdsSecret } from './config/value-schema.ts';

export { ConfigError } from './config/config-error.ts';

/** Settings of a sandbox, without those of the command itself. */
export type SandboxSettings = Omit<SettingsOf<'sandbox'>, 'json' | 'watch'>;

/** The texts given for each flag, by its name without dashes, in the order they were given. */
export type Flags = ReadonlyMap<string, readonly string[]>;

/** Where settings come from. */
export interface SettingsSources {
  readonly flags: Flags;
  readonly env?: NodeJS.ProcessEnv;
  /** The folder of flagbearer.config.yaml, to which paths are relative. */
  readonly cwd: string;
  /** Collects the values of `${NAME}` in the file, so that none is shown. */
  readonly interpolated: Interpolated;
}

const usualFile = 'flagbearer.config.yaml';

/**
 * The settings of a section: each from its flag, else its FLAGBEARER_* variable, else the
 * configuration file, else its default. In a variable the items of a list are separated by commas,
 * and an empty variable counts as not set.
 *
 * @throws ConfigError for a value that doesn't fit the schema, wherever it was given, and for a
 * file that can't be read.
 */
export async function loadSettings<Section extends SectionName>(
  section: Section,
  { flags, env = process.env, cwd, interpolated }: SettingsSources,
): Promise<SettingsOf<Section>> {
  const inFile = await sectionOfFile(section, { flags, env, cwd, interpolated });
  const settings: Record<string, unknown> = {};
  for (const setting of settingsOf(section)) {
    const value =
      fromFlag(setting, flags) ??
      fromVariable(setting, env) ??
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
  const given = operand ? fittingValue(schema['x-value'] ?? variable, schema, operand) : undefined;
  return given ?? fromVariable(setting, env) ?? schema.default;
}

/** Whether FLAGBEARER_DEBUG requests the stack trace of an unexpected error. */
export function wantsTrace(env: NodeJS.ProcessEnv = process.env): boolean {
  return valueFromText({ type: 'boolean' }, env['FLAGBEARER_DEBUG'] ?? '') === true;
}

/** The folder for files that belong to the user rather than to a project: certificates of --https. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  const home = env['XDG_DATA_HOME'] || usualDataFolder(env);
  return join(home, 'flagbearer');
}

function usualDataFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return env['LOCALAPPDATA'] || join(homedir(), 'AppData/Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support');
  return join(homedir(), '.local/share');
}

/** Output capabilities, from the environment. */
export interface Audience {
  /** NO_COLOR disables colours, whatever its value (https://no-color.org); so does TERM=dumb. */
  readonly colors: 'colored' | 'plain';
  /** Whether a line can be overwritten: not in CI logs, nor on a dumb terminal. */
  readonly lines: 'live' | 'lasting';
  /** Where GitHub Actions takes the summary of a step; null elsewhere. */
  readonly actions: { readonly summaryFile: string | null } | null;
}

export function loadAudience(env: NodeJS.ProcessEnv = process.env): Audience {
  const isDumb = env['TERM'] === 'dumb';
  const isCi = isOn(env['CI']) || isOn(env['GITHUB_ACTIONS']);
  return {
    colors: isDumb || env['NO_COLOR'] ? 'plain' : 'colored',
    lines: isDumb || isCi ? 'lasting' : 'live',
    actions: isOn(env['GITHUB_ACTIONS'])
      ? { summaryFile: env['GITHUB_STEP_SUMMARY'] || null }
      : null,
  };
}

/** The variables of settings that hold a secret: no command that is run for the user needs them. */
const secretVariables: ReadonlySet<string> = new Set(
  allSettings.filter(({ schema }) => holdsSecret(schema)).map(({ variable }) => variable),
);

/** Returns an environment without the secrets of the user. */
export function environmentOfProgram(): NodeJS.ProcessEnv {
  return systemEnvironment(process.env);
}

/** Returns the environment of a command to run: the current one without flagbearer secrets, plus `more`. */
export function environmentOfCommand(
  more: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const passedOn = Object.entries(env).filter(([name]) => !secretVariables.has(name));
  return { ...Object.fromEntries(passedOn), ...more };
}

/** CI servers write true, 1 or their name. */
function isOn(text: string | undefined): boolean {
  return text !== undefined && text !== '' && text !== 'false' && text !== '0';
}

function fromFlag({ flag, schema }: Setting, flags: Flags): unknown {
  const texts = flags.get(flag);
  return texts && fittingValue(`--${flag}`, schema, valueFromTexts(schema, texts));
}

function fromVariable({ variable, schema, givenBy }: Setting, env: NodeJS.ProcessEnv): unknown {
  const text = givenBy === 'fileAlone' ? undefined : env[variable];
  return text ? fittingValue(variable, schema, valueFromText(schema, text)) : undefined;
}

async function sectionOfFile(
  section: SectionName,
  { flags, env, cwd, interpolated }: Required<SettingsSources>,
): Promise<ReadonlyMap<string, unknown>> {
  const named = fromFlag(configFile, flags) ?? fromVariable(configFile, env);
  if (named === undefined && !existsSync(resolve(cwd, usualFile))) return new Map();
  const path = typeof named === 'string' ? named : usualFile;
  const text = await textOf(path, cwd);
  const document = await readConfigDocument({ path, text, cwd, variables: { env, interpolated } });
  return document.section(section);
}

async function textOf(path: string, cwd: string): Promise<string> {
  return readInputFile(resolve(cwd, path)).catch((error: unknown) => {
    throw new ConfigError(path, `cannot read it: ${error instanceof Error ? error.message : ''}`);
  });
}
