import type { Configuration } from '../contract/config.gen.ts';
import configSchema from '../../openapi/schemas/config.schema.json' with { type: 'json' };
import { dereference } from '../documents/dereference.ts';
import type { ValueSchema } from './value-schema.ts';

/** A section of flagbearer.config.yaml: `sandbox`, `conform` or `proxy`. */
export type SectionName = keyof Configuration;

type Section<Name extends SectionName> = Required<Configuration>[Name];

type Properties<Name extends SectionName> = (typeof configSchema)['properties'][Name]['properties'];

type KeysWithDefault<Schemas> = {
  [Key in keyof Schemas]: Schemas[Key] extends { default: unknown } ? Key : never;
}[keyof Schemas];

/** The values after loading: a setting that the file may write as one text or as a list is always a list. */
type Normalized<Values> = {
  readonly [Key in keyof Values]: [Extract<Values[Key], unknown[]>] extends [never]
    ? Values[Key]
    : readonly Extract<Values[Key], unknown[]>[number][];
};

/** The settings of a section. A setting with a default is always present. */
export type SettingsOf<Name extends SectionName> = Normalized<
  Section<Name> &
    Required<Pick<Section<Name>, keyof Section<Name> & KeysWithDefault<Properties<Name>>>>
>;

export interface Setting {
  /** In the file and in code: `allowHost`. */
  readonly key: string;
  /** On the command line, without the dashes: `allow-host`. */
  readonly flag: string;
  /** In the environment: `FLAGBEARER_ALLOW_HOST`. */
  readonly variable: string;
  readonly schema: ValueSchema;
  /** `all`: option, variable and file. `fileOnly`: for a map or a list of maps. */
  readonly sources: 'all' | 'fileOnly';
}

const sections = dereference(configSchema.properties, configSchema);

export const sectionNames: readonly string[] = Object.keys(sections);

export function listSettings(section: SectionName): readonly Setting[] {
  return listSettingsOfSchema(sections[section]);
}

export function findSetting(section: SectionName, key: string): Setting | undefined {
  return listSettings(section).find((setting) => setting.key === key);
}

export const allSettings: readonly Setting[] =
  Object.values(sections).flatMap(listSettingsOfSchema);

function listSettingsOfSchema({ properties = {} }: ValueSchema): readonly Setting[] {
  return Object.entries(properties).map(([key, schema]) => createSetting(key, schema));
}

/** The path of the configuration file. It is not in the schema, because the file cannot contain its own path. */
export const configFile: Setting = createSetting('config', {
  type: 'string',
  description:
    'Configuration file. Default: flagbearer.config.yaml in the current folder, if it exists.',
  minLength: 1,
  'x-value': 'FILE',
});

export const sandboxUrl: Setting = createSetting('url', {
  type: 'string',
  description:
    'URL of the sandbox or of a workspace, such as http://127.0.0.1:4020/w/checkout. Can also be set by FLAGBEARER_URL.',
  format: 'uri',
  pattern: '^https?://[^\\s?#@]+$',
  patternErrorMessage:
    'expected an absolute http or https URL without credentials or query, such as http://127.0.0.1:4020',
  default: 'http://127.0.0.1:4020',
  // Errors must not show the URL: an invalid URL can contain credentials.
  writeOnly: true,
  'x-value': 'URL',
});

function createSetting(key: string, schema: ValueSchema): Setting {
  const isMap = schema.type === 'object' || schema.items?.type === 'object';
  const words = key.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  return {
    key,
    flag: words.join('-'),
    variable: ['flagbearer', ...words].join('_').toUpperCase(),
    schema,
    sources: isMap ? 'fileOnly' : 'all',
  };
}
