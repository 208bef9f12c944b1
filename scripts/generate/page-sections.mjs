/** Sections of the pages about commands, settings and documents. */
import { clause, code, jsonExample, createLink, paragraphs, prose, table } from './markdown.mjs';
import { SchemaTables } from './schema-tables.mjs';

/**
 * @typedef {Record<string, any>} Node a part of a JSON or YAML document
 * @typedef {import('../../src/cli/command/command.ts').Command} Command
 * @typedef {import('../../src/config/setting.ts').Setting} Setting
 */

/**
 * The section of docs/reference/cli.md: the commands and their options.
 *
 * @param {object} sources
 * @param {Command[]} sources.commands
 * @param {readonly { code: number, meaning: string }[]} sources.exitCodeMeanings
 * @param {(command: Command) => string} sources.formatUsage
 */
export function commandSections({ commands, exitCodeMeanings, formatUsage }) {
  const tables = new SchemaTables({});
  const section = (/** @type {Command} */ command) =>
    paragraphs(
      `## flagbearer ${command.name}`,
      prose(command.summary),
      `\`\`\`\n${formatUsage(command)}\n\`\`\``,
      table(
        ['option', 'meaning', 'value', 'default'],
        command.options.map(({ flag, short, schema }) => [
          code([short && `-${short},`, `--${flag}`, schema['x-value']].filter(Boolean).join(' ')),
          prose(schema.description),
          schema.enum === undefined ? '' : tables.value(schema),
          preset(schema.default),
        ]),
      ),
      ...(command.notes ?? []).map(prose),
      command.examples.map(({ line, does }) => `- ${code(line)}: ${prose(does)}`).join('\n'),
    );
  return paragraphs(
    table(
      ['command', 'description'],
      commands.map(({ name, summary }) => [createLink(`flagbearer ${name}`), prose(summary)]),
    ),
    '## Exit codes',
    table(
      ['exit code', 'meaning'],
      exitCodeMeanings.map(({ code: exitCode, meaning }) => [String(exitCode), prose(meaning)]),
    ),
    ...commands.map(section),
  );
}

/**
 * The section of docs/reference/config.md: the settings, each with its environment variable.
 *
 * @param {{ schema: Node, listSettings: (section: string) => readonly Setting[] }} sources
 */
export function settingSections({ schema, listSettings }) {
  const tables = new SchemaTables({});
  const maps = (/** @type {string} */ section) =>
    listSettings(section).flatMap(({ key, schema: value }) => {
      const map = value.items?.properties ? value.items : value;
      return map.properties === undefined
        ? []
        : [
            `### ${section}.${key}`,
            tables.properties(map),
            value.examples && jsonExample(value.examples[0]),
          ];
    });
  return paragraphs(
    ...Object.entries(schema['properties']).map(([name, { description }]) =>
      paragraphs(
        `## ${name}`,
        prose(description),
        table(
          ['key', 'meaning', 'value', 'default', 'variable'],
          listSettings(name).map(({ key, variable, givenBy, schema: value }) => [
            code(key),
            prose(value.description),
            tables.value(value),
            preset(value.default),
            givenBy === 'fileAlone' ? '' : code(variable),
          ]),
        ),
        ...maps(name),
      ),
    ),
  );
}

/** Off and empty are the defaults that anyone expects. */
function preset(/** @type {unknown} */ value) {
  return value === false || (Array.isArray(value) && value.length === 0) ? '' : code(value);
}

/** The section of a page about a file format. */
export function formatSections(/** @type {Node} */ schema) {
  const tables = new SchemaTables(schema['$defs'] ?? {});
  return paragraphs(
    prose(schema['description']),
    'A property in bold is required.',
    ...(schema['oneOf'] ?? [schema]).map((/** @type {Node} */ form) =>
      form['properties'] === undefined
        ? `Either a ${tables.value(form)}: ${prose(form['description'])}`
        : tables.properties(form),
    ),
    tables.sections(),
  );
}

/** The section of docs/dialect.md: the keys by group. */
export function dialectSections(/** @type {Node} */ schema) {
  const tables = new SchemaTables({});
  return paragraphs(
    ...Object.entries(schema['properties'].values.properties).map(([name, group]) =>
      paragraphs(
        `## ${name}`,
        prose(group.description),
        table(
          ['key', 'clause', 'decides', 'values', 'default', 'observed by'],
          [...tables.leaves(group, `${name}.`)].map(({ path, node }) => [
            code(path),
            clause(node['x-clause']),
            prose(node['description']),
            tables.value(node),
            formatDefault(node),
            prose(node['x-observable']),
          ]),
        ),
      ),
    ),
  );
}

/** A default; of the flag catalogue only the codes. */
function formatDefault(/** @type {Node} */ { default: value }) {
  const codes = Array.isArray(value) ? value.map(({ code: flag }) => flag).filter(Boolean) : [];
  return codes.length > 0 ? codes.map(code).join(', ') : code(value);
}

/** The rules of docs/client-report.md. */
export function clientRuleTable(/** @type {Node} */ { rules }) {
  return table(
    ['rule', 'clause', 'what the client did', 'why it matters', 'how to fix it'],
    rules.map((/** @type {Node} */ { id, clause: cited, title, why, fix }) => [
      code(id),
      clause(cited),
      ...[title, why, fix].map(prose),
    ]),
  );
}

/** The parts of the coverage in docs/client-report.md. */
export function coverageTable(/** @type {Node} */ schema) {
  return table(
    ['part', 'clause', 'what counts'],
    Object.entries(schema['$defs'].coverage.properties)
      .filter(([, part]) => part['x-clause'] !== undefined)
      .map(([name, part]) => [code(name), clause(part['x-clause']), prose(part.description)]),
  );
}

/** @param {{ file: string, name: string, description: string }[]} scenarios of the library */
export function libraryTable(scenarios) {
  return table(
    ['name', 'content'],
    scenarios.map(({ file, name, description }) => [
      `[${name}](../scenarios/${file})`,
      prose(description),
    ]),
  );
}

/**
 * The section of docs/internals/requirements.md, by clause.
 *
 * @param {object} sources
 * @param {Node[]} sources.requirements
 * @param {{ id: string, requirement: string, title: string }[]} sources.checks
 * @param {{ name: string, requirement: string }[]} sources.operators broken deployments
 */
export function requirementSections({ requirements, checks, operators }) {
  const row = (/** @type {Node} */ rule) => {
    const found = checks.filter(({ requirement }) => requirement === rule['id']);
    const broken = operators.filter(({ requirement }) => requirement === rule['id']);
    const detected = rule['dialectKeys']?.map(code).join(', ') ?? prose(rule['outOfScope']);
    return [
      code(rule['id']),
      rule['level'],
      prose(rule['text']),
      [...new Set(found.map(({ title }) => prose(title)))].join('; '),
      broken.length === 0 ? '' : String(broken.length),
      detected,
    ];
  };
  const getSection = (/** @type {Node} */ rule) => rule['clause'].split('.')[0];
  const sections = [...new Set(requirements.map(getSection))];
  return paragraphs(
    ...sections.map((section) =>
      paragraphs(
        `## §${section}`,
        table(
          ['rule', 'level', 'text', 'checks', 'broken deployments', 'dialect keys'],
          requirements.filter((rule) => getSection(rule) === section).map(row),
        ),
      ),
    ),
  );
}
