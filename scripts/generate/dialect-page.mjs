/**
 * The part of JSON Schema that the schema of the dialect is written in.
 *
 * @typedef {object} SchemaNode
 * @property {string} description
 * @property {Record<string, SchemaNode>} [properties]
 * @property {SchemaNode[]} [oneOf]
 * @property {SchemaNode} [items]
 * @property {unknown[]} [enum]
 * @property {unknown} [const]
 * @property {unknown} [default]
 * @property {string} [type]
 * @property {string} [format]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {string} [x-clause]
 * @property {string} [x-observable]
 */

/**
 * The page docs/dialect.md, written from the schema of the dialect.
 *
 * @param {{ properties: { values: { properties: Record<string, SchemaNode> } } }} schema
 * @returns {string} Markdown
 */
export function dialectPage(schema) {
  const groups = Object.entries(schema.properties.values.properties);
  return [
    '# The dialect',
    introduction,
    ...groups.map(([name, group]) => section(name, group)),
  ].join('\n\n');
}

const introduction = `The interface leaves some forty points "not shown". Each is a key of the dialect, with a default. A
sandbox, or a workspace, is started in a dialect and obeys it: requests, answers and the effective
contract (\`flagbearer contract --dialect FILE\`) follow.

\`\`\`yaml
# dialect.yaml; a key left out has its default
version: 1
values:
  user: { path: /v1/user, envelope: user }
  otp: { sms: { codeField: code } }
  errors: { body: problem, status: { signature: 403 } }
\`\`\`

\`\`\`sh
npx flagbearer start --dialect dialect.yaml
\`\`\`

The clause is the one that leaves the point open. "Observed by" says how the value can be found out
from outside a deployment, or why it can't.`;

function section(/** @type {string} */ name, /** @type {SchemaNode} */ group) {
  const rows = [...leaves(group, [name])].map(
    ({ key, node }) =>
      `| \`${key}\` | §${node['x-clause']} | ${cell(node.description)} | ${values(node)} | ${cell(node['x-observable'] ?? '')} |`,
  );
  return [
    `## ${name}`,
    '',
    group.description,
    '',
    '| key | clause | decides | values (first: default) | observed by |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/**
 * @param {SchemaNode} node
 * @param {string[]} path
 * @returns {Generator<{ key: string, node: SchemaNode }>}
 */
function* leaves(node, path) {
  if (node['x-clause'] !== undefined) yield { key: path.join('.'), node };
  else {
    for (const [name, child] of Object.entries(node.properties ?? {})) {
      yield* leaves(child, [...path, name]);
    }
  }
}

function values(/** @type {SchemaNode} */ node) {
  if (node.enum !== undefined) return node.enum.map(code).join(', ');
  if (node.properties?.Fraud !== undefined) return 'a word for each category';
  if (Array.isArray(node.default) && typeof node.default[0] === 'object') {
    return node.default.map((/** @type {{ code: string }} */ flag) => code(flag.code)).join(', ');
  }
  return [code(node.default), ...alternatives(node)].join('; ');
}

function alternatives(/** @type {SchemaNode} */ node) {
  const { items, oneOf, type } = node;
  if (items?.enum !== undefined) return [`any of ${items.enum.map(code).join(', ')}`];
  if (oneOf !== undefined) {
    return oneOf
      .filter((choice) => choice.const !== node.default)
      .map((choice) => choice.enum?.map(code).join(', ') ?? objectOf(choice));
  }
  if (type === 'integer') return [`${node.minimum} to ${node.maximum}`];
  if (node.format === 'duration') return ['an ISO 8601 duration'];
  return [];
}

function objectOf(/** @type {SchemaNode} */ { properties }) {
  return code(`{${Object.keys(properties ?? {}).join(', ')}}`);
}

function code(/** @type {unknown} */ value) {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

function cell(/** @type {string} */ text) {
  return text.replaceAll('|', '\\|');
}
