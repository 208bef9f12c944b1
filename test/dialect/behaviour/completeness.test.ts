import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';

import schema from '../../../openapi/schemas/dialect.schema.json' with { type: 'json' };
import { dialectKeys } from '../../../src/dialect/keys.ts';
import { dialectCases } from './dialect-cases.ts';

// The schema is read as it is; each part is looked at before it is used.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Schema = any;

/** Something that a case of the key has to have as its value. */
interface Point {
  readonly what: string;
  isShownBy(value: unknown): boolean;
}

describe('every key of the dialect', () => {
  it.each(dialectKeys.map(({ key }) => key))('%s has a case for each of its values', (key) => {
    const values = dialectCases
      .filter((dialectCase) => dialectCase.key === key)
      .map(({ value }) => value);
    const points = listPoints(findSchema(key));
    const missing = points.filter((point) => !values.some(point.isShownBy));
    expect(points).not.toEqual([]);
    expect(missing.map(({ what }) => what)).toEqual([]);
  });

  it('has a case for every value', () => {
    const keys = new Set(dialectKeys.map(({ key }) => key));
    expect(dialectCases.map(({ key }) => key).filter((key) => !keys.has(key))).toEqual([]);
  });

  it('has no case for its default, which the cases are compared with', () => {
    const defaults = new Map(dialectKeys.map((key) => [key.key, key.default]));
    const same = dialectCases.filter(({ key, value }) =>
      isDeepStrictEqual(value, defaults.get(key)),
    );
    expect(same.map(({ title }) => title)).toEqual([]);
  });
});

function findSchema(key: string): Schema {
  return key
    .split('.')
    .reduce<Schema>((node, name) => node.properties[name], schema.properties.values);
}

function listPoints(node: Schema, initial: unknown = node.default): Point[] {
  if (node.oneOf !== undefined) {
    return node.oneOf.flatMap((alternative: Schema) => listPoints(alternative, initial));
  }
  if (node.enum !== undefined || node.const !== undefined) {
    const values: unknown[] = node.enum ?? [node.const];
    return values.filter((value) => !isDeepStrictEqual(value, initial)).map(createPoint);
  }
  if (node.type === 'array') return listPointsOfList(node, initial);
  if (node.type === 'object') return listPointsOfObject(node, initial);
  const another = {
    what: `another value than ${JSON.stringify(initial)}`,
    isShownBy: (value: unknown) => value !== undefined && !isDeepStrictEqual(value, initial),
  };
  // If a part can be missing, the description says so.
  const canBeNone = initial !== 'none' && /`none`/.test(node.description);
  return canBeNone ? [another, createPoint('none')] : [another];
}

/** An item that the default has is left out in some case, one that it has not is in one. */
function listPointsOfList({ items, contains }: Schema, initial: unknown): Point[] {
  const choices: unknown[] = items.enum ?? (items.const === undefined ? [] : [items.const]);
  if (choices.length === 0) {
    return [
      {
        what: 'another list',
        isShownBy: (value) => Array.isArray(value) && !isDeepStrictEqual(value, initial),
      },
    ];
  }
  const has = (list: unknown, item: unknown) => Array.isArray(list) && list.includes(item);
  return choices
    .filter((item) => item !== contains?.const)
    .map((item) => ({
      what: `${has(initial, item) ? 'without' : 'with'} ${String(item)}`,
      isShownBy: (value) => Array.isArray(value) && has(value, item) !== has(initial, item),
    }));
}

/** Each part, with each of its values. */
function listPointsOfObject({ properties }: Schema, initial: unknown): Point[] {
  return Object.entries<Schema>(properties).flatMap(([name, child]) =>
    listPoints(child, getPart(initial, name)).map(({ what, isShownBy }) => ({
      what: `${name}: ${what}`,
      isShownBy: (value) => isShownBy(getPart(value, name)),
    })),
  );
}

function createPoint(expected: unknown): Point {
  return {
    what: JSON.stringify(expected),
    isShownBy: (value) => isDeepStrictEqual(value, expected),
  };
}

function getPart(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
