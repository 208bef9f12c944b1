/** What a sandbox starts with: what its store holds, or what the options say of a new one. */
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
  readonly fresh?: boolean;
};

/**
 * A store that holds data goes on with it; a new one, or one that is to be fresh, begins with what
 * the options say.
 *
 * @throws StartError for a bad scenario or dialect, and for options that differ from what the store
 * was made with
 */
export async function startOf(store: Store, options: StartOptions, log: Log): Promise<StoreStart> {
  const held = await store.start();
  if (held !== undefined && options.fresh !== true) return asHeld(store, held, options, log);
  const start = await newStart(options, log);
  if (held !== undefined) await store.clear();
  const begun = await store.begin(start);
  // Another replica may have begun the same store just before.
  return begun === start ? start : asHeld(store, begun, options, log);
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

/** What is left out is as the store has it. */
async function asHeld(
  store: Store,
  held: StoreStart,
  { scenario, dialect, seed, clock, chaos }: StartOptions,
  log: Log,
): Promise<StoreStart> {
  const named = dialect === undefined ? held.dialect : await dialectGiven(dialect);
  const differences: string[] = [];
  if (dialectHash(named) !== dialectHash(held.dialect)) {
    differences.push(`--dialect ${nameOf(dialect)}: the store was made with another dialect`);
  } else if (scenario !== undefined) {
    const { base } = await startContent(scenario, dialect, log, named);
    if (base.hash !== held.base.hash) differences.push(otherScenario(scenario, held));
  }
  if (seed !== undefined && seed !== held.seed) {
    differences.push(`--seed ${seed}: the store was made with seed ${held.seed}`);
  }
  if (clock !== undefined && Date.parse(clock) !== held.clockStart) {
    const made = held.clockStart === undefined ? 'no --clock' : new Date(held.clockStart).toJSON();
    differences.push(`--clock ${clock}: the store was made with ${made}`);
  }
  if (chaos !== undefined && chaos !== held.chaos) {
    differences.push(`--chaos ${chaos}: the store was made with --chaos ${held.chaos}`);
  }
  const [first, ...others] = differences.map((difference) => `${difference}; ${advice}`);
  // The permanent workspace may have been set aside.
  if (first === undefined) return store.begin(held);
  throw new StartError(first, ...others);
}

/** For each of them, so that a line says all. */
const advice = 'leave it out to go on with what the store holds, or drop all of it with --fresh';

function otherScenario(
  given: readonly (string | object)[],
  { scenario, base }: StoreStart,
): string {
  const option = given.map((each) => `--scenario ${nameOf(each)}`).join(' ');
  const isSame =
    given.length === scenario.length && given.every((each, at) => each === scenario[at]);
  return isSame
    ? `${option}: it has changed since the store was made with it`
    : `${option}: the store was made with the scenario "${base.name}"`;
}

/** @throws StartError for another seed than a snapshot goes on from */
function startSeed(given: number | undefined, { runtime }: Base): number {
  const drawn = runtime?.draws.seed;
  if (drawn !== undefined && given !== undefined && given !== drawn) {
    throw new StartError(`--seed ${given}: the snapshot goes on from seed ${drawn}; leave it out`);
  }
  return drawn ?? given ?? randomInt(2 ** 32);
}

/**
 * A snapshot brings its dialect, unless one is named.
 *
 * @param otherwise the dialect where none is named and no snapshot brings one
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
    throw new StartError("the scenario can't be loaded:", ...loaded.findings.map(findingLine));
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
