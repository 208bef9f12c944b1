/** Sections of docs/reference/api.md, control.md and errors.md, from the OpenAPI documents. */
import { clause, code, jsonExample, createLink, paragraphs, prose, table } from './markdown.mjs';
import { SchemaTables } from './schema-tables.mjs';

/**
 * @typedef {Record<string, any>} Node a part of an OpenAPI document
 * @typedef {{ method: string, path: string, operation: Node }} Endpoint
 */

/** The operations of a contract by tag, then its schemas. */
export function operationSections(/** @type {Node} */ { info, tags, paths, components, security }) {
  const tables = new SchemaTables(components.schemas);
  const all = listEndpoints({ paths, components });
  const section = (/** @type {Endpoint} */ { method, path, operation }) => {
    const credentials = Object.keys((operation['security'] ?? security)[0] ?? {});
    return paragraphs(
      `### ${operation['operationId']}`,
      `**${code(`${method} ${path}`)}** ${prose(operation['summary'])}.`,
      prose(operation['description']),
      credentials.length > 0 && `Credentials: ${credentials.map(code).join(', ')}.`,
      parameterTable(operation['parameters'], tables),
      operation['requestBody'] && `Request body: ${body(operation['requestBody'], tables)}.`,
      ...listExamples(operation['requestBody']).map(([, { summary, value }]) =>
        jsonExample(value, summary),
      ),
      responseTable(operation['responses'], tables),
      ...Object.entries(operation['responses']).map(([status, response]) => {
        const [example] = status.startsWith('2') ? listExamples(response) : [];
        return example && jsonExample(example[1].value, example[1].summary);
      }),
    );
  };
  return paragraphs(
    prose(info.description),
    table(
      ['operation', 'request', 'description', 'clause'],
      all.map(({ method, path, operation }) => [
        createLink(operation['operationId']),
        code(`${method} ${path}`),
        prose(operation['summary']),
        clause(operation['x-clause']),
      ]),
    ),
    ...tags.map((/** @type {Node} */ { name, description }) =>
      paragraphs(
        `## ${name}`,
        prose(description),
        ...all.filter(({ operation }) => operation['tags'][0] === name).map(section),
      ),
    ),
    '## Schemas',
    'A property in bold is required.',
    tables.sections(),
  );
}

/** The operations in the order of the document, with parameters and responses in place of references. */
function listEndpoints(/** @type {Node} */ { paths, components }) {
  const resolve = (/** @type {Node} */ part, /** @type {string} */ kind) =>
    part['$ref'] === undefined ? part : components[kind][part['$ref'].replace(/.*\//, '')];
  return Object.entries(paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => {
      const all = [...parameters, ...(operation.parameters ?? [])];
      const responses = Object.entries(operation.responses).map(([status, response]) => [
        status,
        resolve(/** @type {Node} */ (response), 'responses'),
      ]);
      return {
        method: method.toUpperCase(),
        path,
        operation: {
          ...operation,
          parameters: all.map((parameter) => resolve(parameter, 'parameters')),
          responses: Object.fromEntries(responses),
        },
      };
    }),
  );
}

function parameterTable(/** @type {Node[]} */ parameters, /** @type {SchemaTables} */ tables) {
  return table(
    ['parameter', 'in', 'meaning', 'value'],
    parameters.map(({ name, in: place, required = false, description, schema }) => [
      required ? `**${code(name)}**` : code(name),
      place,
      prose(description),
      tables.value(schema),
    ]),
  );
}

function responseTable(/** @type {Node} */ responses, /** @type {SchemaTables} */ tables) {
  return table(
    ['status', 'when', 'body', 'causes', 'dialect'],
    Object.entries(responses).map(([status, response]) => [
      status,
      prose(response.description),
      body(response, tables),
      (response['x-causes'] ?? []).map(code).join(', '),
      code(response['x-open']),
    ]),
  );
}

function body(/** @type {Node} */ { content = {} }, /** @type {SchemaTables} */ tables) {
  return Object.entries(content)
    .map(([type, { schema }]) => (type.endsWith('json') ? tables.value(schema) : code(type)))
    .join(' or ');
}

/** @returns {[string, { summary?: string, value: any }][]} */
function listExamples(/** @type {Node} */ { content = {} } = {}) {
  const examples = content['application/json']?.examples ?? {};
  return Object.entries(examples);
}

/**
 * The causes of errors of the service, with their status and key in the dialect.
 *
 * @param {Record<string, { clause: string, statusKey: string }>} causes
 * @param {Record<string, { description: string, default: number }>} statuses `errors.status` of the dialect
 */
export function causeTable(causes, statuses) {
  return table(
    ['cause', 'status', 'when', 'clause', 'dialect key'],
    Object.entries(causes).map(([cause, { clause: cited, statusKey }]) => [
      code(cause),
      String(statuses[statusKey]?.default),
      prose(statuses[statusKey]?.description.replace(/^HTTP status of: /, '')),
      clause(cited),
      code(`errors.status.${statusKey}`),
    ]),
  );
}

/** The error codes of the control API that an operation declares, each with an example message. */
export function controlErrorTable(/** @type {Node} */ control) {
  const errors = listEndpoints({ paths: control['paths'], components: control['components'] })
    .flatMap(({ operation }) => Object.entries(operation.responses))
    .flatMap(([status, response]) =>
      listExamples(response).map(([, { value }]) => ({ status, ...value })),
    );
  return table(
    ['code', 'status', 'example'],
    control['components'].schemas.ErrorCode.enum.flatMap((/** @type {string} */ name) => {
      const found = errors.filter((error) => error.code === name);
      const statuses = [...new Set(found.map(({ status }) => status))].toSorted();
      return found.length === 0
        ? []
        : [[code(name), statuses.join(', '), prose(found.at(-1)?.message)]];
    }),
  );
}
