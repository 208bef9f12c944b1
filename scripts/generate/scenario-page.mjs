import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { findingsByHeading } from './scenario-rules.mjs';

/**
 * The part of JSON Schema that the schema of scenarios is written in.
 *
 * @typedef {object} SchemaNode
 * @property {string} [$ref]
 * @property {string} [title]
 * @property {string} [description]
 * @property {Record<string, SchemaNode>} [properties]
 * @property {string[]} [required]
 * @property {SchemaNode} [items]
 * @property {SchemaNode[]} [oneOf]
 * @property {unknown[]} [enum]
 * @property {unknown} [const]
 * @property {string} [type]
 * @property {string} [format]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {string} [x-clause]
 *
 * @typedef {SchemaNode & { $defs: Record<string, SchemaNode> }} Schema
 */

const library = new URL('../../scenarios/', import.meta.url);

/**
 * The page docs/scenarios.md, generated from the schema of scenarios, the files of the library, and
 * the findings of invalid scenarios.
 *
 * @param {Schema} schema
 * @returns {Promise<string>} Markdown
 */
export async function scenarioPage(schema) {
  return [introduction, format(schema), await rules(), libraryTable(), generation].join('\n\n');
}

const introduction = `# Scenarios

A scenario is a document that defines the users of a sandbox: their identities, KYC statuses, flags and transactions. States that
the interface rules out are rejected with line and column, and nothing is loaded.

<!-- file: mine.yaml -->

\`\`\`yaml
# yaml-language-server: $schema=https://unpkg.com/flagbearer/openapi/schemas/scenario.schema.json
name: kyc-in-review
description: A user whose KYC is in review.
clock: 2026-01-15T10:00:00.000Z # initial time of the workspace; default: real time
users:
  - key: rita
    phoneNumber: '+12025550143'
    emailAddress: rita@example.test
    personalInformation: { firstName: Rita, lastName: Example }
    wallets: [{ wallet: 0, network: ETHEREUM, status: verified }]
    kyc: { status: IN_REVIEW }
    flags: [K1001]
    transactions:
      - { key: t1, cryptoStatus: PENDING, settles: { after: PT30S, outcome: failure } }
    linkedClients: [wallet-app]
\`\`\`

\`\`\`sh
npx flagbearer scenario check mine.yaml             # prints all errors
npx flagbearer start --scenario ./mine.yaml         # a file: contains a dot or slash
npx flagbearer start --scenario kyc-in-review       # a name in the library
npx flagbearer start --scenario linking --scenario ./mine.yaml # both
curl -X PUT http://127.0.0.1:4020/sandbox/scenario -H content-type:application/yaml --data-binary @mine.yaml
\`\`\`

YAML 1.2 or JSON; JSON loads much faster for many users. On a terminal, \`start\`, \`scenario check\` and
\`scenario generate\` show the progress of large files: done, total, time left. A scenario with a section \`runtime\` is a
[snapshot](workspaces.md#snapshots), which contains secrets.`;

/** A table of properties for each object of the schema. */
function format(/** @type {Schema} */ schema) {
  const objects = Object.values(schema.$defs).filter(({ properties }) => properties !== undefined);
  return [
    '## Format',
    '',
    'The schema is `openapi/schemas/scenario.schema.json`, for completion and validation in editors. Properties in bold are\nrequired.',
    ...[schema, ...objects].map((object) => properties(object, schema)),
  ].join('\n\n');
}

function properties(/** @type {SchemaNode} */ object, /** @type {Schema} */ schema) {
  const rows = [...propertiesOf(object, schema, '')].map(
    ({ name, isNeeded, node }) =>
      `| ${isNeeded ? `**${code(name)}**` : code(name)} | ${clause(node['x-clause'])} | ${cell(node.description ?? '')} | ${valueOf(node, schema)} |`,
  );
  return [
    `### ${words(object.title ?? '')}`,
    '',
    object.description,
    '',
    '| property | clause | meaning | value |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/**
 * Yields properties; those of an unnamed nested object have a dot in their name.
 *
 * @param {SchemaNode} object
 * @param {Schema} schema
 * @param {string} path
 * @returns {Generator<{ name: string, isNeeded: boolean, node: SchemaNode }>}
 */
function* propertiesOf({ properties = {}, required = [] }, schema, path) {
  for (const [name, written] of Object.entries(properties)) {
    const node = resolved(written, schema);
    yield { name: path + name, isNeeded: required.includes(name), node };
    if (written.properties !== undefined) yield* propertiesOf(written, schema, `${path}${name}.`);
  }
}

/** Returns a schema with its `$ref` resolved; keywords beside the reference take precedence. */
function resolved(/** @type {SchemaNode} */ node, /** @type {Schema} */ schema) {
  const definition = schema.$defs[node.$ref?.replace('#/$defs/', '') ?? ''];
  return definition === undefined ? node : { ...definition, ...node };
}

/**
 * @param {SchemaNode} written
 * @param {Schema} schema
 * @returns {string}
 */
function valueOf(written, schema) {
  const node = resolved(written, schema);
  if (node.enum !== undefined) return node.enum.map(code).join(', ');
  if (node.const !== undefined) return code(node.const);
  if (node.oneOf !== undefined) {
    return node.oneOf.map((choice) => valueOf(choice, schema)).join(' or ');
  }
  if (node.items !== undefined) return `list of ${valueOf(node.items, schema)}`;
  if (node.properties !== undefined) return node.title === undefined ? 'map' : link(node.title);
  if (node.type === 'integer') return `${node.minimum} to ${node.maximum}`;
  return node.format ?? node.type ?? '';
}

/** Words of a rule's finding are those of an example. */
async function rules() {
  const tables = Object.entries(await findingsByHeading()).map(([heading, findings]) =>
    [
      `### ${heading}`,
      '',
      '| rule | clause | severity | example |',
      '|---|---|---|---|',
      ...findings.map(
        ({ rule, clause: cited, severity, message, hint }) =>
          `| ${code(rule)} | ${clause(cited)} | ${severity} | ${cell(message)}${hint === null ? '' : ` *${cell(hint)}*`} |`,
      ),
    ].join('\n'),
  );
  return [
    '## Rules',
    'All findings are reported at once. A document with errors is rejected; one with only warnings is loaded. The control API\nand snapshots use the same rules.',
    ...tables,
  ].join('\n\n');
}

function libraryTable() {
  const files = readdirSync(library).toSorted();
  const rows = files.map((file) => {
    const { name, description } = parse(readFileSync(new URL(file, library), 'utf8'));
    return `| [${name}](../scenarios/${file}) | ${cell(description)} |`;
  });
  return ['## The library', '', '| name | content |', '|---|---|', ...rows].join('\n');
}

const generation = `## Generation

\`\`\`yaml
name: many
generate: { seed: 7, users: 500 } # in addition to listed users
\`\`\`

\`\`\`sh
npx flagbearer scenario generate --users 500 --seed 7 --name many -o many.yaml # the same users as a file
npx flagbearer scenario generate --pairwise --seed 7 -o pairs.yaml
\`\`\`

The same seed (default 1) gives the same users on every machine; a larger number keeps the first ones. Times are before the clock
of the document, or before 2026-01-15T10:00:00Z.

No real person is generated:

- **Phone numbers** are reserved for fiction: 555-01XX in area codes of the United States, then +44 7700 900XXX.
- **Email addresses** are at example.test.
- **Wallets** are the public test wallets 0 to 999, then random addresses without a known key.
- **Names, dates of birth and addresses** are fictitious.

Keys are gen-0001, gen-0002 and so on, without conflicts with other users. Listed users without \`personalInformation\` get some;
\`personalInformation: {}\` prevents that.

**\`users: N\`** generates a realistic mix that contains every state: each flag, KYC status, crypto status, sign-in method, wallet
variant, linked and not linked. Flags and statuses are consistent (§3.2, §3.3, §7.5).

**\`pairwise: true\`** generates the fewest users that cover every possible pair of these states. Impossible pairs are listed as
warnings (\`omitted-pair\`).`;

/** The title of a definition as a heading: ScenarioTestWallet is "Test wallet". */
function words(/** @type {string} */ title) {
  const parted = title.replace(/^Scenario(?=.)/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return parted.charAt(0) + parted.slice(1).toLowerCase();
}

function link(/** @type {string} */ title) {
  const heading = words(title);
  return `[${heading.toLowerCase()}](#${heading.toLowerCase().replaceAll(' ', '-')})`;
}

function clause(/** @type {string | null | undefined} */ cited) {
  return cited ? `§${cited}` : '';
}

function code(/** @type {unknown} */ value) {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

function cell(/** @type {string} */ text) {
  return text.replaceAll('|', '\\|');
}
