/**
 * Writes the modules and pages that are derived from the contracts, the schemas and the default
 * scenario.
 *
 *   node scripts/generate.mjs           writes them
 *   node scripts/generate.mjs --check   exits 1 with the list of those that are out of date
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile as schemaToTypes } from 'json-schema-to-typescript';
import openapiTypes, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { parse as parseYaml } from 'yaml';
import { responseExamples } from './generate/response-examples.mjs';
import { chaosKindList } from './generate/chaos-kind-list.mjs';
import { clientReportPage } from './generate/client-report-page.mjs';
import { clientRuleList } from './generate/client-rule-list.mjs';
import { closedLists } from './generate/closed-lists.mjs';
import { dialectPage } from './generate/dialect-page.mjs';
import { referencePages } from './reference/pages.mjs';
import { requirementIds } from './generate/requirement-ids.mjs';
import { requirementList } from './generate/requirement-list.mjs';
import { requirementsPage } from './generate/requirements-page.mjs';
import { scenarioPage } from './generate/scenario-page.mjs';
import { testWallets } from './generate/test-wallets.mjs';

const root = new URL('../', import.meta.url);

/**
 * @typedef {object} GeneratedModule
 * @property {string} source the file that it is derived from
 * @property {string} target the file that is written
 * @property {(source: string) => string | Promise<string>} render returns the text without header
 */

/** @type {GeneratedModule[]} */
const generatedModules = [
  { source: 'openapi/api.yaml', target: 'src/contract/api.gen.ts', render: contractTypes },
  { source: 'openapi/control.yaml', target: 'src/contract/control.gen.ts', render: contractTypes },
  {
    source: 'openapi/api.yaml',
    target: 'src/contract/api-document.gen.ts',
    render: constant('apiDocument', 'OpenApiDocument', './openapi-document.ts'),
  },
  {
    source: 'openapi/control.yaml',
    target: 'src/contract/control-document.gen.ts',
    render: constant('controlDocument', 'OpenApiDocument', './openapi-document.ts'),
  },
  {
    source: 'openapi/schemas/dialect.schema.json',
    target: 'src/contract/dialect.gen.ts',
    render: schemaTypes,
  },
  {
    source: 'openapi/schemas/scenario.schema.json',
    target: 'src/contract/scenario.gen.ts',
    render: schemaTypes,
  },
  {
    source: 'openapi/schemas/config.schema.json',
    target: 'src/contract/config.gen.ts',
    render: schemaTypes,
  },
  {
    source: 'openapi/schemas/baseline.schema.json',
    target: 'src/contract/baseline.gen.ts',
    render: schemaTypes,
  },
  {
    source: 'openapi/schemas/report.schema.json',
    target: 'src/contract/report.gen.ts',
    render: schemaTypes,
  },
  {
    source: 'openapi/schemas/proxy-journal.schema.json',
    target: 'src/contract/proxy-journal.gen.ts',
    render: schemaTypes,
  },
  {
    source: 'openapi/schemas/client-report.schema.json',
    target: 'src/contract/client-report.gen.ts',
    render: schemaTypes,
  },
  {
    source: 'openapi/client-rules.yaml',
    target: 'src/contract/client-rules.gen.ts',
    render: (source) => clientRuleList(new URL(source, root)),
  },
  {
    source: 'openapi/client-rules.yaml',
    target: 'docs/client-report.md',
    render: (source) =>
      clientReportPage(
        new URL(source, root),
        new URL('openapi/schemas/client-report.schema.json', root),
      ),
  },
  {
    source: 'openapi/control.yaml',
    target: 'src/contract/chaos-kinds.gen.ts',
    render: (source) => chaosKindList(new URL(source, root)),
  },
  {
    source: 'openapi/api.yaml',
    target: 'src/contract/closed-lists.gen.ts',
    render: (source) => closedLists(new URL(source, root)),
  },
  {
    source: 'openapi/api.yaml',
    target: 'src/contract/requirement-ids.gen.ts',
    render: (source) => requirementIds(new URL(source, root)),
  },
  {
    source: 'openapi/api.yaml',
    target: 'src/contract/response-examples.gen.ts',
    render: (source) => responseExamples(new URL(source, root)),
  },
  {
    source: 'openapi/requirements.yaml',
    target: 'src/contract/requirements.gen.ts',
    render: requirementList,
  },
  {
    source: 'scenarios/default.yaml',
    target: 'src/scenarios/default-scenario.gen.ts',
    render: constant('defaultScenario', 'Scenario', '../contract/scenario.gen.ts'),
  },
  {
    source: 'openapi/schemas/dialect.schema.json',
    target: 'docs/dialect.md',
    render: (source) => dialectPage(JSON.parse(readFileSync(new URL(source, root), 'utf8'))),
  },
  {
    source: 'openapi/requirements.yaml',
    target: 'docs/internals/requirements.md',
    render: requirementsPage,
  },
  {
    source: 'openapi/schemas/scenario.schema.json',
    target: 'docs/scenarios.md',
    render: (source) => scenarioPage(JSON.parse(readFileSync(new URL(source, root), 'utf8'))),
  },
  {
    source: 'scripts/generate/test-wallets.mjs',
    target: 'src/ports/test-wallets.gen.ts',
    render: testWallets,
  },
  ...referencePages,
];

/** The types of an OpenAPI document: `paths`, `components`, `operations`. */
async function contractTypes(/** @type {string} */ source) {
  const contract = parseYaml(readFileSync(new URL(source, root), 'utf8'), withoutPresenceRules);
  return astToString(await openapiTypes(contract, { silent: true }));
}

/**
 * Removes a `oneOf` or `anyOf` that only restricts combinations of properties: openapi-typescript would
 * widen it to `unknown`.
 */
function withoutPresenceRules(/** @type {unknown} */ key, /** @type {unknown} */ value) {
  const isUnion = (key === 'oneOf' || key === 'anyOf') && Array.isArray(value);
  const isPresenceRule = (/** @type {object} */ branch) =>
    Object.keys(branch).every((word) => word === 'required' || word === 'not');
  return isUnion && value.every(isPresenceRule) ? undefined : value;
}

/** The types of a JSON Schema; the root type has the schema's title. */
async function schemaTypes(/** @type {string} */ source) {
  const path = fileURLToPath(new URL(source, root));
  const text = readFileSync(path, 'utf8');
  const schema = JSON.parse(text, withDialectByName);
  const types = await schemaToTypes(schema, basename(path, '.schema.json'), {
    additionalProperties: false,
    bannerComment: '',
    cwd: dirname(path),
    format: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
    $refOptions: { resolve: { http: false } },
  });
  const imports = text.includes(`"${DIALECT_SCHEMA}"`)
    ? "import type { Dialect } from './dialect.gen.ts';\n\n"
    : '';
  return imports + types;
}

const DIALECT_SCHEMA = 'dialect.schema.json';

/** A dialect inside another document is imported as a type, not written out once more. */
function withDialectByName(/** @type {string} */ _key, /** @type {unknown} */ value) {
  const isDialect =
    typeof value === 'object' && value !== null && '$ref' in value && value.$ref === DIALECT_SCHEMA;
  return isDialect ? { ...value, $ref: undefined, tsType: 'Dialect' } : value;
}

/**
 * A YAML file as a constant. `JSON.parse` of a string starts faster than an object literal, and
 * much faster than YAML.
 * @param {string} name of the constant
 * @param {string} type of the constant
 * @param {string} module that exports the type
 * @returns {GeneratedModule['render']}
 */
function constant(name, type, module) {
  return (source) => {
    const value = parseYaml(readFileSync(new URL(source, root), 'utf8'));
    // Requirement ids have a module of their own.
    const json = JSON.stringify(value, (key, member) =>
      key === 'x-requirement' ? undefined : member,
    );
    return `import type { ${type} } from '${module}';

      export const ${name}: ${type} = JSON.parse(${JSON.stringify(json)});`;
  };
}

/** @returns {Promise<string>} the whole text of the file */
async function textOf(/** @type {GeneratedModule} */ { source, target, render }) {
  const note = `Generated from ${source} by \`npm run generate\`: edit that file, not this one.`;
  const isPage = target.endsWith('.md');
  const header = isPage ? `<!-- ${note} -->` : `// ${note}`;
  const style = await resolveConfig(new URL(target, root));
  const parser = isPage ? 'markdown' : 'typescript';
  return format(`${header}\n\n${await render(source)}`, { ...style, parser });
}

const checkOnly = process.argv.includes('--check');
const stale = [];
for (const generated of generatedModules) {
  if (!existsSync(new URL(generated.source, root))) {
    console.log(`${generated.target}: skipped, there is no ${generated.source}`);
    continue;
  }
  const target = new URL(generated.target, root);
  const text = await textOf(generated);
  if (existsSync(target) && readFileSync(target, 'utf8') === text) continue;
  stale.push(generated.target);
  if (!checkOnly) writeFileSync(target, text);
}

if (!checkOnly) {
  for (const target of stale) console.log(`${target}: written`);
} else if (stale.length > 0) {
  console.error(`Out of date (npm run generate):\n  ${stale.join('\n  ')}`);
  process.exitCode = 1;
}
