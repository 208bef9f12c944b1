import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import configSchema from '../../openapi/schemas/config.schema.json' with { type: 'json' };
import { listProblems } from '../../src/config/problems.ts';
import { allSettings, sectionNames } from '../../src/config/setting.ts';

const settingsWithOptionValue = allSettings.filter(
  ({ sources, schema }) => sources === 'all' && schema.type !== 'boolean',
);

const ajv = new Ajv2020();
for (const keyword of ['patternErrorMessage', 'x-value', 'x-path']) ajv.addKeyword(keyword);
addFormats.default(ajv);

describe('config.schema.json', () => {
  it('is a valid JSON schema', () => {
    expect(() => ajv.compile(configSchema)).not.toThrow();
  });

  it.each(allSettings)('has a description and examples for $key', ({ schema }) => {
    expect(schema.description).toMatch(/\.$/);
    expect(schema.examples).not.toHaveLength(0);
  });

  it.each(settingsWithOptionValue)('has a placeholder for the value of --$flag', ({ schema }) => {
    expect(schema['x-value']).toMatch(/^[A-Z|-]+$/);
  });

  it.each(allSettings)('has a valid default and valid examples for $key', ({ schema }) => {
    const values = [...(schema.examples ?? []), ...('default' in schema ? [schema.default] : [])];
    for (const value of values) expect(listProblems(schema, value)).toEqual([]);
  });
});

describe('the names of a setting', () => {
  it('are derived from its key', () => {
    expect(sectionNames).toEqual(['sandbox', 'conform', 'proxy']);
    expect(allSettings.find(({ key }) => key === 'allowHost')).toMatchObject({
      flag: 'allow-host',
      variable: 'FLAGBEARER_ALLOW_HOST',
    });
  });
});
