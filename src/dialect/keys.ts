import schema from '../../openapi/schemas/dialect.schema.json' with { type: 'json' };
import type { Requirement } from '../contract/requirements.gen.ts';
import { getProperty } from '../documents/json-object.ts';
import type { SchemaNode } from '../documents/schema-errors.ts';
import type { Dialect } from './dialect.ts';

export interface DialectKey {
  readonly key: string;
  readonly clause: string;
  readonly description: string;
  /** How detection determines the value; if `isDetectable` is false, the reason. */
  readonly observable: string;
  readonly isDetectable: boolean;
  readonly default: unknown;
}

/** All keys of the dialect in the order of the schema, the only source of defaults. */
export const dialectKeys: readonly DialectKey[] = [...listLeaves(schema.properties.values, [])];

/** The dialect with every key at its default. */
export const defaultDialect: Dialect = fillDefaults(schema.properties.values) as Dialect;

/** Returns why a key has no detected value; use it only if no probe recorded a more specific reason. */
export function describeDetection({ isDetectable, observable }: DialectKey): string {
  return isDetectable ? `Not detected by this method: ${observable}` : observable;
}

/** Returns the value of a key, such as `wallet.challenge.ttl`; undefined if a document leaves it out. */
export function getDialectValue(values: object, key: string): unknown {
  return key.split('.').reduce<unknown>((node, name) => getProperty(node, name), values);
}

export function listKeysOfRequirement({
  dialectKeys: patterns = [],
}: Requirement): readonly DialectKey[] {
  return patterns.flatMap((pattern) =>
    dialectKeys.filter(({ key }) => matchesPattern(pattern, key)),
  );
}

/** Returns whether a pattern of a requirement includes a key: `otp.sms.*` includes `otp.sms.ttl`. */
export function matchesPattern(pattern: string, key: string): boolean {
  return pattern.endsWith('.*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
}

function* listLeaves(node: SchemaNode, path: readonly string[]): Generator<DialectKey> {
  if (node['x-clause'] !== undefined) {
    yield {
      key: path.join('.'),
      clause: node['x-clause'],
      description: node.description ?? '',
      observable: node['x-observable'] ?? '',
      isDetectable: node['x-observed'] ?? true,
      default: node.default,
    };
    return;
  }
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    yield* listLeaves(child, [...path, name]);
  }
}

function fillDefaults(node: SchemaNode): unknown {
  if (node['x-clause'] !== undefined) return node.default;
  return Object.fromEntries(
    Object.entries(node.properties ?? {}).map(([name, child]) => [name, fillDefaults(child)]),
  );
}
