/** The state of a log, with a map for each part: applies patches, and collects them in units of work. */
import type { LogEntry, Patch, LogContents, Snapshot } from './engine.ts';
import { PartMap, type PartRules } from './part-map.ts';

type Table = Readonly<Record<string, PartRules<unknown>>>;
type Maps = Readonly<Record<string, PartMap<unknown>>>;

/** A map of entries for each part of a table of rules. */
export type MapsOf<Rules extends Table> = {
  readonly [Name in keyof Rules]: PartMap<ValueOf<Rules[Name]>>;
};

export type ValueOf<Rules> = Rules extends PartRules<infer Value> ? Value : never;

export interface PartState {
  readonly version: number;
  readonly parts: Maps;
}

/** Declares a part with the type of its values. */
export function definePart<Value>(rules: PartRules<Value> = {}): PartRules<Value> {
  return rules;
}

export function createEmptyMaps<Rules extends Table>(table: Rules): MapsOf<Rules> {
  const maps = Object.entries(table).map(([name, rules]) => [name, new PartMap(rules)]);
  return Object.fromEntries(maps) as MapsOf<Rules>;
}

export function applyPatches<PartMaps extends Maps>(
  maps: PartMaps,
  patches: Iterable<Patch>,
): PartMaps {
  const changed: Record<string, PartMap<unknown>> = { ...maps };
  for (const { part: name, key, value } of patches) {
    const map = changed[name];
    if (map === undefined) throw new Error(`unknown part "${name}"`);
    changed[name] = value === null ? map.delete(key) : map.put(key, value);
  }
  return changed as PartMaps;
}

/** Returns the state after the later contents of the log are applied. */
export function toStateAfter<State extends PartState>(
  before: State,
  { snapshot, entries }: LogContents,
): State {
  const version = entries.at(-1)?.version ?? snapshot?.version ?? before.version;
  let { parts }: PartState = before;
  if (snapshot !== undefined) {
    const empty = Object.entries(parts).map(([name, map]) => [name, map.toEmpty()]);
    parts = applyPatches(Object.fromEntries(empty) as Maps, snapshot.patches);
  }
  for (const { patches } of entries) parts = applyPatches(parts, patches);
  return { ...before, version, parts };
}

export function toSnapshot({ version, parts }: PartState): Snapshot {
  return { version, patches: { [Symbol.iterator]: () => listPatches(parts) } };
}

function* listPatches(maps: Maps): Generator<Patch> {
  for (const [part, map] of Object.entries(maps)) {
    for (const [key, value] of map.entries()) yield { part, key, value };
  }
}

/** A unit of work on a log: builds a new state and the log entry of the changes. */
export class Unit<State extends PartState> {
  readonly before: State;
  readonly #patches: Patch[] = [];
  #state: State;

  constructor(before: State) {
    this.before = before;
    this.#state = before;
  }

  get state(): State {
    return this.#state;
  }

  /** The log entry of this unit; undefined without changes. */
  get logEntry(): LogEntry | undefined {
    if (this.#patches.length === 0) return undefined;
    return { version: this.#state.version, patches: this.#patches };
  }

  /** Adds or replaces an entry of a part; null deletes it. */
  put(part: keyof State['parts'] & string, key: string, value: unknown): void {
    const { parts } = this.#state;
    if (value === null && parts[part]?.get(key) === undefined) return;
    const patch = { part, key, value };
    this.#patches.push(patch);
    const version = this.before.version + 1;
    this.#state = { ...this.#state, version, parts: applyPatches(parts, [patch]) };
  }
}
