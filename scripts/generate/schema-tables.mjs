import {
  formatClause,
  formatCode,
  createLink,
  joinParagraphs,
  escapeProse,
  formatTable,
} from './markdown.mjs';

/** @typedef {Record<string, any>} Schema a JSON Schema with the keywords x-clause and x-open */

/** Formats the schemas of a document, a JSON Schema or an OpenAPI contract, as tables of properties. */
export class SchemaTables {
  #definitions;

  /** @param {Record<string, Schema>} definitions by name, the last part of a `$ref` */
  constructor(definitions) {
    this.#definitions = definitions;
  }

  /** Formats a section, with a heading of level 3, for each definition that is an object. */
  formatSections() {
    return Object.entries(this.#definitions)
      .filter(([, schema]) => schema['properties'] !== undefined)
      .map(([name, schema]) =>
        joinParagraphs(
          `### ${name}`,
          escapeProse(schema['description']),
          this.formatProperties(schema),
        ),
      )
      .join('\n\n');
  }

  formatProperties(/** @type {Schema} */ schema) {
    const rows = [...this.listLeaves(schema)].map(({ path, isRequired, node }) => {
      const suffix =
        node['default'] === undefined ? '' : ` Default: ${formatCode(node['default'])}.`;
      return [
        isRequired ? `**${formatCode(path)}**` : formatCode(path),
        formatClause(node['x-clause']),
        escapeProse(node['description']) + suffix,
        this.formatType(node),
        formatCode(node['x-open']),
      ];
    });
    return formatTable(['property', 'clause', 'meaning', 'value', 'dialect'], rows);
  }

  /**
   * Yields the properties of a schema, also of nested objects, with paths such as `user.names.kyc`.
   *
   * @param {Schema} schema
   * @returns {Generator<{ path: string, isRequired: boolean, node: Schema }>}
   */
  *listLeaves({ properties = {}, required = [] }, parent = '') {
    for (const [name, node] of Object.entries(properties)) {
      const path = parent + name;
      const inner = node.items?.properties ? node.items : node;
      const isRequired = required.includes(name);
      // An object with a clause is listed too. If it is one dialect key (x-observable), its properties are not.
      if (inner.properties === undefined || node['x-clause'] !== undefined) {
        yield { path, isRequired, node: this.#resolve(node) };
      }
      if (inner.properties !== undefined && node['x-observable'] === undefined) {
        yield* this.listLeaves(inner, `${path}${inner === node ? '.' : '[].'}`);
      }
    }
  }

  /** Describes the type of a value, with a link to its section. @returns {string} */
  formatType(/** @type {Schema} */ schemaOrReference) {
    const name = getReferenceName(schemaOrReference);
    if (name === 'dialect.schema.json') return '[dialect](../dialect.md)';
    if (this.#definitions[name]?.['properties'] !== undefined) return createLink(name);
    const schema = this.#resolve(schemaOrReference);
    if (schema['const'] !== undefined) return formatCode(schema['const']);
    if (schema['enum'] !== undefined) return schema['enum'].map(formatCode).join(', ');
    // Ignores branches that only require properties.
    const choices = (schema['oneOf'] ?? schema['anyOf'] ?? []).filter(
      (/** @type {Schema} */ choice) => choice['required'] === undefined || choice['properties'],
    );
    if (choices.length > 0 && schema['properties'] === undefined) {
      const values = choices.map((/** @type {Schema} */ choice) => this.formatType(choice));
      const [value, list] = values;
      if (values.length === 2 && list === `list of ${value}`) return `one or more of ${value}`;
      return [...new Set(values)].join(' or ');
    }
    if (schema['items'] !== undefined)
      return `list of ${pluralize(this.formatType(schema['items']))}`;
    const { additionalProperties: values, type = '', format } = schema;
    if (typeof values === 'object') return `map of ${pluralize(this.formatType(values))}`;
    if (schema['maxProperties'] === 0) return 'empty object';
    if (type === 'object') return 'map';
    return [[type].flat().join(' or '), formatLimits(schema), format].filter(Boolean).join(', ');
  }

  /**
   * Returns the definition of a `$ref`; keywords next to the `$ref` take precedence.
   *
   * @param {Schema} schema
   * @returns {Schema}
   */
  #resolve(schema) {
    const definition = this.#definitions[getReferenceName(schema)];
    if (definition === undefined) return schema;
    const { 'x-clause': _, ...keywords } = this.#resolve(definition);
    return { ...keywords, ...schema };
  }
}

function pluralize(/** @type {string} */ type) {
  return type === 'string' ? 'strings' : type;
}

/** Returns the last part of a `$ref`. */
function getReferenceName(/** @type {Schema} */ { $ref = '' }) {
  return $ref.replace(/.*\//, '');
}

function formatLimits(/** @type {Schema} */ { minimum, maximum }) {
  if (minimum !== undefined && minimum === maximum) return `${minimum}`;
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  return maximum === undefined ? '' : `at most ${maximum}`;
}
