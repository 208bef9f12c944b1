/** The parts that a snapshot document includes: as entries, as patches, and as its members. */
import type { Patch } from './engine.ts';
import type { PartDocument, PartEntry } from './part-document.ts';
import type { PartRules } from './part-map.ts';
import { parts } from './parts.ts';
import type { PartMaps, PartName, RuntimeParts } from './parts.ts';

const documents = Object.entries<PartRules<unknown>>(parts).flatMap(([name, { document }]) =>
  document === undefined ? [] : [[name as PartName, document] as const],
) satisfies readonly (readonly [PartName, PartDocument<unknown>])[];

export function runtimeParts(maps: PartMaps): RuntimeParts {
  const included = documents.map(([name]) => [name, [...maps[name].entries()]] as const);
  return Object.fromEntries(included.filter(([, entries]) => entries.length > 0));
}

export function* patchesOf(given: RuntimeParts): Generator<Patch> {
  for (const [part, entries] of Object.entries(given)) {
    for (const [key, value] of entries) yield { part, key, value };
  }
}

/** Returns the members of a snapshot document, by the name of their part. */
export function writeParts(given: RuntimeParts): Readonly<Record<string, unknown>> {
  const entriesOf = (name: PartName): readonly PartEntry<unknown>[] => given[name] ?? [];
  const members = documents.map(([name, { write }]) => [name, write(entriesOf(name))] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** @param members as the schema of scenarios has them */
export function readParts(members: Readonly<Record<string, unknown>>): RuntimeParts {
  return Object.fromEntries(documents.map(([name, { read }]) => [name, read(members[name])]));
}
