/** Formats sections of the pages about commands, settings, rules and file formats. */
import {
  formatClause,
  formatCode,
  formatJsonExample,
  createLink,
  joinParagraphs,
  escapeProse,
  formatTable,
} from './markdown.mjs';
import { SchemaTables } from './schema-tables.mjs';

/**
 * @typedef {Record<string, any>} Node a part of a JSON or YAML document
 * @typedef {import('../../src/cli/command/command.ts').Command} Command
 * @typedef {import('../../src/cli/command/command.ts').ExitCode} ExitCode
 * @typedef {import('../../src/config/setting.ts').Setting} Setting
 */

/**
 * Formats the commands and their options for docs/reference/cli.md.
 *
 * @param {object} sources
 * @param {Command[]} sources.commands
 * @param {readonly ExitCode[]} sources.exitCodeMeanings
 * @param {(command: Command) => string} sources.formatUsage
 * @param {(schema: Node) => unknown} sources.findListSchema
 */
export function formatCommandSections({ commands, exitCodeMeanings, formatUsage, findListSchema }) {
  const tables = new SchemaTables({});
  const formatSection = (/** @type {Command} */ command) =>
    joinParagraphs(
      `## flagbearer ${command.name}`,
      escapeProse(command.summary),
      `\`\`\`\n${formatUsage(command)}\n\`\`\``,
      command.operands?.setting &&
        `${command.operands.placeholder}: ${escapeProse(command.operands.setting.schema.description)}`,
      formatTable(
        ['option', 'meaning', 'value', 'default'],
        command.options.map(({ flag, short, schema }) => [
          formatCode(
            [short && `-${short},`, `--${flag}`, schema['x-value']].filter(Boolean).join(' '),
          ),
          escapeProse(schema.description) + (findListSchema(schema) ? ' Repeatable.' : ''),
          schema.enum === undefined ? '' : tables.formatType(schema),
          formatNotableDefault(schema.default),
        ]),
      ),
      ...(command.notes ?? []).map(escapeProse),
      command.exitCodes && formatExitCodes(command.exitCodes),
      command.examples
        .map(({ line, description }) => `- ${formatCode(line)}: ${escapeProse(description)}`)
        .join('\n'),
    );
  return joinParagraphs(
    formatTable(
      ['command', 'description'],
      commands.map(({ name, summary }) => [createLink(`flagbearer ${name}`), escapeProse(summary)]),
    ),
    '## Exit codes',
    formatExitCodes(exitCodeMeanings),
    ...commands.map(formatSection),
  );
}

function formatExitCodes(/** @type {readonly ExitCode[]} */ exitCodes) {
  return formatTable(
    ['exit code', 'meaning'],
    exitCodes.map(({ code, meaning }) => [String(code), escapeProse(meaning)]),
  );
}

/**
 * Formats the settings and their environment variables for docs/reference/config.md.
 *
 * @param {{ schema: Node, listSettings: (section: string) => readonly Setting[] }} sources
 */
export function formatSettingSections({ schema, listSettings }) {
  const tables = new SchemaTables({});
  const formatObjectSettings = (/** @type {string} */ section) =>
    listSettings(section).flatMap(({ key, schema: value }) => {
      const objectSchema = value.items?.properties ? value.items : value;
      if (objectSchema.properties === undefined) return [];
      return [
        `### ${section}.${key}`,
        tables.formatProperties(objectSchema),
        value.examples && formatJsonExample(value.examples[0]),
      ];
    });
  return joinParagraphs(
    ...Object.entries(schema['properties']).map(([name, { description }]) =>
      joinParagraphs(
        `## ${name}`,
        escapeProse(description),
        formatTable(
          ['key', 'meaning', 'value', 'default', 'variable'],
          listSettings(name).map(({ key, variable, sources, schema: value }) => [
            formatCode(key),
            escapeProse(value.description),
            tables.formatType(value),
            formatNotableDefault(value.default),
            sources === 'fileOnly' ? '' : formatCode(variable),
          ]),
        ),
        ...formatObjectSettings(name),
      ),
    ),
  );
}

/** Formats a default, except `false` and `[]`, because readers expect these defaults. */
function formatNotableDefault(/** @type {unknown} */ value) {
  return value === false || (Array.isArray(value) && value.length === 0) ? '' : formatCode(value);
}

/** Formats the sections of a page about a file format. */
export function formatFileFormatSections(/** @type {Node} */ schema) {
  const tables = new SchemaTables(schema['$defs'] ?? {});
  return joinParagraphs(
    escapeProse(schema['description']),
    'A property in bold is required.',
    // The description "A list of users." is printed as "The file is a list of users, or a map with …".
    ...(schema['oneOf'] ?? [schema]).map((/** @type {Node} */ variant) =>
      variant['properties'] === undefined
        ? `The file is ${escapeProse(variant['description'].replace(/^A/, 'a').replace(/\.$/, ''))}, or a map with these properties:`
        : tables.formatProperties(variant),
    ),
    tables.formatSections(),
  );
}

/** Formats the keys by group for docs/dialect.md. */
export function formatDialectSections(/** @type {Node} */ schema) {
  const tables = new SchemaTables({});
  return joinParagraphs(
    ...Object.entries(schema['properties'].values.properties).map(([name, group]) =>
      joinParagraphs(
        `## ${name}`,
        escapeProse(group.description),
        formatTable(
          ['key', 'clause', 'decides', 'values', 'default', 'observed by'],
          [...tables.listLeaves(group, `${name}.`)].map(({ path, node }) => [
            formatCode(path),
            formatClause(node['x-clause']),
            escapeProse(node['description']),
            tables.formatType(node),
            formatDefault(node),
            escapeProse(node['x-observable']),
          ]),
        ),
      ),
    ),
  );
}

/** Formats a default; for the flag catalogue, only the codes. */
function formatDefault(/** @type {Node} */ { default: value }) {
  const codes = Array.isArray(value) ? value.map(({ code }) => code).filter(Boolean) : [];
  return codes.length > 0 ? codes.map(formatCode).join(', ') : formatCode(value);
}

/** Formats the rules of docs/client-report.md. */
export function formatClientRuleTable(/** @type {Node} */ { rules }) {
  return formatTable(
    ['rule', 'clause', 'what the client did', 'why it matters', 'how to fix it'],
    rules.map((/** @type {Node} */ { id, clause, title, why, fix }) => [
      formatCode(id),
      formatClause(clause),
      ...[title, why, fix].map(escapeProse),
    ]),
  );
}

/** Formats the parts of the coverage in docs/client-report.md. */
export function formatCoverageTable(/** @type {Node} */ schema) {
  return formatTable(
    ['part', 'clause', 'what counts'],
    Object.entries(schema['$defs'].coverage.properties)
      .filter(([, part]) => part['x-clause'] !== undefined)
      .map(([name, part]) => [
        formatCode(name),
        formatClause(part['x-clause']),
        escapeProse(part.description),
      ]),
  );
}

/** @param {{ file: string, name: string, description: string }[]} scenarios of the library */
export function formatLibraryTable(scenarios) {
  return formatTable(
    ['name', 'content'],
    scenarios.map(({ file, name, description }) => [
      `[${name}](../scenarios/${file})`,
      escapeProse(description),
    ]),
  );
}

/**
 * Formats the rules by section for docs/internals/requirements.md.
 *
 * @param {object} sources
 * @param {Node[]} sources.requirements
 * @param {{ id: string, requirement: string, title: string }[]} sources.checks
 * @param {{ name: string, requirement: string }[]} sources.operators broken deployments
 */
export function formatRequirementSections({ requirements, checks, operators }) {
  const formatRow = (/** @type {Node} */ rule) => {
    const ruleChecks = checks.filter(({ requirement }) => requirement === rule['id']);
    const ruleOperators = operators.filter(({ requirement }) => requirement === rule['id']);
    const keysOrReason =
      rule['dialectKeys']?.map(formatCode).join(', ') ?? escapeProse(rule['outOfScope']);
    return [
      formatCode(rule['id']),
      rule['level'],
      escapeProse(rule['text']),
      [...new Set(ruleChecks.map(({ title }) => escapeProse(title)))].join('; '),
      ruleOperators.length === 0 ? '' : String(ruleOperators.length),
      keysOrReason,
    ];
  };
  const getSection = (/** @type {Node} */ rule) => rule['clause'].split('.')[0];
  const sections = [...new Set(requirements.map(getSection))];
  return joinParagraphs(
    ...sections.map((section) =>
      joinParagraphs(
        `## §${section}`,
        formatTable(
          ['rule', 'level', 'text', 'checks', 'broken deployments', 'dialect keys, or why none'],
          requirements.filter((rule) => getSection(rule) === section).map(formatRow),
        ),
      ),
    ),
  );
}
