/** The initial state of a sandbox: from existing data in its store, or from the start options. */
import { randomInt } from 'node:crypto';

import type { SandboxSettings } from '../config.ts';
import { hashDialect } from '../contract/validators.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { formatFinding } from '../documents/finding.ts';
import type { Progress } from '../documents/progress.ts';
import type { Log } from '../ports/log.ts';
import { loadWithDialect, toScenarioSource } from '../scenarios/load.ts';
import type { ScenarioSource } from '../scenarios/load.ts';
import type { Base } from '../store/base.ts';
import type { Store, StoreStart } from '../store/store.ts';
import { loadDialectSource } from './dialect-file.ts';
import { StartError } from '../start-error.ts';

type Options = Pick<SandboxSettings, 'seed' | 'clock' | 'chaos'> & {
  readonly scenario?: readonly (string | object)[] | undefined;
  readonly dialect?: string | object | undefined;
  readonly resetStore?: boolean;
  readonly progress?: Progress | undefined;
};

/**
 * Returns the existing data of the store. An empty store, or one to reset, is initialized from the options.
 *
 * @throws StartError for an invalid scenario or dialect, and for options that contradict the stored ones
 */
export async function prepareStart(store: Store, options: Options, log: Log): Promise<StoreStart> {
  const existing = await store.start();
  if (existing !== undefined && options.resetStore !== true) {
    return resume(store, existing, options, log);
  }
  const start = await createStart(options, log);
  if (existing !== undefined) await store.clear();
  const begun = await store.begin(start);
  // Another replica may have initialized the same store in the meantime.
  return begun === start ? start : resume(store, begun, options, log);
}

async function createStart(
  { scenario = [], dialect, seed, clock, chaos = 'off', progress }: Options,
  log: Log,
): Promise<StoreStart> {
  const content = await loadContent({ scenario, dialect, progress }, log);
  return {
    scenario,
    ...content,
    seed: chooseSeed(seed, content.base),
    clockStart: clock === undefined ? undefined : Date.parse(clock),
    chaos,
  };
}

/** Checks the given options against the existing data. */
async function resume(
  store: Store,
  stored: StoreStart,
  { scenario, dialect, seed, clock, chaos, progress }: Options,
  log: Log,
): Promise<StoreStart> {
  const chosen =
    dialect === undefined ? stored.dialect : (await loadDialectSource(dialect)).dialect;
  const differences: string[] = [];
  if (hashDialect(chosen) !== hashDialect(stored.dialect)) {
    differences.push(`--dialect ${getName(dialect)}: the store was created with another dialect`);
  } else if (scenario !== undefined) {
    const { base } = await loadContent({ scenario, dialect, progress }, log, chosen);
    if (base.hash !== stored.base.hash)
      differences.push(createOtherScenarioError(scenario, stored));
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
  const [first, ...others] = differences.map((difference) => `${difference}. ${advice}`);
  if (first === undefined) return store.begin(stored);
  throw new StartError(first, ...others);
}

const advice = 'Omit the option to use the stored data, or add --reset-store to delete the data';

function createOtherScenarioError(
  scenarios: readonly (string | object)[],
  { scenario, base }: StoreStart,
): string {
  const option = scenarios.map((each) => `--scenario ${getName(each)}`).join(' ');
  const isSame =
    scenarios.length === scenario.length && scenarios.every((each, at) => each === scenario[at]);
  return isSame
    ? `${option}: the file changed after the store was created`
    : `${option}: the store was created with the scenario "${base.name}"`;
}

/** @throws StartError if the seed differs from that of a snapshot */
function chooseSeed(option: number | undefined, { runtime }: Base): number {
  const drawn = runtime?.draws.seed;
  if (drawn !== undefined && option !== undefined && option !== drawn) {
    throw new StartError(`--seed ${option}: the snapshot has seed ${drawn}. Omit --seed`);
  }
  return drawn ?? option ?? randomInt(2 ** 32);
}

/** Loads the scenarios. A snapshot includes its dialect; `--dialect` takes precedence. */
async function loadContent(
  { scenario = [], dialect, progress }: Pick<Options, 'scenario' | 'dialect' | 'progress'>,
  log: Log,
  stored?: Dialect,
): Promise<{ readonly base: Base; readonly dialect: Dialect }> {
  const sources = scenario.map(loadGivenScenario);
  const preset = stored ?? (await loadDialectSource(dialect)).dialect;
  const isChosen = dialect !== undefined;
  const loaded = await loadWithDialect(sources, preset, { isChosen, progress });
  // Warnings are not written onto its line.
  progress?.end();
  if ('findings' in loaded) {
    throw new StartError('cannot load the scenario:', ...loaded.findings.map(formatFinding));
  }
  for (const warning of loaded.warnings) log.warn(formatFinding(warning));
  return loaded;
}

export function loadGivenScenario(scenario: string | object): ScenarioSource {
  return typeof scenario === 'string' ? toScenarioSource(scenario) : { document: scenario };
}

function getName(option: string | object | undefined): string {
  return typeof option === 'string' ? option : '(a document)';
}
