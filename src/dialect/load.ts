import { freezeDeeply } from '../documents/freeze-deeply.ts';
import { FindingList, listFindings } from '../documents/finding-list.ts';
import type { Finding } from '../documents/finding.ts';
import { isJsonObject } from '../documents/json-object.ts';
import { toPointer } from '../documents/pointer.ts';
import type { ReadDocument } from '../documents/source-document.ts';
import { truncateName } from '../documents/text-findings.ts';
import { suggestOr } from '../did-you-mean.ts';
import { describeAllowedValues } from './allowed-values.ts';
import { findConflicts } from './combinations.ts';
import type { Dialect, DialectDocument } from './dialect.ts';
import { defaultDialect, dialectKeys } from './keys.ts';
import { normalizeValues } from './normalize.ts';

export type LoadedDialect = { readonly dialect: Dialect } | RefusedDialect;

export type LoadedDocument =
  /** The dialect with defaults, and the document without defaults; both normalized. */
  { readonly dialect: Dialect; readonly document: DialectDocument } | RefusedDialect;

interface RefusedDialect {
  readonly findings: readonly Finding[];
}

/**
 * Loads a dialect: validates it, fills in defaults, rejects contradictory choices. Equivalent dialects have
 * equal results.
 *
 * @param source YAML or JSON text, or a parsed document
 * @param file names the text in findings
 */
export async function loadDialect(source: unknown, file?: string): Promise<LoadedDialect> {
  const loaded = await loadDialectDocument(source, file);
  return 'findings' in loaded ? loaded : { dialect: loaded.dialect };
}

/** Loads a dialect and also returns the document, with its members `unknown` and `evidence`. */
export async function loadDialectDocument(source: unknown, file?: string): Promise<LoadedDocument> {
  const read = await readSource(source, file);
  if ('findings' in read) return read;
  const { document } = read;
  const value = convertNulls(document.value);
  const { findSchemaErrors } = await import('../documents/schema-findings.ts');
  const schemaErrors = await findSchemaErrors('dialect', value);
  if (!schemaErrors.isEmpty) return { findings: await listFindings(schemaErrors, document) };

  const parsed = value as DialectDocument;
  const normalized = parsed.values ? { ...parsed, values: normalizeValues(parsed.values) } : parsed;
  const dialect = fillDefaults(normalized);
  const conflicts = new FindingList();
  for (const finding of [...findConflicts(dialect), ...findMisnamedKeys(normalized)]) {
    conflicts.add('error', () => finding);
  }
  return conflicts.isEmpty
    ? { dialect, document: normalized }
    : { findings: await listFindings(conflicts, document) };
}

/** Returns a finding for each name in `unknown` or `evidence` that is not a key of the dialect. */
function findMisnamedKeys({ unknown = [], evidence = {} }: DialectDocument): Finding[] {
  const places = [
    ...unknown.map((key, index) => ({ key, pointer: toPointer('unknown', index) })),
    ...Object.keys(evidence).map((key) => ({ key, pointer: toPointer('evidence', key) })),
  ];
  return places
    .filter(({ key }) => !leaves.has(key))
    .map(({ key, pointer }) => ({
      rule: 'unknown-dialect-key',
      clause: null,
      severity: 'error',
      message: `Unknown key "${truncateName(key)}".`,
      hint: suggestOr('Remove it: a dialect has no such key.', key, leaves),
      pointer,
    }));
}

async function readSource(source: unknown, file: string | undefined): Promise<ReadDocument> {
  const { readDocument, readValue } = await import('../documents/read-document.ts');
  return typeof source === 'string' ? readDocument(source, { file }) : readValue(source, file);
}

function fillDefaults({ values = {} }: DialectDocument): Dialect {
  // The schema has validated the values.
  return freezeDeeply(mergeValues(defaultDialect, values, '') as Dialect);
}

const leaves = new Set(dialectKeys.map(({ key }) => key));

function mergeValues(defaultValue: unknown, source: unknown, key: string): unknown {
  if (source === undefined) return defaultValue;
  if (leaves.has(key) || !isJsonObject(defaultValue) || !isJsonObject(source)) return source;
  return mapMembers(defaultValue, key, (value, memberKey, name) =>
    mergeValues(value, source[name], memberKey),
  );
}

function mapMembers(
  object: Readonly<Record<string, unknown>>,
  key: string,
  convert: (value: unknown, memberKey: string, name: string) => unknown,
): object {
  const members = Object.entries(object).map(([name, value]) => {
    const memberKey = key === '' ? name : `${key}.${name}`;
    return [name, convert(value, memberKey, name)] as const;
  });
  return Object.fromEntries(members);
}

/**
 * Converts `null` to the string "null" for keys that allow this string, because YAML and JSON read the
 * unquoted word as null.
 *
 * @param document parsed, not yet validated
 */
function convertNulls(document: unknown): unknown {
  if (!isJsonObject(document) || !isJsonObject(document['values'])) return document;
  return { ...document, values: convertNull(document['values'], '') };
}

function convertNull(value: unknown, key: string): unknown {
  if (value === null && leaves.has(key) && allowsNullText(key)) return 'null';
  return isJsonObject(value) ? mapMembers(value, key, convertNull) : value;
}

function allowsNullText(key: string): boolean {
  return describeAllowedValues(key).some((allowed) => {
    return 'value' in allowed && allowed.value === 'null';
  });
}
