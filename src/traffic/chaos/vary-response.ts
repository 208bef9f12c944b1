/** Applies chaos to the success response of an operation. */
import type { ChaosKind } from '../../contract/control-types.ts';
import { UNCATEGORIZED } from '../../domain/flags.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { listEnvelopes } from '../../dialect/envelope.ts';
import { isJsonObject, getProperty } from '../../documents/json-object.ts';
import { toList, findText } from '../../judge/body-fields.ts';
import { listFlags, findUserObject } from '../../judge/user-read.ts';
import type { ChaosPlan } from './plan.ts';

export function varyResponse(
  body: unknown,
  { kinds, drawBytes }: ChaosPlan,
  dialect: Dialect,
): { readonly body: unknown; readonly applied: readonly ChaosKind[] } {
  // The body already contains the phrase, which is in the contract of the workspace.
  const applied: ChaosKind[] = kinds.has('challengePhrase') ? ['challengePhrase'] : [];
  let varied = body;
  // This kind is planned only for a user read.
  if (kinds.has('unknownFlag')) {
    applied.push('unknownFlag');
    varied = addUnknownFlag(varied, dialect, drawBytes('flag'));
  }
  if (kinds.has('unknownFields')) {
    const extended = addUnknownFields(varied, dialect, drawBytes('fields'));
    if (extended !== varied) applied.push('unknownFields');
    varied = extended;
  }
  return { body: varied, applied };
}

/** Codes of flags that are not in the usual catalogues. */
const CODES = ['K9417', 'ZZ-1', 'F0099', 'account.review.v2', '90210', 'T1999'];

/**
 * Adds a flag without a category to a user read. A Fraud flag would have to restrict writes (§7.4), and a
 * Transaction Processing flag requires a failed payment (§3.3).
 */
function addUnknownFlag(body: unknown, dialect: Dialect, bytes: Buffer): unknown {
  const { names, flagsShape } = dialect.user;
  const flags = getProperty(findUserObject(body, dialect), names.flags);
  const known = new Set([
    ...dialect.flags.catalogue.map(({ code }) => code),
    ...listFlags(flags).map((flag) => findText(flag, names.code)),
  ]);
  const codes = CODES.filter((code) => !known.has(code));
  const code = codes[(bytes[0] ?? 0) % codes.length] ?? `X${bytes.toString('hex', 0, 4)}`;
  const list = toList(flagsShape === 'list' ? flags : getProperty(flags, UNCATEGORIZED));
  const position = (bytes[1] ?? 0) % (list.length + 1);
  const extended = list.toSpliced(position, 0, { [names.code]: code });
  const byCategory = { ...(isJsonObject(flags) && flags), [UNCATEGORIZED]: extended };
  const newFlags = flagsShape === 'list' ? extended : byCategory;
  return setProperty(body, [...listEnvelopes(dialect), names.flags], newFlags);
}

function setProperty(object: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...innerPath] = path;
  if (name === undefined) return value;
  const inner = setProperty(getProperty(object, name), innerPath, value);
  return { ...(isJsonObject(object) && object), [name]: inner };
}

type Json = Readonly<Record<string, unknown>>;
type Field = readonly [name: string, value: unknown];

/** Fields that deployments are known to add, with values that a client may not expect. */
const FIELDS: readonly Field[] = [
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
 * Adds fields to objects of a response at any depth, at least one field if possible. Objects that must be
 * empty (§4.3) and the map of flags by category get no field. Names with a meaning in the dialect are not
 * added.
 */
function addUnknownFields(body: unknown, dialect: Dialect, bytes: Buffer): unknown {
  const names = new Set(Object.values(dialect.user.names));
  const fields = FIELDS.filter(([name]) => !names.has(name));
  const objects = listExtensibleObjects(body, dialect);
  const selected = new Set(
    objects.filter((_object, index) => (bytes[index % bytes.length] ?? 0) % 2 === 0),
  );
  const [first] = objects;
  if (first === undefined) return body;
  if (selected.size === 0) selected.add(objects[(bytes[0] ?? 0) % objects.length] ?? first);
  let count = bytes[1] ?? 0;
  return extend(body);

  function extend(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(extend);
    if (!isJsonObject(value)) return value;
    const inner = Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, extend(member)]),
    );
    if (!selected.has(value)) return inner;
    count += 1;
    const [name, extra] = findUnusedField(value, fields, count);
    // The order of fields is not defined either.
    return count % 2 === 0 ? { ...inner, [name]: extra } : { [name]: extra, ...inner };
  }
}

/** Returns the first field from `start` on that the object does not have. */
function findUnusedField(object: Json, fields: readonly Field[], start: number): Field {
  const first = start % fields.length;
  const inOrder = [...fields.slice(first), ...fields.slice(0, first)];
  return inOrder.find(([name]) => !Object.hasOwn(object, name)) ?? [`field${start}`, null];
}

function listExtensibleObjects(body: unknown, dialect: Dialect): readonly Json[] {
  const { names, flagsShape } = dialect.user;
  const envelopeDepth = listEnvelopes(dialect).length;
  const objects: Json[] = [];
  collect(body, []);
  return objects;

  function collect(value: unknown, path: readonly string[]): void {
    if (Array.isArray(value)) {
      for (const item of value) collect(item, [...path, '']);
    } else if (isJsonObject(value)) {
      if (Object.keys(value).length > 0 && !isFlagMap(path)) objects.push(value);
      for (const [name, member] of Object.entries(value)) collect(member, [...path, name]);
    }
  }

  function isFlagMap(path: readonly string[]): boolean {
    const pathInUser = path.slice(envelopeDepth);
    return flagsShape === 'byCategory' && pathInUser.length === 1 && pathInUser[0] === names.flags;
  }
}
