/** Renders a contract as a page: its operations, then its schemas. */
import { clause, code, json, linkTo, prose, table } from './markdown.mjs';
import { Shapes } from './shapes.mjs';

/**
 * @typedef {import('./shapes.mjs').Schema} Schema
 * @typedef {{ $ref?: string, name: string, in: string, required?: boolean, description?: string, schema: Schema }} Parameter
 * @typedef {{ schema: Schema, examples?: Record<string, { summary?: string, value: unknown }> }} Media
 * @typedef {Record<string, Media>} Content
 * @typedef {{ $ref?: string, description: string, content?: Content, 'x-clause'?: string, 'x-open'?: string, 'x-causes'?: string[] }} Answer
 * @typedef {object} Operation
 * @property {string} operationId
 * @property {string[]} tags
 * @property {string} summary
 * @property {string} [description]
 * @property {string} [x-clause]
 * @property {Record<string, string[]>[]} [security]
 * @property {Parameter[]} [parameters]
 * @property {{ required?: boolean, description?: string, content: Content }} [requestBody]
 * @property {Record<string, Answer>} responses
 *
 * @typedef {{ [M in typeof METHODS[number]]?: Operation } & { parameters?: Parameter[] }} PathItem
 *
 * @typedef {object} Contract
 * @property {{ description: string }} info
 * @property {{ name: string, description: string }[]} tags
 * @property {Record<string, string[]>[]} security
 * @property {Record<string, PathItem>} paths
 * @property {{ schemas: Record<string, Schema>, responses: Record<string, Answer>, parameters?: Record<string, Parameter> }} components
 *
 * @typedef {{ operation: Operation, method: string, path: string, parameters: Parameter[] }} Call
 */

/** @type {readonly ['get', 'put', 'post', 'patch', 'delete']} */
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/**
 * @param {Contract} contract
 * @param {{ title: string, about: string }} page
 */
export function openapiPage(contract, { title, about }) {
  const shapes = new Shapes(contract.components.schemas);
  const calls = callsOf(contract);
  return [
    `# ${title}`,
    about,
    prose(contract.info.description),
    table(
      ['operation', 'request', 'description', 'clause'],
      calls.map(({ operation, method, path }) => [
        linkTo(operation.operationId),
        code(`${method} ${path}`),
        prose(operation.summary),
        clause(operation['x-clause']),
      ]),
    ),
    ...contract.tags.flatMap(({ name, description }) => [
      `## ${name}`,
      prose(description),
      ...calls
        .filter(({ operation }) => operation.tags[0] === name)
        .map((call) => section(call, contract, shapes)),
    ]),
    '## Shapes',
    'A property in bold is always there, or has to be.',
    shapes.sections(),
  ].join('\n\n');
}

/** @returns {Call[]} the operations of a contract, in its order */
export function callsOf(/** @type {Contract} */ { paths, components }) {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const written = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const parameters = written.map((parameter) => referred(parameter, components.parameters));
      return [{ operation, method: method.toUpperCase(), path, parameters }];
    }),
  );
}

/**
 * @param {Call} call
 * @param {Contract} contract
 * @param {Shapes} shapes
 */
function section({ operation, method, path, parameters }, contract, shapes) {
  const { operationId, requestBody } = operation;
  const cited = operation['x-clause'] === undefined ? '' : ` (§${operation['x-clause']})`;
  return [
    `### ${operationId}`,
    `**${code(`${method} ${path}`)}** ${prose(operation.summary)}${cited}.`,
    prose(operation.description ?? ''),
    credentials(operation, contract),
    parameterTable(parameters, shapes),
    ...(requestBody === undefined ? [] : ['Takes:', content(requestBody.content, shapes)]),
    'Answers:',
    answerTable(operation, contract, shapes),
    ...successes(operation).map(([, answer]) => examples(answer.content ?? {})),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Returns the headers that authenticate a request; none if it needs none. */
function credentials(/** @type {Operation} */ { security }, /** @type {Contract} */ contract) {
  const [needed = {}] = security ?? contract.security;
  const names = Object.keys(needed);
  return names.length === 0 ? '' : `Credentials: ${names.map(code).join(', ')}.`;
}

function parameterTable(/** @type {Parameter[]} */ parameters, /** @type {Shapes} */ shapes) {
  if (parameters.length === 0) return '';
  return table(
    ['parameter', 'in', 'meaning', 'value'],
    parameters.map(({ name, in: place, required = false, description = '', schema }) => [
      required ? `**${code(name)}**` : code(name),
      place,
      prose(description),
      shapes.value(schema),
    ]),
  );
}

function content(/** @type {Content} */ media, /** @type {Shapes} */ shapes) {
  return Object.entries(media)
    .map(([type, { schema, examples: given = {} }]) => {
      const values = Object.values(given).filter(({ value }) => typeof value === 'object');
      const shown = values.map(({ summary, value }) =>
        [summary && `${prose(summary)}:`, json(value)].filter(Boolean).join('\n\n'),
      );
      return [`${code(type)}: ${shapes.value(schema)}`, ...shown].join('\n\n');
    })
    .join('\n\n');
}

/**
 * @param {Operation} operation
 * @param {Contract} contract
 * @param {Shapes} shapes
 */
function answerTable({ responses }, contract, shapes) {
  return table(
    ['status', 'when', 'body', 'causes', 'dialect'],
    Object.entries(responses).map(([status, written]) => {
      const answer = referred(written, contract.components.responses);
      const bodies = Object.entries(answer.content ?? {});
      return [
        status,
        prose(answer.description),
        bodies
          .map(([type, { schema }]) => (type.endsWith('json') ? shapes.value(schema) : code(type)))
          .join(' or '),
        (answer['x-causes'] ?? []).map(code).join(', '),
        answer['x-open'] === undefined ? '' : code(answer['x-open']),
      ];
    }),
  );
}

function successes(/** @type {Operation} */ { responses }) {
  return Object.entries(responses).filter(([status]) => status.startsWith('2'));
}

/** The first example of a body in JSON. */
function examples(/** @type {Content} */ media) {
  const [example] = Object.values(media['application/json']?.examples ?? {});
  if (example === undefined) return '';
  const summary = example.summary ?? 'For example';
  return `${prose(summary)}:\n\n${json(example.value)}`;
}

/**
 * @template {{ $ref?: string }} Part
 * @param {Part} written
 * @param {Readonly<Record<string, Part>>} [parts]
 * @returns {Part}
 */
function referred(written, parts = {}) {
  return parts[written.$ref?.replace(/.*\//, '') ?? ''] ?? written;
}
