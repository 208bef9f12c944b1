import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import configSchema from '../../openapi/schemas/config.schema.json' with { type: 'json' };
import { listSchemaErrors } from '../../src/config/schema-errors.ts';
import { sectionNames, listSettings } from '../../src/config/setting.ts';

const settings = [...listSettings('sandbox'), ...listSettings('conform'), ...listSettings('proxy')];
const onCommandLine = settings.filter(({ givenBy }) => givenBy === 'flagVariableOrFile');

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
    for (const value of values) expect(listSchemaErrors(schema, value)).toEqual([]);
  });

  // An editor only uses the schema; it must show the same errors as loading.
  it.each(settings)('agrees with the validator about $key', ({ schema }) => {
    const accepts = ajv.compile(schema);
    const values = [
      ...settings.flatMap(({ schema: { examples = [] } }) => examples),
      ...[-1, 0, 1.5, 65_536, 2 ** 53, true, null, {}, [], [1], [''], '', 'a b', '[::1]', 'a/b'],
      ...[
        '10s',
        '0s',
        '1.5s',
        '2h',
        'PT10S',
        'PT0S',
        'PT',
        'PT1M30S',
        'inbox',
        'fixed:',
        'https://a/b?c',
      ],
      ...[
        'command: ',
        'https://otp.test/?to={destination}',
        'https://otp.test/',
        'https://me:you@a.test',
      ],
      ...[{ phoneNumbers: ['12'] }, { phoneNumbers: '+12' }, { faxNumbers: [] }, { clientId: 'a' }],
      ...[[{ name: 'a' }], [{ name: 'a', phoneNumber: '+12' }], [{ phoneNumber: '+12' }]],
      ...[
        { flags: [{ code: 'F0000', category: null }] },
        { flags: [{ code: 'F0000', category: 'x' }] },
      ].map((part) => [{ name: 'a', emailAddress: 'a@b', ...part }]),
      ...['2026-02-30T10:00:00Z', '2026-01-15T10:00:00+01:00', 'http://a', 'ftp://a', 'HTTP://a'],
    ];
    for (const value of values) {
      expect([value, listSchemaErrors(schema, value).length === 0]).toEqual([
        value,
        accepts(value),
      ]);
    }
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
