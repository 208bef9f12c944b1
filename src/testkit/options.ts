import { fittingValue } from '../config/setting-value.ts';
import { settingsOf, type ValueSchema } from '../config/setting.ts';
import type { Scenario } from '../contract/scenario.gen.ts';
import type { DialectDocument } from '../dialect/dialect.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { SandboxOptions as ServerOptions } from '../server/listen.ts';

/** A name of the library, a file (it has a dot or a slash), or a document. */
export type ScenarioOption = string | Scenario;

/** A file, or a document. */
export type DialectOption = string | DialectDocument;

/**
 * What a sandbox is started with; all of it can be left out. A setting is what the option of
 * `flagbearer start` with that name is. Files are found from the working directory; neither
 * variables nor flagbearer.config.yaml are read.
 */
export interface SandboxOptions extends Partial<
  Omit<
    ServerOptions,
    'scenario' | 'dialect' | 'seed' | 'clock' | 'port' | 'log' | 'https' | 'tlsCert' | 'tlsKey'
  >
> {
  /** A free one unless one is given. */
  readonly port?: number;
  /** Several are merged; `default` if not given. */
  readonly scenario?: ScenarioOption | readonly ScenarioOption[];
  readonly dialect?: DialectOption;
  /** The same seed repeats a run; random if not given. */
  readonly seed?: number;
  /** Where the clock starts: ISO 8601 in UTC, or a Date. The time of the scenario, else the real one. */
  readonly clock?: string | Date;
  /** One line for each request, on the standard error; `silent` if not given. */
  readonly log?: 'json' | 'pretty' | 'silent';
}

/** Only the command: its output depends on the terminal. */
const logSettings: readonly { key: string; schema: ValueSchema }[] = [
  { key: 'log', schema: { type: 'string', enum: ['json', 'pretty', 'silent'], default: 'silent' } },
  { key: 'logLevel', schema: { type: 'string', enum: ['info', 'warn'] } },
];

/**
 * Options of the command only: its output, what it does beside running a sandbox, and HTTPS, which requests
 * of the test kit could not verify.
 */
const OF_THE_COMMAND: ReadonlySet<string> = new Set([
  'json',
  'watch',
  'https',
  'tlsCert',
  'tlsKey',
]);
const settings = [...settingsOf('sandbox'), ...logSettings].filter(
  ({ key }) => !OF_THE_COMMAND.has(key),
);
const names = settings.map(({ key }) => key);

/**
 * Fills in what was left out.
 *
 * @throws TypeError that names the option which is unknown or doesn't fit
 */
export function serverOptions(options: SandboxOptions): ServerOptions {
  const given = definedOf('startSandbox', options, names);
  const { scenario = 'default' } = options;
  const scenarios = Array.isArray(scenario) ? scenario : [scenario];
  const complete: Record<string, unknown> = { ...given };
  for (const { key, schema } of settings) {
    const value = key === 'port' ? (options.port ?? 0) : (given[key] ?? schema.default);
    if (value === undefined || takesDocuments(key)) continue;
    const text = value instanceof Date ? timeText(value) : value;
    complete[key] = fitting(`startSandbox: ${key}`, schema, text);
  }
  for (const each of scenarios) requireDocument('scenario', each);
  if ('dialect' in given) requireDocument('dialect', options.dialect);
  // Every value was validated against the schema that the type is generated from.
  return { ...complete, scenario: scenarios } as unknown as ServerOptions;
}

/**
 * The options that were given a value.
 *
 * @throws TypeError for an unknown one
 */
export function definedOf(
  caller: string,
  options: object,
  known: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TypeError(`${caller}: options must be an object`);
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    throw new TypeError(`${caller}: unknown option ${name}.${didYouMean(name, known)}`);
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Scenario and dialect are more here than the schema of the command's settings knows. */
function takesDocuments(key: string): boolean {
  return key === 'scenario' || key === 'dialect';
}

function requireDocument(name: string, value: unknown): void {
  const isName = typeof value === 'string' && value !== '';
  const isDocument = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isName || isDocument) return;
  throw new TypeError(`startSandbox: ${name}: must be a name, a file or a document`);
}

function timeText(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString();
}

function fitting(where: string, schema: ValueSchema, value: unknown): unknown {
  try {
    return fittingValue(where, schema, value);
  } catch (cause) {
    throw new TypeError(cause instanceof Error ? cause.message : where, { cause });
  }
}
