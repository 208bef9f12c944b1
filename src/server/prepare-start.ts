/** The initial state of a sandbox: from existing data in its store, or from the start options. */

import type { SandboxSettings } from '../config.ts';
import { hashDialect } from '../contract/validators.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { formatFinding } from '../documents/finding.ts';
import type { Progress } from '../documents/progress.ts';
import { drawSeed } from '../ports/draws.ts';
import type { Log } from '../ports/log.ts';
import { loadWithDialect, toScenarioSource, type ScenarioSource } from '../scenarios/load.ts';
import { createScenarioError } from '../scenarios/scenario-error.ts';
import type { Base } from '../store/base.ts';
import type { Store, StoreSettings } from '../store/store.ts';
import { loadDialectSource } from './dialect-file.ts';
import { StartError } from '../start-error.ts';

type Options = Pick<SandboxSettings, 'seed' | 'clock' | 'chaos'> & {
  readonly scenario?: readonly (string | object)[] | undefined;
  readonly dialect?: string | object | undefined;
  readonly resetStore?: boolean;
  readonly progress?: Progress | undefined;
};

/**
 * Returns the settings of the store. Initializes the store from the options if it is empty, or if the
 * options reset it.
 *
 * @throws StartError for an invalid scenario or dialect, and for options that contradict the stored settings
 */
export async function prepareStart(
  store: Store,
  options: Options,
  log: Log,
): Promise<StoreSettings> {
  const existing = await store.readSettings();
  if (existing !== undefined && options.resetStore !== true) {
    return resume(store, existing, options, log);
  }
  const start = await createStart(options, log);
  if (existing !== undefined) await store.clear();
  const initialized = await store.initialize(start);
  // Another replica may have initialized the same store in the meantime.
  return initialized === start ? start : resume(store, initialized, options, log);
}

async function createStart(
  { scenario = [], dialect, seed, clock, chaos = 'off', progress }: Options,
  log: Log,
): Promise<StoreSettings> {
  const content = await loadContent({ scenario, dialect, progress }, log);
  return {
    scenario,
    ...content,
    seed: chooseSeed(seed, content.base),
    clockStart: clock === undefined ? undefined : Date.parse(clock),
    chaos,
  };
}

/** Returns the stored settings. @throws StartError if options contradict them */
async function resume(
  store: Store,
  stored: StoreSettings,
  { scenario, dialect, seed, clock, chaos, progress }: Options,
  log: Log,
): Promise<StoreSettings> {
  const requestedDialect =
    dialect === undefined ? stored.dialect : (await loadDialectSource(dialect)).dialect;
  const differences: string[] = [];
  if (hashDialect(requestedDialect) !== hashDialect(stored.dialect)) {
    differences.push(`--dialect ${getName(dialect)}: the store was created with another dialect`);
  } else if (scenario !== undefined) {
    const { base } = await loadContent({ scenario, dialect, progress }, log, requestedDialect);
    if (base.hash !== stored.base.hash) {
      differences.push(describeOtherScenario(scenario, stored));
    }
  }
  if (seed !== undefined && seed !== stored.seed) {
    differences.push(`--seed ${seed}: the store was created with seed ${stored.seed}`);
  }
  if (clock !== undefined && Date.parse(clock) !== stored.clockStart) {
    const before =
      stored.clockStart === undefined ? 'no --clock' : new Date(stored.clockStart).toJSON();
    differences.push(`--clock ${clock}: the store was created with ${before}`);
  }
  if (chaos !== undefined && chaos !== stored.chaos) {
    differences.push(`--chaos ${chaos}: the store was created with --chaos ${stored.chaos}`);
  }
  const [first, ...others] = differences.map((difference) => `${difference}. ${ADVICE}`);
  if (first !== undefined) throw new StartError(first, ...others);
  // Keeps the data; creates the default workspace if an earlier start was interrupted before it did.
  return store.initialize(stored);
}

const ADVICE = 'Omit the option to use the stored data, or add --reset-store to delete the data';

function describeOtherScenario(
  requested: readonly (string | object)[],
  stored: StoreSettings,
): string {
  const option = requested.map((name) => `--scenario ${getName(name)}`).join(' ');
  const hasSameNames =
    requested.length === stored.scenario.length &&
    requested.every((name, index) => name === stored.scenario[index]);
  return hasSameNames
    ? `${option}: the file changed after the store was created`
    : `${option}: the store was created with the scenario "${stored.base.name}"`;
}

/** @throws StartError if the seed differs from the seed of a snapshot */
function chooseSeed(option: number | undefined, { runtime }: Base): number {
  const snapshotSeed = runtime?.draws.seed;
  if (snapshotSeed !== undefined && option !== undefined && option !== snapshotSeed) {
    throw new StartError(`--seed ${option}: the snapshot has seed ${snapshotSeed}. Omit --seed`);
  }
  return snapshotSeed ?? option ?? drawSeed();
}

/**
 * Loads the scenarios. A snapshot includes its dialect; `--dialect` takes precedence.
 *
 * @param requestedDialect the loaded `--dialect`, or the stored dialect; default: `dialect` is loaded
 */
async function loadContent(
  { scenario = [], dialect, progress }: Pick<Options, 'scenario' | 'dialect' | 'progress'>,
  log: Log,
  requestedDialect?: Dialect,
): Promise<{ readonly base: Base; readonly dialect: Dialect }> {
  const repeated = scenario.find((item, index) => scenario.indexOf(item) < index);
  if (repeated !== undefined) {
    throw new StartError(`--scenario ${getName(repeated)}: specified twice. Remove one of the two`);
  }
  const sources = scenario.map(toSource);
  const preset = requestedDialect ?? (await loadDialectSource(dialect)).dialect;
  const isDialectChosen = dialect !== undefined;
  const loaded = await loadWithDialect(sources, preset, { isDialectChosen, progress });
  // End the line of the progress before a line of the log.
  progress?.end();
  if ('findings' in loaded) {
    throw createScenarioError(loaded.findings);
  }
  for (const warning of loaded.warnings) log.warn(formatFinding(warning));
  return loaded;
}

export function toSource(scenario: string | object): ScenarioSource {
  return typeof scenario === 'string' ? toScenarioSource(scenario) : { document: scenario };
}

function getName(option: string | object | undefined): string {
  return typeof option === 'string' ? option : '(a document)';
}
