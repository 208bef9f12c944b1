import { listProblems } from '../config/problems.ts';
import { listSettings } from '../config/setting.ts';
import { findListSchema } from '../config/value-schema.ts';
import type { Scenario } from '../contract/scenario.gen.ts';
import type { DialectDocument } from '../dialect/dialect.ts';
import { pickDefined } from '../pick-defined.ts';
import type { SandboxOptions as ServerOptions } from '../server/listen.ts';

/** The name of a scenario in the library, a file (the text contains a dot or a slash), or a document. */
export type ScenarioOption = string | Scenario;

/** A file, or a document. */
export type DialectOption = string | DialectDocument;

/**
 * Options of a sandbox, as in `flagbearer start`. All are optional. Paths are relative to the working directory.
 * Environment variables and flagbearer.config.yaml are ignored.
 */
export interface SandboxOptions extends Partial<
  Omit<
    ServerOptions,
    'scenario' | 'dialect' | 'seed' | 'clock' | 'port' | 'log' | 'https' | 'tlsCert' | 'tlsKey'
  >
> {
  /** Default: a free port. */
  readonly port?: number;
  /** Several scenarios are merged. Default: `default`. */
  readonly scenario?: ScenarioOption | readonly ScenarioOption[];
  readonly dialect?: DialectOption;
  /** The same seed repeats a run. Default: random. */
  readonly seed?: number;
  /** The start time of the clock: ISO 8601 in UTC, or a Date. Default: from the scenario, else the real time. */
  readonly clock?: string | Date;
  /** Logs one line for each request to stderr. Default: `silent`. */
  readonly log?: 'json' | 'pretty' | 'silent';
}

type Setting = Pick<ReturnType<typeof listSettings>[number], 'key' | 'schema'>;

/** Settings that are not in the schema, because the command derives them from the terminal and `--quiet`. */
const LOG_SETTINGS: readonly Setting[] = [
  { key: 'log', schema: { type: 'string', enum: ['json', 'pretty', 'silent'], default: 'silent' } },
  { key: 'logLevel', schema: { type: 'string', enum: ['info', 'warn'] } },
];

/** Settings for the command only: output, `watch`, and HTTPS, because the test kit cannot verify the certificate. */
const COMMAND_ONLY = ['json', 'watch', 'https', 'tlsCert', 'tlsKey'];

/** Options that can also be documents, although the schema of the settings allows only texts. */
const DOCUMENTS = ['scenario', 'dialect'];

const settings = [...listSettings('sandbox'), ...LOG_SETTINGS].filter(
  ({ key }) => !COMMAND_ONLY.includes(key) && !DOCUMENTS.includes(key),
);
const names = [...settings.map(({ key }) => key), ...DOCUMENTS];

/** Returns complete options. @throws TypeError for an unknown or invalid option */
export function toServerOptions(options: SandboxOptions): ServerOptions {
  const defined = pickDefined('startSandbox', options, names);
  const { scenario = 'default', dialect, clock } = options;
  const scenarios: unknown[] = [scenario].flat();
  const complete = completeOptions(
    'startSandbox',
    { port: 0, ...defined, ...(clock instanceof Date && { clock: formatTime(clock) }) },
    settings,
  );
  for (const source of scenarios) requireSource('scenario', source);
  if (dialect !== undefined) requireSource('dialect', dialect);
  // Every value was validated against the schema, and the type is generated from the schema.
  return {
    ...(complete as Omit<ServerOptions, 'scenario'>),
    scenario: scenarios as NonNullable<ServerOptions['scenario']>,
  };
}

/** Adds the defaults of settings. @throws TypeError for an invalid value */
export function completeOptions(
  caller: string,
  options: Readonly<Record<string, unknown>>,
  settings: readonly Setting[],
): Record<string, unknown> {
  const complete = { ...options };
  for (const { key, schema } of settings) {
    const value = options[key] === undefined ? schema.default : options[key];
    if (value === undefined) continue;
    const section = { type: 'object', properties: { [key]: schema } };
    const problems = listProblems(section, { [key]: value });
    if (problems.length > 0) {
      throw new TypeError(problems.map(({ problem }) => `${caller}: ${problem}`).join('\n'));
    }
    complete[key] = findListSchema(schema) ? [value].flat() : value;
  }
  return complete;
}

function requireSource(option: 'scenario' | 'dialect', value: unknown): void {
  const isNameOrFile = typeof value === 'string' && value !== '';
  const isDocument = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isNameOrFile || isDocument) return;
  const expected = option === 'scenario' ? 'a name, a file or a document' : 'a file or a document';
  throw new TypeError(
    `startSandbox: ${option}: expected ${expected}, got ${JSON.stringify(value)}`,
  );
}

/** Returns an ISO 8601 time, or `Invalid Date`, which later validation rejects with the name of the option. */
export function formatTime(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString();
}
