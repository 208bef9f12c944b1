/** Schemas as tables of properties: those of JSON Schema files, and those of the contracts. */
import { clause, code, linkTo, prose, table } from './markdown.mjs';

/**
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {string} [title]
 * @property {string} [description]
 * @property {string | string[]} [type]
 * @property {string} [format]
 * @property {string} [pattern]
 * @property {string} [patternErrorMessage]
 * @property {unknown[]} [enum]
 * @property {unknown} [const]
 * @property {unknown} [default]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [maxLength]
 * @property {Record<string, Schema>} [properties]
 * @property {Schema | boolean} [additionalProperties]
 * @property {string[]} [required]
 * @property {Schema} [items]
 * @property {Schema[]} [oneOf]
 * @property {Schema[]} [anyOf]
 * @property {string} [x-clause]
 * @property {string} [x-open]
 *
 * @typedef {Readonly<Record<string, Schema>>} Definitions
 */

/** References between files link to separate pages. */
const PAGES = new Map([['dialect.schema.json', '[dialect](../dialect.md)']]);

/** The tables of one document. */
export class Shapes {
  #definitions;

  /** @param {Definitions} definitions by name, as the last part of a `$ref` has it */
  constructor(definitions) {
    this.#definitions = definitions;
  }

  /** A section for each definition that is an object, under headings of the third level. */
  sections() {
    return Object.entries(this.#definitions)
      .filter(([, schema]) => this.#hasSection(schema))
      .map(([name, schema]) => `### ${name}\n\n${this.body(schema)}`)
      .join('\n\n');
  }

  /** What a schema describes, and its properties. */
  body(/** @type {Schema} */ schema) {
    return [prose(schema.description ?? ''), this.properties(schema)].filter(Boolean).join('\n\n');
  }

  properties(/** @type {Schema} */ schema) {
    const rows = [...this.#rows(schema, '')];
    return rows.length === 0
      ? ''
      : table(['property', 'clause', 'meaning', 'value', 'dialect'], rows);
  }

  /**
   * @param {Schema} schema
   * @param {string} path
   * @returns {Generator<string[]>}
   */
  *#rows({ properties = {}, required = [] }, path) {
    for (const [name, written] of Object.entries(properties)) {
      const schema = this.#resolved(written);
      const term = code(path + name);
      yield [
        required.includes(name) ? `**${term}**` : term,
        clause(schema['x-clause']),
        prose(schema.description ?? '') + preset(schema.default),
        this.value(written),
        schema['x-open'] === undefined ? '' : code(schema['x-open']),
      ];
      const inner = written.$ref === undefined ? (written.items ?? written) : {};
      const isList = inner !== written && inner.properties !== undefined;
      yield* this.#rows(
        inner.$ref === undefined ? inner : {},
        `${path}${name}${isList ? '[].' : '.'}`,
      );
    }
  }

  /** Describes the type of a value, with a link to its section. */
  value(/** @type {Schema} */ written) {
    /** @type {string} */
    const name = written.$ref?.replace(/.*\//, '') ?? '';
    const page = PAGES.get(name);
    if (page !== undefined) return page;
    const schema = this.#resolved(written);
    const target = this.#definitions[name];
    if (target !== undefined && this.#hasSection(target)) return linkTo(name);
    return this.#ownValue(schema);
  }

  /** @param {Schema} schema @returns {string} */
  #ownValue(schema) {
    if (schema.const !== undefined) return code(schema.const);
    if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
    const choices = schema.oneOf ?? schema.anyOf ?? [];
    const alternatives = choices.filter((choice) => choice.required === undefined);
    if (alternatives.length > 0 && schema.properties === undefined) {
      return [...new Set(alternatives.map((choice) => this.value(choice)))].join(' or ');
    }
    if (schema.items !== undefined) return `list of ${this.value(schema.items)}`;
    const type = [schema.type ?? ''].flat().join(' or ');
    if (type === 'object') return this.#map(schema);
    return [type, limits(schema), schema.format].filter(Boolean).join(', ');
  }

  /** @param {Schema} schema */
  #map({ additionalProperties }) {
    return typeof additionalProperties === 'object'
      ? `map of ${this.value(additionalProperties)}`
      : 'map';
  }

  /** @param {Schema} schema @returns {Schema} keywords beside a `$ref` take precedence */
  #resolved(schema) {
    const definition = this.#definitions[schema.$ref?.replace(/.*\//, '') ?? ''];
    if (definition === undefined) return schema;
    const { 'x-clause': _, ...rest } = this.#resolved(definition);
    return { ...rest, ...schema };
  }

  #hasSection(/** @type {Schema} */ { properties }) {
    return properties !== undefined;
  }
}

function limits(/** @type {Schema} */ { minimum, maximum }) {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  return maximum === undefined ? '' : `at most ${maximum}`;
}

function preset(/** @type {unknown} */ value) {
  return value === undefined ? '' : ` Default: ${code(value)}.`;
}
