import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import configSchema from '../../openapi/schemas/config.schema.json' with { type: 'json' };
import { listProblems } from '../../src/config/problems.ts';
import { sectionNames, listSettings } from '../../src/config/setting.ts';

const settings = [...listSettings('sandbox'), ...listSettings('conform'), ...listSettings('proxy')];
const onCommandLine = settings.filter(({ sources }) => sources === 'all');

const ajv = new Ajv2020();
for (const keyword of ['patternErrorMessage', 'x-value', 'x-path']) ajv.addKeyword(keyword);
addFormats.default(ajv);

describe('config.schema.json', () => {
  it('is a valid JSON schema', () => {
    expect(() => ajv.compile(configSchema)).not.toThrow();
  });

  it.each(settings)('describes $key, with a text and examples', ({ schema }) => {
    expect(schema.description).toMatch(/\.$/);
    expect(schema.examples).not.toHaveLength(0);
  });

  it.each(onCommandLine)('has a placeholder for the value of $flag', ({ schema }) => {
    if (schema.type !== 'boolean') expect(schema['x-value']).toMatch(/^[A-Z|-]+$/);
  });

  it.each(settings)('has a valid default and valid examples for $key', ({ schema }) => {
    const values = [...(schema.examples ?? []), ...('default' in schema ? [schema.default] : [])];
    for (const value of values) expect(listProblems(schema, value)).toEqual([]);
  });
});

describe('the names of a setting', () => {
  it('are derived from its key', () => {
    expect(sectionNames).toEqual(['sandbox', 'conform', 'proxy']);
    expect(settings.find(({ key }) => key === 'allowHost')).toMatchObject({
      flag: 'allow-host',
      variable: 'FLAGBEARER_ALLOW_HOST',
    });
  });
});
