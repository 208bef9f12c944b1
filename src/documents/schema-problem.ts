import { findNearest, suggestOr } from '../did-you-mean.ts';
import { findDurationProblem } from '../domain/duration.ts';
import { pluralize } from '../pluralize.ts';
import { getProperty } from './json-object.ts';
import type { SchemaError, SchemaNode } from './schema-errors.ts';
import type { SchemaPlace } from './schema-place.ts';
import { MAX_NAME_LENGTH, truncateName } from './text-findings.ts';

/** The description of an error of Ajv. */
interface Problem {
  readonly rule: string;
  readonly message: string;
  /** What to do; undefined if the description in the schema is more helpful. */
  readonly hint?: string | undefined;
  /** The key or list position in the value. */
  readonly member?: string | number;
}

/** One character more than a message shows, so that `truncateName` adds an ellipsis. */
const MAX_FORMATTED_LENGTH = MAX_NAME_LENGTH + 1;

const TYPE_NAMES = new Map([
  ['string', 'a string'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'a map'],
]);

const FORMATS = new Map([
  ['date', 'a date, such as 1990-12-31'],
  ['duration', 'an ISO 8601 duration, such as PT30S'],
  ['date-time', 'a time in UTC, such as 2026-01-15T10:00:00.000Z'],
  ['email', 'an email address, such as rita@example.test'],
  ['phone-number', 'a valid phone number, such as +12025550143'],
]);

export function describeProblem(error: SchemaError, place: SchemaPlace): Problem {
  switch (error.keyword) {
    case 'additionalProperties':
      return describeUnknownKey(error.params.additionalProperty, place);
    case 'required':
      return { rule: 'missing-key', message: `Missing key "${error.params.missingProperty}".` };
    case 'dependentRequired': {
      const { property, missingProperty } = error.params;
      return {
        rule: 'missing-key',
        message: `"${property}" requires "${missingProperty}".`,
        hint: `Add ${missingProperty}, or remove ${property}.`,
      };
    }
    case 'type':
      return describeWrongType(error.data, error.params.type);
    case 'enum':
      return describeUnknownValue(error.data, error.params.allowedValues);
    case 'const':
      return describeUnknownValue(error.data, [error.params.allowedValue]);
    case 'format': {
      const { format } = error.params;
      const hint = format === 'duration' ? findDurationProblem(String(error.data)) : undefined;
      return { ...createMismatch(FORMATS.get(format) ?? `a ${format}`, error.data), hint };
    }
    case 'uniqueItems': {
      const at = Math.max(error.params.i, error.params.j);
      const item = Array.isArray(error.data) ? formatValue(error.data[at]) : 'An item';
      return {
        rule: 'repeated-item',
        message: `${item} is listed twice.`,
        hint: 'Remove one of them.',
        member: at,
      };
    }
    case 'contains': {
      const item = formatValue(getProperty(error.schema, 'const'));
      return { ...createMalformed(`${item} is missing in the list.`), hint: `Add ${item}.` };
    }
    case 'oneOf':
      return createMismatch(place.branches.map(describeForm).join(', or '), error.data);
    case 'minimum':
      return createMismatch(`at least ${error.params.limit}`, error.data);
    case 'maximum':
      return createMismatch(`at most ${error.params.limit}`, error.data);
    case 'minLength':
      return createMismatch(`at least ${pluralize(error.params.limit, 'character')}`, error.data);
    case 'minItems':
      return createMismatch(`at least ${pluralize(error.params.limit, 'item')}`, error.data);
    case 'minProperties':
      return createMismatch(`at least ${pluralize(error.params.limit, 'key')}`, error.data);
    case 'maxLength':
      return createMismatch(`at most ${pluralize(error.params.limit, 'character')}`, error.data);
    case 'maxItems':
      return createMismatch(`at most ${pluralize(error.params.limit, 'item')}`, error.data);
    case 'maxProperties':
      return createMismatch(`at most ${pluralize(error.params.limit, 'key')}`, error.data);
    case 'not':
      return createMalformed(`${formatValue(error.data)} is not allowed here.`);
    default:
      return describePatternProblem(error);
  }
}

/** Returns a value as JSON, truncated if it is long. */
function formatValue(value: unknown): string {
  return truncateName(JSON.stringify(prune(value, { left: MAX_FORMATTED_LENGTH })) ?? 'nothing');
}

/** Returns the part of a value that a message could show: limited numbers of members and characters. */
function prune(value: unknown, budget: { left: number }): unknown {
  budget.left -= 1;
  if (typeof value === 'string') return value.slice(0, MAX_FORMATTED_LENGTH);
  if (typeof value !== 'object' || value === null) return value;
  const parts: [string, unknown][] = [];
  for (const name in value) {
    if (budget.left <= 0) break;
    const part = (value as Readonly<Record<string, unknown>>)[name];
    parts.push([name.slice(0, MAX_FORMATTED_LENGTH), prune(part, budget)]);
  }
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

function createMalformed(message: string): Problem {
  return { rule: 'malformed-value', message };
}

/** Returns `Expected at least 4 characters, got "ab".` */
function createMismatch(expected: string, value: unknown): Problem {
  return createMalformed(`Expected ${expected}, got ${formatValue(value)}.`);
}

function describeUnknownKey(key: string, { keys, parentsByInnerKey }: SchemaPlace): Problem {
  return {
    rule: 'unknown-key',
    message: `Unknown key "${truncateName(key)}".`,
    hint: suggestKey(),
    member: key,
  };

  function suggestKey(): string {
    const parents = parentsByInnerKey.get(key);
    if (parents !== undefined) return `Move it under ${parents.join(' or ')}.`;
    const [first = '', ...inner] = key.split('.');
    if (inner.length > 0 && keys.includes(first) && key.length <= MAX_NAME_LENGTH) {
      return `Write it as nested maps: ${[first, ...inner].join(': { ')}: ...${' }'.repeat(inner.length)}.`;
    }
    return suggestOr(`Known keys: ${keys.join(', ')}.`, key, keys);
  }
}

/** Describes a branch of a `oneOf`, such as `a map with address`. */
function describeForm(branch: SchemaNode): string {
  const { required = [], const: constant, type = 'object' } = branch;
  const values = constant === undefined ? branch.enum : [constant];
  if (values !== undefined) return values.join(', ');
  const name = TYPE_NAMES.get(String(type)) ?? String(type);
  return required.length === 0 ? name : `${name} with ${required.join(' and ')}`;
}

function describePatternProblem({ data, parentSchema }: SchemaError): Problem {
  const message = getProperty(parentSchema, 'patternErrorMessage');
  if (typeof message !== 'string') return createMalformed(`Invalid format: ${formatValue(data)}.`);
  return createMalformed(
    `${message.charAt(0).toUpperCase()}${message.slice(1)}, got ${formatValue(data)}.`,
  );
}

/** Words that other services use for the values of the interface (§2.2, §2.7, §3), in upper case. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['DECLINED', ['REJECTED', 'DENIED', 'REFUSED', 'FAILED']],
  ['IN_REVIEW', ['PENDING', 'REVIEW', 'SUBMITTED', 'PROCESSING', 'MANUAL_REVIEW']],
  ['APPROVED', ['ACCEPTED', 'VERIFIED', 'PASSED', 'OK']],
  ['COMPLETE', ['SETTLED', 'SUCCESS', 'SUCCEEDED', 'DONE', 'CONFIRMED']],
  ['PENDING', ['SUBMITTED', 'PROCESSING', 'IN_PROGRESS', 'CREATED']],
  ['FAILED', ['REJECTED', 'DECLINED', 'ERROR', 'FAILURE']],
  ['verified', ['CONFIRMED', 'AUTHENTICATED', 'LINKED']],
  ['unverified', ['PENDING', 'NEW', 'UNCONFIRMED']],
  ['success', ['COMPLETE', 'SUCCEEDED', 'SETTLED']],
  ['failure', ['ERROR', 'REJECTED']],
  ['ETHEREUM', ['ETH', 'MAINNET']],
  ['POLYGON', ['MATIC', 'POL']],
]);

function findSynonym(value: string, allowed: readonly string[]): string | undefined {
  const word = value.toUpperCase().replaceAll(/[ -]/g, '_');
  return allowed.find((name) => SYNONYMS.get(name)?.includes(word));
}

function describeUnknownValue(value: unknown, allowed: readonly unknown[]): Problem {
  const texts = allowed.filter((item) => typeof item === 'string');
  const nearest =
    typeof value === 'string'
      ? (findSynonym(value, texts) ?? findNearest(value, texts))
      : undefined;
  const listed = allowed
    .map((item) => (typeof item === 'string' ? item : formatValue(item)))
    .join(', ');
  const expected = allowed.length === 1 ? listed : `one of ${listed}`;
  return {
    rule: 'unknown-value',
    message: `Expected ${expected}, got ${formatValue(value)}.`,
    hint: nearest && `Did you mean ${nearest}?`,
  };
}

function describeWrongType(value: unknown, type: string): Problem {
  const shownValue = value === null ? 'no value' : formatValue(value);
  const message = `Expected ${TYPE_NAMES.get(type) ?? type}, got ${shownValue}.`;
  return { rule: 'wrong-type', message, hint: suggestNotation(value, type) };
}

/** Returns how to write a value of a type; undefined if the description in the schema is more specific. */
function suggestNotation(value: unknown, type: string): string | undefined {
  const isScalar = typeof value === 'number' || typeof value === 'boolean';
  if (type === 'string' && isScalar) return 'Put it in quotes.';
  if (typeof value === 'string' && UNQUOTED.get(type)?.test(value)) return 'Remove the quotes.';
  return NOTATIONS.get(type);
}

/** The types whose values YAML and JSON write without quotes. */
const UNQUOTED = new Map([
  ['integer', /^-?\d+$/],
  ['boolean', /^(?:true|false)$/],
]);

const NOTATIONS = new Map([
  ['array', 'Write one item per line after "- ", or all items in [ ].'],
  ['object', 'Write one "key: value" per line, or all keys in { }.'],
]);
