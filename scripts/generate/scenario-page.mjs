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
 * The page docs/scenarios.md, written from the schema of scenarios, the files of the library, and
 * what the loader says of scenarios that are wrong.
 *
 * @param {Schema} schema
 * @returns {Promise<string>} Markdown
 */
export async function scenarioPage(schema) {
  return [introduction, format(schema), await rules(), libraryTable(), generation].join('\n\n');
}

const introduction = `# Scenarios

A scenario is a document that says who the users of a sandbox are: their identities, KYC statuses,
flags and transactions. What the interface rules out, a scenario can't say: it is refused with line
and column, and nothing of it is loaded.

<!-- file: mine.yaml -->

\`\`\`yaml
# yaml-language-server: $schema=https://unpkg.com/flagbearer/openapi/schemas/scenario.schema.json
name: kyc-in-review
description: A user whose KYC is being looked at.
clock: 2026-01-15T10:00:00.000Z # where the workspace clock starts; left out: at the present time
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
npx flagbearer scenario check mine.yaml             # tells what is wrong with it
npx flagbearer start --scenario ./mine.yaml         # a file: it has a dot or a slash
npx flagbearer start --scenario kyc-in-review       # a name: one of the library
npx flagbearer start --scenario linking --scenario ./mine.yaml # both, the users of one behind the other's
curl -X PUT http://127.0.0.1:4020/sandbox/scenario -H content-type:application/yaml --data-binary @mine.yaml
\`\`\`

It is YAML 1.2 or JSON; JSON loads much faster where there are many users.

A scenario with a section \`runtime\` is a snapshot: the workspace goes on from where another stood. It
holds private keys and codes. [Workspaces](workspaces.md) tells how to take one.`;

/** A table of properties for each object of the schema. */
function format(/** @type {Schema} */ schema) {
  const objects = Object.values(schema.$defs).filter(({ properties }) => properties !== undefined);
  return [
    '## Format',
    '',
    'The schema is `openapi/schemas/scenario.schema.json`; an editor that is told of it completes and\nchecks. A property in bold is needed; the clause is the one that it comes from.',
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
 * Properties, those of an object that has no name of its own with a dot.
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

/** A schema with the definition that its `$ref` leads to; what stands beside it goes first. */
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
      '| rule | clause | severity | for example |',
      '|---|---|---|---|',
      ...findings.map(
        ({ rule, clause: cited, severity, message, hint }) =>
          `| ${code(rule)} | ${clause(cited)} | ${severity} | ${cell(message)}${hint === null ? '' : ` *${cell(hint)}*`} |`,
      ),
    ].join('\n'),
  );
  return [
    '## Rules',
    'All that is wrong is said at once. A document with errors is refused; warnings alone let it\nload. The control API and snapshots go by the same rules, under the same names.',
    ...tables,
  ].join('\n\n');
}

function libraryTable() {
  const files = readdirSync(library).toSorted();
  const rows = files.map((file) => {
    const { name, description } = parse(readFileSync(new URL(file, library), 'utf8'));
    return `| [${name}](../scenarios/${file}) | ${cell(description)} |`;
  });
  return ['## The library', '', '| name | what is in it |', '|---|---|', ...rows].join('\n');
}

const generation = `## Generation

\`\`\`yaml
name: many
generate: { seed: 7, users: 500 } # behind the users that the document lists
\`\`\`

\`\`\`sh
npx flagbearer scenario generate --users 500 --seed 7 --name many -o many.yaml # the same users, written out
npx flagbearer scenario generate --pairwise --seed 7 -o pairs.yaml
\`\`\`

The same seed gives the same bytes: on every machine, every day, in every language and time zone. It is
1 where none is given.
More users leave the first ones who they are. Their times lie before the clock of the document, or
before 2026-01-15T10:00:00Z where it has none, so that a generated transaction that is PENDING stays
so until it is told.

Nobody real is met by accident:

- **Phone numbers** are reserved for fiction: 555-01XX in the area codes of the United States, then
  +44 7700 900XXX. Once all of them are taken, users have an email address instead.
- **Email addresses** are at example.test.
- **Wallets** are the test wallets, whose keys are public, by their index up to 999; then addresses
  that are drawn, to which nobody has the key.
- **Names, dates of birth, addresses** are those of people who do not exist.

Generated users are called gen-0001, gen-0002 and so on. They never clash with those that are listed,
nor with those of another document that is loaded beside. In a document that generates, a listed user
without \`personalInformation\` gets some; who is to have none has \`personalInformation: {}\`.

**A mix** has most users well, and every state in it: each flag, KYC status, crypto status, way to sign
in, variant of wallet, linked and not. What a state needs beside it comes with it: a Transaction
Processing flag with a payment that failed or was returned (§3.3, §7.5), a KYC Review or Fraud flag with
IN_REVIEW and DECLINED (§3.2).

**\`pairwise: true\`** has, in few users, every two of these states that can go together: a flag code or
none, a KYC status or none, the crypto status of the latest transaction (a returned payment counts as
one) or none, the method of sign-in, the variant of the wallet or none, linked to the first client or
not. A pair that the interface rules out is left out with a warning (\`omitted-pair\`). With \`users\` too,
there are at least so many, the others a mix.`;

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
