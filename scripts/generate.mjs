/**
 * Generates modules, and sections of pages, from the contracts, the schemas and the code.
 *
 *   node scripts/generate.mjs           writes the files
 *   node scripts/generate.mjs --check   exits 1 and lists the files that are out of date
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { parse } from 'yaml';
import * as contract from './generate/contract-sections.mjs';
import * as modules from './generate/modules.mjs';
import * as pages from './generate/page-sections.mjs';
import { loadSources } from './load-sources.mjs';

process.chdir(fileURLToPath(new URL('../', import.meta.url)));
const read = (/** @type {string} */ file) => readFileSync(file, 'utf8');

const getSchemaFile = (/** @type {string} */ name) => `openapi/schemas/${name}.schema.json`;
const readSchema = (/** @type {string} */ name) => JSON.parse(read(getSchemaFile(name)));
const api = parse(read('openapi/api.yaml'));
const control = parse(read('openapi/control.yaml'));

/**
 * Generated modules: the name, the source, and the function that returns the text.
 * @type {[string, string, modules.Render][]}
 */
const generatedModules = [
  ['api', 'openapi/api.yaml', modules.generateContractTypes],
  ['api-document', 'openapi/api.yaml', createDocumentConstant('apiDocument')],
  ['chaos-kinds', 'openapi/control.yaml', modules.generateChaosKinds],
  ['client-rules', 'openapi/client-rules.yaml', modules.generateClientRules],
  ['closed-lists', 'openapi/api.yaml', modules.generateClosedLists],
  ['control', 'openapi/control.yaml', modules.generateContractTypes],
  ['control-document', 'openapi/control.yaml', createDocumentConstant('controlDocument')],
  ['requirement-ids', 'openapi/api.yaml', modules.generateRequirementIds],
  ['requirements', 'openapi/requirements.yaml', modules.generateRequirements],
  ['response-examples', 'openapi/api.yaml', modules.generateResponseExamples],
  ...['baseline', 'client-report', 'config', 'dialect', 'proxy-journal', 'report', 'scenario'].map(
    (name) => /** @type {any} */ ([name, getSchemaFile(name), modules.generateSchemaTypes]),
  ),
  [
    '../scenarios/default-scenario',
    'scenarios/default.yaml',
    modules.createConstant('defaultScenario', 'Scenario', '../contract/scenario.gen.ts'),
  ],
];

function createDocumentConstant(/** @type {string} */ name) {
  return modules.createConstant(name, 'OpenApiDocument', './openapi-document.ts');
}

/**
 * Generated sections, by page and by the name in the comment before the section.
 * @type {Record<string, Record<string, (sources: any) => string>>}
 */
const generatedSections = {
  'docs/client-report.md': {
    rules: () => pages.formatClientRuleTable(parse(read('openapi/client-rules.yaml'))),
    coverage: () => pages.formatCoverageTable(readSchema('client-report')),
  },
  'docs/dialect.md': { keys: () => pages.formatDialectSections(readSchema('dialect')) },
  'docs/internals/requirements.md': { rules: pages.formatRequirementSections },
  'docs/reference/api.md': { operations: ({ causes }) => contract.formatOperations(api, causes) },
  'docs/reference/cli.md': { commands: pages.formatCommandSections },
  'docs/reference/config.md': {
    settings: ({ listSettings }) =>
      pages.formatSettingSections({ listSettings, schema: readSchema('config') }),
  },
  'docs/reference/control.md': { operations: () => contract.formatOperations(control) },
  'docs/reference/errors.md': {
    service: ({ causes }) => {
      const { errors } = readSchema('dialect').properties.values.properties;
      return contract.formatCauseTable(causes, errors.properties.status.properties);
    },
    control: () => contract.formatControlErrorTable(control),
  },
  'docs/scenarios.md': {
    format: () => pages.formatFileFormatSections(readSchema('scenario')),
    library: () =>
      pages.formatLibraryTable(
        readdirSync('scenarios').map((file) => ({ file, ...parse(read(`scenarios/${file}`)) })),
      ),
  },
  ...Object.fromEntries(
    ['baseline', 'client-report', 'proxy-journal', 'report'].map((name) => [
      `docs/reference/${name}.md`,
      { format: () => pages.formatFileFormatSections(readSchema(name)) },
    ]),
  ),
};

const isCheck = process.argv.includes('--check');

async function update(/** @type {string} */ target, /** @type {string} */ unformatted) {
  const style = await resolveConfig(target);
  const text = await format(unformatted, { ...style, filepath: target });
  if (existsSync(target) && read(target) === text) return;
  if (isCheck) process.exitCode = 1;
  else writeFileSync(target, text);
  console.log(`${target}: ${isCheck ? 'out of date, run npm run generate' : 'written'}`);
}

for (const [name, source, render] of generatedModules) {
  const header = `// Generated from ${source} by \`npm run generate\`: edit that file, not this one.`;
  await update(`src/contract/${name}.gen.ts`, `${header}\n\n${await render(source)}`);
}

// Loaded after the modules are written, because the code imports them.
const sources = await loadSources(`
  import { commands as loaders } from './src/cli/commands.ts';
  import { getCheckId } from './conformance/define-check.ts';
  import { sections } from './conformance/sections/index.ts';
  export { exitCodeMeanings } from './src/cli/command/command.ts';
  export { formatUsage } from './src/cli/command/program.ts';
  export { listSettings } from './src/config/setting.ts';
  export { findListSchema } from './src/config/value-schema.ts';
  export { requirements } from './src/contract/requirements.gen.ts';
  export { causes } from './src/domain/errors.ts';
  export { operators } from './test/mutants/operators/index.ts';
  export const commands = await Promise.all([...loaders.values()].map((load) => load()));
  export const checks = sections.flatMap((section) => section.checks)
    .map((check) => ({ id: getCheckId(check), requirement: check.requirement, title: check.title }));`);

for (const [page, sections] of Object.entries(generatedSections)) {
  const text = read(page).replaceAll(
    /(<!-- generated: (\w+) -->)[^]*?(<!-- end -->)/g,
    (_, start, name, end) => {
      const format = sections[name];
      if (format === undefined) throw new Error(`${page}: unknown section ${name}`);
      return `${start}\n\n${format(sources)}\n\n${end}`;
    },
  );
  await update(page, text);
}
