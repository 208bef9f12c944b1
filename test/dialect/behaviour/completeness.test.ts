import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';

import schema from '../../../openapi/schemas/dialect.schema.json' with { type: 'json' };
import { dialectKeys } from '../../../src/dialect/keys.ts';
import { dialectCases } from './dialect-cases.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Schema = any;

/** A kind of value for which a key needs a case. */
interface ExpectedValue {
  readonly description: string;
  matches(value: unknown): boolean;
}

describe('every key of the dialect', () => {
  it.each(dialectKeys.map(({ key }) => key))('%s has a case for each of its values', (key) => {
    const values = dialectCases
      .filter((dialectCase) => dialectCase.key === key)
      .map(({ value }) => value);
    const expectedValues = listExpectedValues(findSchema(key));
    const missingValues = expectedValues.filter((expected) => !values.some(expected.matches));
    expect(expectedValues).not.toEqual([]);
    expect(missingValues.map(({ description }) => description)).toEqual([]);
  });

  it('has no case for its default value', () => {
    const defaults = new Map(dialectKeys.map((key) => [key.key, key.default]));
    const defaultCases = dialectCases.filter(({ key, value }) =>
      isDeepStrictEqual(value, defaults.get(key)),
    );
    expect(defaultCases.map(({ title }) => title)).toEqual([]);
  });
});

it('every case has a key of the dialect', () => {
  const keys = dialectKeys.map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(dialectCases.map(({ key }) => key)));
});

function findSchema(key: string): Schema {
  return key
    .split('.')
    .reduce<Schema>((node, name) => node.properties[name], schema.properties.values);
}

function listExpectedValues(node: Schema, defaultValue: unknown = node.default): ExpectedValue[] {
  if (node.oneOf !== undefined) {
    return node.oneOf.flatMap((alternative: Schema) =>
      listExpectedValues(alternative, defaultValue),
    );
  }
  if (node.enum !== undefined || node.const !== undefined) {
    const values: unknown[] = node.enum ?? [node.const];
    return values
      .filter((value) => !isDeepStrictEqual(value, defaultValue))
      .map(createExpectedValue);
  }
  if (node.type === 'array') return listExpectedItems(node, defaultValue);
  if (node.type === 'object') return listExpectedMembers(node, defaultValue);
  const anyOtherValue = {
    description: `a value other than ${JSON.stringify(defaultValue)}`,
    matches: (value: unknown) => value !== undefined && !isDeepStrictEqual(value, defaultValue),
  };
  // The schema allows any string, so only the description mentions the special value `none`.
  const canBeNone = defaultValue !== 'none' && /`none`/.test(node.description);
  return canBeNone ? [anyOtherValue, createExpectedValue('none')] : [anyOtherValue];
}

/** Returns one value per item: a list without the item if the default contains it, otherwise with it. */
function listExpectedItems({ items, contains }: Schema, defaultValue: unknown): ExpectedValue[] {
  const choices: unknown[] = items.enum ?? (items.const === undefined ? [] : [items.const]);
  if (choices.length === 0) {
    return [
      {
        description: 'another list',
        matches: (value) => Array.isArray(value) && !isDeepStrictEqual(value, defaultValue),
      },
    ];
  }
  const includes = (list: unknown, item: unknown) => Array.isArray(list) && list.includes(item);
  return (
    choices
      // A required item is in every list.
      .filter((item) => item !== contains?.const)
      .map((item) => ({
        description: `${includes(defaultValue, item) ? 'without' : 'with'} ${String(item)}`,
        matches: (value) =>
          Array.isArray(value) && includes(value, item) !== includes(defaultValue, item),
      }))
  );
}

/** Returns the expected values of each member. */
function listExpectedMembers({ properties }: Schema, defaultValue: unknown): ExpectedValue[] {
  return Object.entries<Schema>(properties).flatMap(([name, child]) =>
    listExpectedValues(child, getPart(defaultValue, name)).map(({ description, matches }) => ({
      description: `${name}: ${description}`,
      matches: (value) => matches(getPart(value, name)),
    })),
  );
}

function createExpectedValue(expected: unknown): ExpectedValue {
  return {
    description: JSON.stringify(expected),
    matches: (value) => isDeepStrictEqual(value, expected),
  };
}

function getPart(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
