/** The initial state of a sandbox: from existing data in its store, or from the start options. */
import { randomInt } from 'node:crypto';

import type { SandboxSettings } from '../config.ts';
import { dialectHash } from '../contract/validators.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { findingLine } from '../documents/finding.ts';
import type { Log } from '../ports/log.ts';
import { loadScenario, loadWithItsDialect, scenarioNamed } from '../scenarios/load.ts';
import type { ScenarioSource } from '../scenarios/load.ts';
import type { Base } from '../store/base.ts';
import type { Store, StoreStart } from '../store/store.ts';
import { dialectGiven } from './dialect-file.ts';
import { StartError } from './start-error.ts';

type StartOptions = Pick<SandboxSettings, 'seed' | 'clock' | 'chaos'> & {
  readonly scenario?: readonly (string | object)[];
  readonly dialect?: string | object;
  readonly resetStore?: boolean;
};

/**
 * Returns the existing data of the store. An empty store, or one to reset, is initialized from the
 * options.
 *
 * @throws StartError for an invalid scenario or dialect, and for options that differ from those the
 * store was created with
 */
export async function startOf(store: Store, options: StartOptions, log: Log): Promise<StoreStart> {
  const held = await store.start();
  if (held !== undefined && options.resetStore !== true) return resumed(store, held, options, log);
  const start = await newStart(options, log);
  if (held !== undefined) await store.clear();
  const begun = await store.begin(start);
  // Another replica may have initialized the same store in the meantime.
  return begun === start ? start : resumed(store, begun, options, log);
}

async function newStart(
  { scenario = [], dialect, seed, clock, chaos = 'off' }: StartOptions,
  log: Log,
): Promise<StoreStart> {
  const content = await startContent(scenario, dialect, log);
  return {
    scenario,
    ...content,
    seed: startSeed(seed, content.base),
    clockStart: clock === undefined ? undefined : Date.parse(clock),
    chaos,
  };
}

/** Checks the given options against the existing data. */
async function resumed(
  store: Store,
  held: StoreStart,
  { scenario, dialect, seed, clock, chaos }: StartOptions,
  log: Log,
): Promise<StoreStart> {
  const named = dialect === undefined ? held.dialect : await dialectGiven(dialect);
  const differences: string[] = [];
  if (dialectHash(named) !== dialectHash(held.dialect)) {
    differences.push(`--dialect ${nameOf(dialect)}: the store was created with another dialect`);
  } else if (scenario !== undefined) {
    const { base } = await startContent(scenario, dialect, log, named);
    if (base.hash !== held.base.hash) differences.push(otherScenario(scenario, held));
  }
  if (seed !== undefined && seed !== held.seed) {
    differences.push(`--seed ${seed}: the store was created with seed ${held.seed}`);
  }
  if (clock !== undefined && Date.parse(clock) !== held.clockStart) {
    const made = held.clockStart === undefined ? 'no --clock' : new Date(held.clockStart).toJSON();
    differences.push(`--clock ${clock}: the store was created with ${made}`);
  }
  if (chaos !== undefined && chaos !== held.chaos) {
    differences.push(`--chaos ${chaos}: the store was created with --chaos ${held.chaos}`);
  }
  const [first, ...others] = differences.map((difference) => `${difference}; ${advice}`);
  if (first === undefined) return store.begin(held);
  throw new StartError(first, ...others);
}

const advice = 'omit the option to use the stored data, or delete the data with --reset-store';

function otherScenario(
  given: readonly (string | object)[],
  { scenario, base }: StoreStart,
): string {
  const option = given.map((each) => `--scenario ${nameOf(each)}`).join(' ');
  const isSame =
    given.length === scenario.length && given.every((each, at) => each === scenario[at]);
  return isSame
    ? `${option}: the file changed after the store was created`
    : `${option}: the store was created with the scenario "${base.name}"`;
}

/** @throws StartError if the seed differs from that of a snapshot */
function startSeed(given: number | undefined, { runtime }: Base): number {
  const drawn = runtime?.draws.seed;
  if (drawn !== undefined && given !== undefined && given !== drawn) {
    throw new StartError(`--seed ${given}: the snapshot has seed ${drawn}; omit the option`);
  }
  return drawn ?? given ?? randomInt(2 ** 32);
}

/**
 * Loads the scenarios. A snapshot includes its dialect; `--dialect` takes precedence.
 *
 * @param otherwise the dialect if none is given and no snapshot includes one
 */
async function startContent(
  scenario: readonly (string | object)[],
  givenDialect: string | object | undefined,
  log: Log,
  otherwise?: Dialect,
): Promise<{ readonly base: Base; readonly dialect: Dialect }> {
  const sources = scenario.map(scenarioGiven);
  const named = otherwise ?? (await dialectGiven(givenDialect));
  const loaded =
    givenDialect === undefined
      ? await loadWithItsDialect(sources, named)
      : { ...(await loadScenario(sources, named)), dialect: named };
  if ('findings' in loaded) {
    throw new StartError('invalid scenario:', ...loaded.findings.map(findingLine));
  }
  for (const warning of loaded.warnings) log.warn(findingLine(warning));
  return loaded;
}

export function scenarioGiven(scenario: string | object): ScenarioSource {
  return typeof scenario === 'string' ? scenarioNamed(scenario) : { document: scenario };
}

function nameOf(given: string | object | undefined): string {
  return typeof given === 'string' ? given : '(a document)';
}
