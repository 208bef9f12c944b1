import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { apiDocument } from '../../src/contract/api-document.gen.ts';
import { controlDocument } from '../../src/contract/control-document.gen.ts';
import { formats } from '../../src/contract/formats.ts';
import { dialectKeys } from '../../src/dialect/keys.ts';

interface ContractItem {
  /** Where the item is: `/paths/~1user/get/responses/200`. */
  readonly place: string;
  /** The value of x-clause. */
  readonly clause: string | undefined;
  /** The value of x-open. */
  readonly dialectKey: string | undefined;
}

/** Returns every property and response, with the clause and dialect key that it cites. */
function listItems(node: unknown, place = ''): ContractItem[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, member]) => {
    // Examples are not part of the contract.
    if (name === 'examples' || name === 'example') return [];
    const memberPlace = `${place}/${name}`;
    const items =
      name === 'properties' || name === 'responses'
        ? Object.entries(Object(member))
            .filter(([, entry]) => !isReferenceToResponse(entry))
            .map(([key, entry]) => ({
              place: `${memberPlace}/${key}`,
              clause: Reflect.get(Object(entry), 'x-clause'),
              dialectKey: Reflect.get(Object(entry), 'x-open'),
            }))
        : [];
    return [...items, ...listItems(member, memberPlace)];
  });
}

/** Returns whether an entry refers to a shared response. The shared response cites the clause. */
function isReferenceToResponse(entry: unknown): boolean {
  return String(Reflect.get(Object(entry), '$ref')).startsWith('#/components/responses/');
}

const { requirements }: { requirements: readonly { clause: string }[] } = parse(
  readFileSync('openapi/requirements.yaml', 'utf8'),
);
const clauses = new Set(requirements.map(({ clause }) => clause));
const sections = new Set([...clauses].map((clause) => clause.split('.')[0] ?? ''));
const keys = new Set(dialectKeys.map(({ key }) => key));

describe('openapi/api.yaml', () => {
  const items = listItems(apiDocument);

  it('contains properties and responses', () => {
    expect(items.length).toBeGreaterThan(50);
  });

  it('cites a clause or a dialect key for every property and response', () => {
    expect(
      items.filter(({ clause, dialectKey }) => clause === undefined && dialectKey === undefined),
    ).toEqual([]);
  });

  it('cites existing clauses', () => {
    const citedClauses = listValues('x-clause', apiDocument);
    const isMissing = (clause: string) => !clauses.has(clause) && !sections.has(clause);
    expect(citedClauses.filter(isMissing)).toEqual([]);
  });

  it('names existing dialect keys', () => {
    expect(listValues('x-open', apiDocument).filter((key) => !keys.has(key))).toEqual([]);
  });
});

it.each([
  ['api.yaml', apiDocument],
  ['control.yaml', controlDocument],
])('%s uses only supported formats', (_, document) => {
  const used = listValues('format', document);
  expect(used.filter((name) => !Object.hasOwn(formats, name))).toEqual([]);
});

/** Returns every text under a key, at any depth. */
function listValues(key: string, node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, member]: [string, unknown]) =>
    name === key && typeof member === 'string' ? [member] : listValues(key, member),
  );
}
