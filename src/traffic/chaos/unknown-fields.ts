/** Chaos of responses: fields that no contract names (§2.7, §9). */
import type { Dialect } from '../../dialect/dialect.ts';
import { isJsonObject } from '../../documents/json-object.ts';

type Json = Readonly<Record<string, unknown>>;

/** Names and values that deployments are known to add, each with something to trip over. */
const FIELDS: readonly (readonly [name: string, value: unknown])[] = [
  ['riskScore', null],
  ['_links', { self: { href: '/v1/self' }, next: null }],
  ['metadata', {}],
  ['tags', []],
  ['schemaVersion', '2026-01-beta'],
  ['isLegacy', false],
  ['rank', 9007199254740991],
  ['displayName', 'Zoë \u202e\u{1f9ff} <b>'],
  ['history', [{ type: 'created', by: null }, 'imported', 0]],
  ['type', 'unknown'],
];

/**
 * Adds fields to objects of a response at any depth, at least one if an object allows it. An empty object
 * stays empty (§4.3), and the map of flags by category gets no category.
 *
 * @param bytes random bytes
 * @returns the same value if nothing could be added
 */
export function withUnknownFields(body: unknown, dialect: Dialect, bytes: Buffer): unknown {
  const places = placesIn(body, dialect);
  const chosen = new Set(
    places.filter((_place, index) => (bytes[index % bytes.length] ?? 0) % 2 === 0),
  );
  const [first] = places;
  if (first === undefined) return body;
  if (chosen.size === 0) chosen.add(places[(bytes[0] ?? 0) % places.length] ?? first);
  let number = bytes[1] ?? 0;
  return extended(body);

  function extended(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(extended);
    if (!isJsonObject(value)) return value;
    const inner = Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, extended(each)]),
    );
    if (!chosen.has(value)) return inner;
    number += 1;
    const [name, extra] = unusedField(value, number);
    // No order of fields is promised either.
    return number % 2 === 0 ? { ...inner, [name]: extra } : { [name]: extra, ...inner };
  }
}

function unusedField(value: Json, from: number): readonly [string, unknown] {
  for (let step = 0; step < FIELDS.length; step += 1) {
    const field = FIELDS[(from + step) % FIELDS.length];
    if (field !== undefined && !Object.hasOwn(value, field[0])) return field;
  }
  return [`field${from}`, null];
}

/** The objects that may have more fields, from the top down. */
function placesIn(body: unknown, dialect: Dialect): readonly Json[] {
  const { names, envelope, flagsShape } = dialect.user;
  const places: Json[] = [];
  collect(body, []);
  return places;

  function collect(value: unknown, path: readonly string[]): void {
    if (Array.isArray(value)) {
      for (const each of value) collect(each, [...path, '']);
    } else if (isJsonObject(value)) {
      if (Object.keys(value).length > 0 && !isFlagMap(path)) places.push(value);
      for (const [name, each] of Object.entries(value)) collect(each, [...path, name]);
    }
  }

  function isFlagMap(path: readonly string[]): boolean {
    const ofUser = envelope === 'none' ? path : path.slice(1);
    return flagsShape === 'byCategory' && ofUser.length === 1 && ofUser[0] === names.flags;
  }
}
