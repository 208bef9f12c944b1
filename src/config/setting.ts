import type { Configuration } from '../contract/config.gen.ts';
import configSchema from '../../openapi/schemas/config.schema.json' with { type: 'json' };
import { withoutReferences, type ValueSchema } from './value-schema.ts';

export type { ValueSchema } from './value-schema.ts';

/** A section of flagbearer.config.yaml: `sandbox`, `conform`. */
export type SectionName = keyof Configuration;

type Section<Name extends SectionName> = Required<Configuration>[Name];

type Properties<Name extends SectionName> = (typeof configSchema)['properties'][Name]['properties'];

type KeysWithDefault<Schemas> = {
  [Key in keyof Schemas]: Schemas[Key] extends { default: unknown } ? Key : never;
}[keyof Schemas];

/** A list is a list here, even where the file may have one text for it. */
type Frozen<Values> = {
  readonly [Key in keyof Values]: [Extract<Values[Key], unknown[]>] extends [never]
    ? Values[Key]
    : readonly Extract<Values[Key], unknown[]>[number][];
};

/** The settings of a section. One with a default in the schema is always present. */
export type SettingsOf<Name extends SectionName> = Frozen<
  Section<Name> &
    Required<Pick<Section<Name>, keyof Section<Name> & KeysWithDefault<Properties<Name>>>>
>;

/** One setting, under each of the names by which it can be given. */
export interface Setting {
  /** In the file and in code: `allowHost`. */
  readonly key: string;
  /** On the command line, without the dashes: `allow-host`. */
  readonly flag: string;
  /** In the environment: `FLAGBEARER_ALLOW_HOST`. */
  readonly variable: string;
  readonly schema: ValueSchema;
  /** A map, or a list of maps, has no flag and no variable. */
  readonly givenBy: 'flagVariableOrFile' | 'fileAlone';
}

export const sectionNames: readonly string[] = Object.keys(configSchema.properties);

export function settingsOf(section: SectionName): readonly Setting[] {
  return settingsIn(configSchema.properties[section]);
}

/** The settings of every section. */
export const allSettings: readonly Setting[] = Object.values(configSchema.properties).flatMap(
  settingsIn,
);

function settingsIn({ properties = {} }: ValueSchema): readonly Setting[] {
  return Object.entries(properties).map(([key, schema]) =>
    setting(key, withoutReferences(schema, configSchema.$defs)),
  );
}

/** Where the file itself is. It can't be in the file, so it isn't in the schema. */
export const configFile: Setting = setting('config', {
  type: 'string',
  description:
    'Configuration file. Default: flagbearer.config.yaml in the current folder, if it exists.',
  minLength: 1,
  'x-value': 'FILE',
});

/**
 * The address of a sandbox that a command connects to. One that is to be started has a host and a port
 * instead.
 */
export const sandboxUrl: Setting = setting('url', {
  type: 'string',
  description: 'URL of the sandbox, or of a workspace such as http://127.0.0.1:4020/w/checkout.',
  format: 'uri',
  pattern: '^https?://[^\\s?#@]+$',
  patternErrorMessage:
    'must be an absolute http or https URL without credentials or query, such as http://127.0.0.1:4020',
  default: 'http://127.0.0.1:4020',
  // One that is refused may be refused for the credentials in it.
  writeOnly: true,
  'x-value': 'URL',
});

function setting(key: string, schema: ValueSchema): Setting {
  const words = key.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  return {
    key,
    flag: words.join('-'),
    variable: ['flagbearer', ...words].join('_').toUpperCase(),
    schema,
    givenBy: hasMaps(schema) ? 'fileAlone' : 'flagVariableOrFile',
  };
}

function hasMaps({ type, items }: ValueSchema): boolean {
  return type === 'object' || items?.type === 'object';
}
