/** Describes values that do not match the schema of a setting or of a configuration file. */
import { measureDistance, suggestOr } from '../did-you-mean.ts';
import type { Finding } from '../documents/finding.ts';
import { isJsonObject } from '../documents/json-object.ts';
import { parsePointer, toPointer } from '../documents/pointer.ts';
import { listErrors, type SchemaError } from '../documents/schema-errors.ts';
import { selectMostSpecific } from '../documents/schema-finding.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { pluralize } from '../pluralize.ts';
import { ConfigError } from './config-error.ts';
import { findListSchema, hasSecret, type ValueSchema } from './value-schema.ts';

export interface Problem {
  readonly pointer: string;
  /** The invalid part: the last key of the pointer, or its value. */
  readonly part: 'key' | 'value';
  readonly problem: string;
}

/** Returns the value if it is valid. @param where the flag or variable, for the error */
export function toValidValue(where: string, schema: ValueSchema, value: unknown): unknown {
  const [error] = listSchemaErrors(schema, value);
  if (error === undefined) return findListSchema(schema) ? [value].flat() : value;
  throw new ConfigError({ where, problem: describeValue(error, error.data) });
}

/** Returns the problems of a value. @param raw the value before variables were inserted */
export function listProblems(schema: ValueSchema, value: unknown, raw = value): Problem[] {
  const problems = listSchemaErrors(schema, value).map((error) => toProblem(error, raw));
  return [...problems, ...listMisspeltKeys(schema, value)];
}

function listSchemaErrors(schema: ValueSchema, value: unknown): readonly SchemaError[] {
  return selectMostSpecific(listErrors(schema, value));
}

function toProblem(error: SchemaError, raw: unknown): Problem {
  const { keyword, params, instancePath: pointer } = error;
  const addPath = (path: string, problem: string): Problem => ({
    pointer,
    part: 'value',
    problem: path === '' ? problem : `${formatPath(path)}: ${problem}`,
  });
  switch (keyword) {
    case 'additionalProperties': {
      const known = Object.keys(getSchema(error).properties ?? {});
      return createUnknownKeyProblem(pointer, params.additionalProperty, known);
    }
    case 'required':
      return addPath(pointer, `missing key "${params.missingProperty}"`);
    case 'anyOf': {
      const keys = (error.schema as readonly ValueSchema[]).flatMap(
        ({ required = [] }) => required,
      );
      return addPath(pointer, `missing key: add one of ${keys.join(', ')}`);
    }
    default:
      if (pointer === '') return addPath('', describeRequirement(error));
      // The path omits the index of an item: the error has its line and column.
      return addPath(pointer.replace(/\/\d+$/, ''), describeValue(error, getValue(raw, pointer)));
  }
}

/** The message is `unknown key "prot" in sandbox. Did you mean port?` */
function createUnknownKeyProblem(parent: string, name: string, known: readonly string[]): Problem {
  const location = parent === '' ? '' : ` in ${formatPath(parent)}`;
  // In `key:value` without a space, YAML reads the value, which can be a secret, as part of the key.
  const visibleName = name.replace(/[:=].*/su, '…');
  const hint = suggestOr(`Known keys: ${known.join(', ')}.`, name, known);
  const problem = `unknown key "${visibleName}"${location}. ${hint}`;
  return { pointer: parent + toPointer(name), part: 'key', problem };
}

/** Lists keys that are probably typing errors, such as `kycStaus`, in maps that accept any key. */
function listMisspeltKeys(schema: ValueSchema, value: unknown, pointer = ''): Problem[] {
  const { properties = {}, items = {}, additionalProperties } = schema;
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => listMisspeltKeys(items, item, `${pointer}/${index}`));
  }
  if (!isJsonObject(value)) return [];
  const known = Object.keys(properties);
  return Object.entries(value).flatMap(([key, inner]) => {
    const schemaOfKey = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (schemaOfKey) return listMisspeltKeys(schemaOfKey, inner, pointer + toPointer(key));
    return additionalProperties === true && isLikelyMisspelt(key, known)
      ? [createUnknownKeyProblem(pointer, key, known)]
      : [];
  });
}

function isLikelyMisspelt(key: string, known: readonly string[]): boolean {
  const word = key.toLowerCase();
  return known.some((name) => {
    const isStart = word.length > 2 && name.toLowerCase().startsWith(word);
    return isStart || (word.length > 5 && measureDistance(word, name.toLowerCase()) < 3);
  });
}

/** Returns `expected a whole number from 0 to 65535, got "many"`. Omits the value if it is a secret. */
function describeValue(error: SchemaError, value: unknown): string {
  const requirement = describeRequirement(error);
  return hasSecret(getSchema(error)) ? requirement : `${requirement}, got ${formatValue(value)}`;
}

/** Returns the text of a value. Omits the contents of a map or a list, because they can be secrets. */
function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'no value';
  const hasContents = typeof value === 'object' && Object.keys(value).length > 0;
  // `.inf` is a number in YAML, but not in JSON.
  if (!hasContents) return typeof value === 'number' ? String(value) : JSON.stringify(value);
  return Array.isArray(value) ? 'a list' : 'a map';
}

function describeRequirement(error: SchemaError): string {
  const schema = getSchema(error);
  const { minItems, oneOf: alternatives = [schema] } = schema;
  if (error.keyword === 'minItems') return `expected a list of at least ${minItems} item`;
  const isScalar = typeof error.data === 'number' || typeof error.data === 'boolean';
  // Without quotes, YAML reads a text such as 123 as a number.
  const strings = alternatives.filter(({ type }) => type === 'string');
  if (isScalar && strings.length > 0) {
    const [form = ''] = strings.flatMap(({ patternErrorMessage }) => patternErrorMessage ?? []);
    // `expected 4 to 8 digits` becomes `expected a string in quotes: 4 to 8 digits`.
    return `expected a string in quotes${form.replace('expected', ':')}`;
  }
  const texts = alternatives.map((option) => describeSchema(option).replace(/^expected /, ''));
  return `expected ${texts.join(', or ')}`;
}

function describeSchema(schema: ValueSchema): string {
  if (schema.patternErrorMessage) return schema.patternErrorMessage;
  if (schema.enum) {
    if (schema.enum.length > 2) return `expected one of ${schema.enum.join(', ')}`;
    return `expected ${schema.enum.join(' or ')}`;
  }
  switch (schema.type) {
    case 'integer':
      return `expected a whole number from ${schema.minimum} to ${schema.maximum}`;
    case 'boolean':
      return 'expected true or false';
    case 'array':
      return `expected a list${describeExample(schema)}`;
    case 'object':
      return `expected a map with the keys ${Object.keys(schema.properties ?? {}).join(', ')}`;
    case 'null':
      return 'expected null';
    default:
      return 'expected a string that is not empty';
  }
}

function describeExample(schema: ValueSchema): string {
  const [example] = schema.examples ?? [];
  return example === undefined || hasSecret(schema) ? '' : `, such as ${JSON.stringify(example)}`;
}

function getSchema({ parentSchema }: SchemaError): ValueSchema {
  return parentSchema as ValueSchema;
}

/** Returns the value at a pointer. If a list is written as one text, returns the text for each of its items. */
function getValue(document: unknown, pointer: string): unknown {
  let value = document;
  for (const part of parsePointer(pointer)) {
    if (typeof value !== 'object' || value === null) return value;
    value = Object.hasOwn(value, part) ? Reflect.get(value, part) : undefined;
  }
  return value;
}

/** Returns `conform.accounts[0].kycStatus` */
function formatPath(pointer: string): string {
  const parts = parsePointer(pointer).map((part) =>
    /^\d+$/.test(part) ? `[${part}]` : `.${part}`,
  );
  return parts.join('').slice(1);
}

/** Returns one error, in which each problem has a line that starts with file, line and column. */
export async function createLocatedError(
  problems: readonly Problem[],
  document: SourceDocument,
  file: string,
): Promise<ConfigError> {
  const places = await document.locate(problems.map(({ pointer }) => pointer));
  const located = problems.map(({ pointer, part, problem }) => {
    const { line, column } = places.get(pointer)?.[part] ?? { line: 1, column: 1 };
    return { line, column, message: problem, hint: null };
  });
  const inReadingOrder = located.toSorted((a, b) => a.line - b.line || a.column - b.column);
  const listed = inReadingOrder.slice(0, MAX_PROBLEMS);
  return toConfigError(listed, file, inReadingOrder.length - listed.length);
}

/** An error lists this many problems, and counts the others. */
const MAX_PROBLEMS = 100;

type LocatedText = Pick<Finding, 'line' | 'column' | 'message' | 'hint'>;

/** Returns findings about a file as one error. @param omitted the number of findings not included */
export function toConfigError(
  findings: readonly LocatedText[],
  file: string,
  omitted = 0,
): ConfigError {
  const problems = findings.map(({ line = 1, column = 1, message, hint }) => ({
    where: `${file}:${line}:${column}`,
    problem: hint === null ? message : `${message} ${hint}`,
  }));
  if (omitted > 0) {
    problems.push({ where: file, problem: `${pluralize(omitted, 'more problem')} omitted.` });
  }
  return new ConfigError(...problems);
}
