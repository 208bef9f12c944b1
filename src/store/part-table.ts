/** Tables of parts: the state of a log, and its patches. */
import type { Patch, Read, Snapshot } from './engine.ts';
import { PartMap } from './part-map.ts';
import type { PartRules } from './part-map.ts';

export type Table = Readonly<Record<string, PartRules<unknown>>>;

/** The entries of all parts of a table. */
export type MapsOf<Rules extends Table> = {
  readonly [Name in keyof Rules]: PartMap<ValueOf<Rules[Name]>>;
};

export type ValueOf<Rules> = Rules extends PartRules<infer Value> ? Value : never;

/** What a log has come to. */
export interface PartState<Rules extends Table> {
  readonly version: number;
  readonly parts: MapsOf<Rules>;
}

/** The rules of a part, which infer its type of values. */
export function part<Value>(rules: PartRules<Value> = {}): PartRules<Value> {
  return rules;
}

export function emptyMaps<Rules extends Table>(table: Rules): MapsOf<Rules> {
  const maps = Object.entries(table).map(([name, rules]) => [name, PartMap.empty(rules)]);
  return Object.fromEntries(maps) as MapsOf<Rules>;
}

/** Applies patches of a log of this table to its maps. */
export function patched<Maps extends MapsOf<Table>>(maps: Maps, patches: Iterable<Patch>): Maps {
  const changed: Record<string, PartMap<unknown>> = { ...maps };
  for (const { part: name, key, value } of patches) {
    const map = changed[name];
    if (map === undefined) throw new Error(`unknown part "${name}"`);
    changed[name] = value === null ? map.delete(key) : map.put(key, value);
  }
  return changed as Maps;
}

/** Returns a state with all that was read after it. */
export function stateAfter<Rules extends Table, State extends PartState<Rules>>(
  table: Rules,
  before: State,
  { snapshot, entries }: Read,
): State {
  const version = entries.at(-1)?.version ?? snapshot?.version ?? before.version;
  let { parts } = before;
  if (snapshot !== undefined) parts = patched(emptyMaps(table), snapshot.patches);
  for (const { patches } of entries) parts = patched(parts, patches);
  return { ...before, version, parts };
}

/** All entries as patches, in the order in which they rebuild the state. */
export function snapshotOf({ version, parts }: PartState<Table>): Snapshot {
  return { version, patches: { [Symbol.iterator]: () => allPatches(parts) } };
}

function* allPatches(maps: MapsOf<Table>): Generator<Patch> {
  for (const [part, map] of Object.entries(maps)) {
    for (const [key, value] of map.entries()) yield { part, key, value };
  }
}
