/** All examples, and the YAML blocks of the docs, are valid under their schemas. */
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { formats } from '../../src/contract/formats.ts';
import { listFiles, pages, parseBlocks, root } from './pages.ts';
import packageManifest from '../../package.json' with { type: 'json' };

const schemas = join(root, 'openapi/schemas');

const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
for (const file of await readdir(schemas)) {
  ajv.addSchema(JSON.parse(await readFile(join(schemas, file), 'utf8')), file);
}

/** Returns the schema errors of a document. A variable reference counts as a valid string. */
function listProblems(kind: string, text: string): readonly string[] {
  const value: unknown = parse(text.replaceAll(/\$\{\w+\}/g, 'let-me-in'));
  const isValid = ajv.validate(`${kind}.schema.json`, value);
  return isValid ? [] : (ajv.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

/** Matches files for other programs. */
const FOREIGN_FILE = /^examples\/(?:ci|ops)\//;
const SCHEMA_LINE = /^# yaml-language-server: \$schema=(?<reference>\S+)$/m;

const examples = [
  ...listFiles('examples', /\.ya?ml$/),
  ...listFiles('scenarios', /\.ya?ml$/),
].filter((file) => !FOREIGN_FILE.test(file));

describe.each(examples)('%s', (file) => {
  it('names an existing schema, and is valid under it', async () => {
    const text = await readFile(join(root, file), 'utf8');
    const reference = SCHEMA_LINE.exec(text)?.groups?.['reference'] ?? '';
    const path = resolve(root, dirname(file), reference);
    expect(existsSync(path)).toBe(true);
    const kind = /(?<kind>[\w-]+)\.schema\.json$/.exec(reference)?.groups?.['kind'] ?? '';
    expect(listProblems(kind, text)).toEqual([]);
  });
});

/** Returns the kind of a document by its keys, or undefined for a file of another program. */
function getKind(value: unknown): string | undefined {
  const keys = new Set(Object.keys(Object(value)));
  const kinds = [
    ['config', ['sandbox', 'conform', 'proxy']],
    ['baseline', ['known']],
    ['dialect', ['values']],
    ['scenario', ['users', 'generate', 'runtime']],
  ] as const;
  return kinds.find(([, names]) => names.some((name) => keys.has(name)))?.[0];
}

const snippets = pages.flatMap((file) =>
  parseBlocks(file)
    .filter(({ info }) => /^ya?ml$/.test(info))
    .map(({ line, text }) => ({ file, line, text, kind: getKind(parse(text)) })),
);

describe('the YAML of the docs', () => {
  // The docs show only a part of a scenario with `runtime`, which is invalid without the other parts.
  const documents = snippets.filter(
    ({ kind, text }) => kind !== undefined && !/^runtime:/m.test(text),
  );

  it('has a known kind or is for a CI server', () => {
    const ciSnippets = snippets.filter(({ kind }) => kind === undefined);
    expect(documents.length).toBeGreaterThan(4);
    for (const { text } of ciSnippets) {
      expect(Object.keys(Object(parse(text)))).toEqual(
        expect.arrayContaining([expect.stringMatching(/^(jobs|include|steps|permissions)$/)]),
      );
    }
  });

  it.each(documents)('is valid under the schema: $file:$line', ({ kind = '', text }) => {
    expect(listProblems(kind, text)).toEqual([]);
  });
});

describe('the schemas', () => {
  it('are in the package, under importable paths', () => {
    expect(packageManifest.files).toContain('openapi');
    expect(packageManifest.exports['./schemas/*']).toBe('./openapi/schemas/*');
    const path = fileURLToPath(import.meta.resolve('flagbearer/schemas/config.schema.json'));
    expect(path).toBe(join(schemas, 'config.schema.json'));
  });

  it('reject invalid documents', () => {
    expect(listProblems('config', 'proxy: {port: many}')).not.toEqual([]);
    expect(listProblems('scenario', 'name: a\nuser: []')).not.toEqual([]);
    expect(listProblems('dialect', 'version: 2')).not.toEqual([]);
  });
});
