import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import dialectSchema from '../../openapi/schemas/dialect.schema.json' with { type: 'json' };
import reportSchema from '../../openapi/schemas/report.schema.json' with { type: 'json' };
import { requirements } from '../../src/contract/requirements.gen.ts';
import { hostileReport, sampleReport } from './sample-report.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
ajv.addSchema(dialectSchema);
const validate = ajv.compile(reportSchema);

describe('report.schema.json', () => {
  it.each([
    ['a report of every verdict', sampleReport],
    ['a report of hostile texts', hostileReport],
  ])('accepts %s', (_, report) => {
    validate(JSON.parse(JSON.stringify(report)));
    expect(validate.errors).toBeNull();
  });

  it.each([
    ['another version', { schemaVersion: 2 }],
    ['an unknown verdict', { results: [{ ...sampleReport.results[0], verdict: 'passed' }] }],
    ['a time without its zone', { startedAt: '2026-01-15T10:00:00' }],
    ['an unknown field', { clientSecret: 'x' }],
    ['an invalid dialect', { dialect: { version: 1, values: { wallets: {} } } }],
  ])('rejects %s', (_, fields) => {
    expect(validate({ ...sampleReport, ...fields })).toBe(false);
  });

  it('describes every property', () => {
    expect(listUndescribedNodes(reportSchema, '')).toEqual([]);
  });
});

interface SchemaNode {
  readonly description?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
}

function listUndescribedNodes(node: SchemaNode, path: string): string[] {
  const nested = [
    ...Object.entries(node.properties ?? {}),
    ...Object.entries(node.$defs ?? {}),
    ...(node.items === undefined ? [] : [['items', node.items] as const]),
  ].flatMap(([name, child]) => listUndescribedNodes(child, `${path}/${name}`));
  return node.description === undefined && node.$ref === undefined ? [path, ...nested] : nested;
}

describe('requirements.gen.ts', () => {
  const text = readFileSync(new URL('../../openapi/requirements.yaml', import.meta.url), 'utf8');

  it('contains each rule of the list', () => {
    const listed = parseDocument(text).toJS().requirements;
    expect(requirements.map((requirement) => ({ ...requirement, line: undefined }))).toEqual(
      listed,
    );
  });

  it('contains the line where each rule begins', () => {
    const lines = text.split('\n');
    for (const { id, line } of requirements) expect(lines[line - 1]).toBe(`  - id: ${id}`);
  });
});
