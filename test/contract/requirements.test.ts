import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

type Requirement = {
  id: string;
  clause: string;
  level: 'MUST' | 'SHOULD' | 'OPEN';
  operations: string[];
  text: string;
  dialectKeys?: string[];
  outOfScope?: string;
};

/** The number of numbered subsections or list items by section of the interface. */
const NUMBERED_ITEMS = { 1: 0, 2: 7, 3: 3, 4: 8, 5: 8, 6: 0, 7: 5, 8: 0, 9: 0 };

/** Sections whose sentences are all numbered, so that no requirement cites the section alone. */
const FULLY_NUMBERED_SECTIONS = ['2', '5'];

/** Names and values in tables and lists of the interface; a requirement of the clause must contain each. */
const TERMS: Record<string, string[]> = {
  '2.1': ['service-client-id', 'service-client-secret', 'Content-Type', 'Accept', 'Authorization'],
  '2.2': [
    'walletAddress',
    'walletNetwork',
    'ETHEREUM',
    'POLYGON',
    'walletType',
    'EVM',
    'signature',
  ],
  '2.3': ['challenge'],
  '2.4': [
    'sessionJwt',
    'userMask',
    'id',
    'createTime',
    'updateTime',
    'phoneMask',
    'preferredMfaMethod',
    'OTP_SMS',
  ],
  '2.5': ['phoneNumber', 'phoneId', 'phoneMask'],
  '2.6': ['emailAddress', 'emailId', 'emailMask'],
  '2.7': [
    'F0000',
    'Fraud',
    'KYC Review',
    'Transaction Processing',
    'status',
    'APPROVED',
    'IN_REVIEW',
    'DECLINED',
    'PENDING',
    'COMPLETE',
    'FAILED',
    'transactionHash',
  ],
  '3': ['unverified', 'verified', 'PENDING', 'COMPLETE', 'FAILED', 'Transaction Processing', 'KYC'],
  '3.1': ['APPROVED'],
  '3.2': ['IN_REVIEW', 'DECLINED', 'KYC Review', 'Fraud'],
  '3.3': ['Transaction Processing', 'purchase'],
  '4.1': [
    '/v1/auth/cryptoWallet:start',
    'walletAddress',
    'walletNetwork',
    'walletType',
    'challenge',
  ],
  '4.2': [
    '/v1/auth/cryptoWallet:authenticate',
    'walletAddress',
    'walletNetwork',
    'walletType',
    'signature',
    'sessionJwt',
    'userMask',
  ],
  '4.3': ['/v1/auth/cryptoWallet:addToUser', 'walletAddress', 'walletNetwork', 'walletType'],
  '4.4': ['/v1/auth/otp/sms:send', 'phoneNumber'],
  '4.5': ['/v1/auth/otp/sms:authenticate', 'phoneId', 'phoneMask'],
  '4.6': ['/v1/auth/otp/email:send', 'emailAddress'],
  '4.7': ['/v1/auth/otp/email:authenticate', 'emailId', 'emailMask'],
  '4.8': ['/user', 'flags', 'KYC'],
  '7.2': ['F0000'],
  '7.4': ['Fraud'],
  '7.5': ['FAILED', 'Transaction Processing'],
  '9': ['/v1'],
};

const clauses = Object.entries(NUMBERED_ITEMS).flatMap(([section, count]) => [
  section,
  ...Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
]);

const readOpenApiFile = (path: string) =>
  readFileSync(new URL(`../../openapi/${path}`, import.meta.url), 'utf8');

const validate = new Ajv2020({ allErrors: true }).compile<{ requirements: Requirement[] }>(
  JSON.parse(readOpenApiFile('schemas/requirements.schema.json')),
);
const document: unknown = parse(readOpenApiFile('requirements.yaml'));
if (!validate(document)) {
  // Throws instead of using expect, since every test below needs a valid document.
  throw new Error(`requirements.yaml: ${JSON.stringify(validate.errors, null, 2)}`);
}
const { requirements } = document;
const openRequirements = requirements.filter(({ level }) => level === 'OPEN');

type SchemaNode = { 'x-clause'?: string; properties?: Record<string, SchemaNode> };

/** Yields the dialect keys with their clauses. A key is a node with x-clause. */
function* listDialectKeys(node: SchemaNode, path: string[] = []): Generator<[string, string]> {
  const clause = node['x-clause'];
  if (clause !== undefined) {
    yield [path.join('.'), clause];
    return;
  }
  if (!node.properties) throw new Error(`dialect.schema.json: ${path.join('.')} has no x-clause`);
  for (const [name, child] of Object.entries(node.properties)) {
    yield* listDialectKeys(child, [...path, name]);
  }
}
const dialectSchema = JSON.parse(readOpenApiFile('schemas/dialect.schema.json'));
const clauseOfKey = new Map(listDialectKeys(dialectSchema.properties.values));

/** Returns the keys of the dialect for an entry of `dialectKeys`. The entry `a.b.*` stands for all keys in `a.b`. */
const expandKeyPattern = (name: string) =>
  [...clauseOfKey.keys()].filter((key) =>
    name.endsWith('.*') ? key.startsWith(name.slice(0, -1)) : key === name,
  );

const paths: Record<string, Record<string, { operationId?: string }>> = parse(
  readOpenApiFile('api.yaml'),
).paths;
const operationIds = Object.values(paths).flatMap((methods) =>
  Object.values(methods).flatMap(({ operationId }) => operationId ?? []),
);

describe('the entries of requirements.yaml', () => {
  it('have unique ids that start with their clause', () => {
    const ids = requirements.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const toClause = (id: string) => id.replace(/\.[a-z].*$/, '');
    expect(requirements.filter(({ id, clause }) => toClause(id) !== clause)).toEqual([]);
  });

  it('have unique texts', () => {
    const texts = requirements.map(({ clause, text }) => `${clause} ${text}`);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  it('have either dialectKeys or outOfScope if they are OPEN, otherwise neither', () => {
    const countFields = ({ dialectKeys, outOfScope }: Requirement) =>
      [dialectKeys, outOfScope].filter((field) => field !== undefined).length;
    expect(
      requirements.filter((entry) => countFields(entry) !== (entry.level === 'OPEN' ? 1 : 0)),
    ).toEqual([]);
  });
});

describe('requirements.yaml, compared with the interface,', () => {
  it('cites clauses that exist', () => {
    expect(requirements.filter(({ clause }) => !clauses.includes(clause))).toEqual([]);
  });

  it('follows the order of the clauses', () => {
    const places = requirements.map(({ clause }) => clauses.indexOf(clause));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('has a requirement for each clause', () => {
    const cited = new Set(requirements.map(({ clause }) => clause));
    const missing = clauses.filter((clause) => !cited.has(clause));
    expect(missing).toEqual(FULLY_NUMBERED_SECTIONS);
  });

  it.each(Object.entries(TERMS))('contains each name and value of §%s', (clause, terms) => {
    const texts = requirements.filter((entry) => entry.clause === clause).map(({ text }) => text);
    const includesWord = (word: string) =>
      texts.some((text) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'i').test(text));
    expect(terms.filter((word) => !includesWord(word))).toEqual([]);
  });

  it('marks §1, §6 and the policy of §9 as out of scope', () => {
    const excluded = requirements.filter(
      ({ id, clause }) => ['1', '6'].includes(clause) || id === '9.policy',
    );
    expect(excluded.length).toBeGreaterThan(0);
    expect(excluded.filter(({ outOfScope }) => outOfScope === undefined)).toEqual([]);
  });
});

describe('requirements.yaml, compared with the dialect schema,', () => {
  it('names existing keys', () => {
    const named = openRequirements.flatMap(({ dialectKeys = [] }) => dialectKeys);
    expect(named.filter((name) => expandKeyPattern(name).length === 0)).toEqual([]);
  });

  it('names every key under its clause', () => {
    const cited = new Set(
      openRequirements.flatMap(({ clause, dialectKeys = [] }) =>
        dialectKeys.flatMap(expandKeyPattern).map((key) => `${key} §${clause}`),
      ),
    );
    const expected = [...clauseOfKey].map(([key, clause]) => `${key} §${clause}`);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.filter((pair) => !cited.has(pair))).toEqual([]);
  });
});

describe('requirements.yaml, compared with api.yaml,', () => {
  it('names only existing operations', () => {
    expect(
      requirements.filter(({ operations }) => operations.some((id) => !operationIds.includes(id))),
    ).toEqual([]);
  });

  it('has a MUST requirement for each operation', () => {
    const operationsWithMust = requirements.flatMap(({ level, operations }) =>
      level === 'MUST' ? operations : [],
    );
    expect(operationIds).toHaveLength(8);
    expect(operationIds.filter((id) => !operationsWithMust.includes(id))).toEqual([]);
  });
});
