import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import configSchema from '../../openapi/schemas/config.schema.json' with { type: 'json' };
import { misfitOf } from '../../src/config/setting-value.ts';
import { sectionNames, settingsOf } from '../../src/config/setting.ts';

const settings = settingsOf('sandbox');

const ajv = new Ajv2020();
for (const keyword of ['patternErrorMessage', 'x-value', 'x-path']) ajv.addKeyword(keyword);
addFormats.default(ajv);

describe('config.schema.json', () => {
  it('is a schema', () => {
    expect(() => ajv.compile(configSchema)).not.toThrow();
  });

  it.each(settings)('describes $key: text, placeholder, examples', ({ schema }) => {
    expect(schema.description).toMatch(/\.$/);
    expect(schema.examples).not.toHaveLength(0);
    if (schema.type !== 'boolean') expect(schema['x-value']).toMatch(/^[A-Z|]+$/);
  });

  it.each(settings)('gives $key a default and examples that fit', ({ schema }) => {
    const values = [...(schema.examples ?? []), ...('default' in schema ? [schema.default] : [])];
    for (const value of values) expect(misfitOf(schema, value)).toBeUndefined();
  });

  // An editor checks the file by the schema alone; what it shows must be what loading says.
  it.each(settings)('means by $key what a validator reads in it', ({ schema }) => {
    const accepts = ajv.compile(schema);
    const values = [
      ...settings.flatMap(({ schema: { examples = [] } }) => examples),
      ...[-1, 0, 1.5, 65_536, 2 ** 53, true, null, {}, [], [1], [''], '', 'a b', '[::1]', 'a/b'],
      ...['2026-02-30T10:00:00Z', '2026-01-15T10:00:00+01:00', 'http://a', 'ftp://a', 'HTTP://a'],
    ];
    for (const value of values) {
      expect([value, misfitOf(schema, value) === undefined]).toEqual([value, accepts(value)]);
    }
  });
});

describe('the names of a setting', () => {
  it('derive from its key', () => {
    expect(sectionNames).toEqual(['sandbox']);
    expect(settings.find(({ key }) => key === 'allowHost')).toMatchObject({
      flag: 'allow-host',
      variable: 'FLAGBEARER_ALLOW_HOST',
    });
  });
});
