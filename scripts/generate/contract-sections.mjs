/** Sections of docs/reference/api.md, control.md and errors.md, from the OpenAPI documents. */
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
 * @typedef {Record<string, any>} Node a part of an OpenAPI document
 * @typedef {{ method: string, path: string, operation: Node }} Endpoint
 */

/**
 * Formats the operations of a contract by tag, then its schemas.
 *
 * @param {Node} document
 * @param {Record<string, { statusKey: string }>} [causes] the error causes in `x-causes`
 */
export function formatOperations({ info, tags, paths, components, security }, causes = {}) {
  const tables = new SchemaTables(components.schemas);
  const endpoints = listEndpoints({ paths, components });
  const commonResponses = listCommonResponses(endpoints);
  const formatSection = (/** @type {Endpoint} */ { method, path, operation }) => {
    return joinParagraphs(
      `### ${operation['operationId']}`,
      `**${formatCode(`${method} ${path}`)}** ${escapeProse(operation['summary'])}.`,
      escapeProse(operation['description']),
      formatCredentials(operation['security'] ?? security, components.securitySchemes),
      formatParameterTable(operation['parameters'], tables),
      operation['requestBody'] && `Request body: ${formatBody(operation['requestBody'], tables)}.`,
      ...listExamples(operation['requestBody']).map(({ summary, value }) =>
        formatJsonExample(value, summary),
      ),
      formatResponseTable(
        Object.entries(operation['responses']).filter(
          ([, response]) => !commonResponses.has(response),
        ),
        tables,
        causes,
      ),
      ...Object.entries(operation['responses']).map(([status, response]) => {
        const [example] = status.startsWith('2') ? listExamples(response) : [];
        return example && formatJsonExample(example.value, example.summary);
      }),
    );
  };
  return joinParagraphs(
    escapeProse(info.description),
    formatTable(
      ['operation', 'request', 'description', 'clause'],
      endpoints.map(({ method, path, operation }) => [
        createLink(operation['operationId']),
        formatCode(`${method} ${path}`),
        escapeProse(operation['summary']),
        formatClause(operation['x-clause']),
      ]),
    ),
    commonResponses.size > 0 &&
      'Every operation can also return these responses, unless its own table contains the status:',
    formatResponseTable(
      [...commonResponses].map(([response, status]) => [status, response]),
      tables,
      causes,
    ),
    ...tags.map((/** @type {Node} */ { name, description }) =>
      joinParagraphs(
        `## ${name}`,
        escapeProse(description),
        ...endpoints.filter(({ operation }) => operation['tags'][0] === name).map(formatSection),
      ),
    ),
    '## Schemas',
    'A property in bold is required.',
    tables.formatSections(),
  );
}

/** Lists the operations, with references to parameters and responses resolved. */
function listEndpoints(/** @type {Node} */ { paths, components }) {
  const resolve = (/** @type {Node} */ node, /** @type {string} */ kind) => {
    const { $ref, ...keywords } = node;
    if ($ref === undefined) return node;
    const target = components[kind][$ref.replace(/.*\//, '')];
    return Object.keys(keywords).length === 0 ? target : { ...target, ...keywords };
  };
  return Object.entries(paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => {
      const allParameters = [...parameters, ...(operation.parameters ?? [])];
      const responses = Object.entries(operation.responses).map(([status, response]) => [
        status,
        resolve(/** @type {Node} */ (response), 'responses'),
      ]);
      return {
        method: method.toUpperCase(),
        path,
        operation: {
          ...operation,
          parameters: allParameters.map((parameter) => resolve(parameter, 'parameters')),
          responses: Object.fromEntries(responses),
        },
      };
    }),
  );
}

/** Returns the responses of more than 90 % of the operations, with their statuses. */
function listCommonResponses(/** @type {Endpoint[]} */ endpoints) {
  const responses = endpoints.flatMap(({ operation }) => Object.entries(operation['responses']));
  const statuses = new Map(responses.map(([status, response]) => [response, status]));
  const isCommon = (/** @type {Node} */ response) =>
    responses.filter(([, other]) => other === response).length > 0.9 * endpoints.length;
  return new Map([...statuses].filter(([response]) => isCommon(response)));
}

/** Describes the headers of the security requirements. A header in every requirement is required. */
function formatCredentials(
  /** @type {Record<string, unknown>[]} */ requirements,
  /** @type {Record<string, Node>} */ schemes,
) {
  const names = [...new Set(requirements.flatMap((requirement) => Object.keys(requirement)))];
  const isRequired = (/** @type {string} */ name) =>
    requirements.every((requirement) => Object.hasOwn(requirement, name));
  const format = (/** @type {string[]} */ list) =>
    list.map((name) => formatScheme(schemes[name] ?? {})).join(', ');
  const required = names.filter(isRequired);
  const optional = names.filter((name) => !isRequired(name));
  if (required.length === 0) return '';
  const rest = optional.length > 0 ? ` Optional header: ${format(optional)}.` : '';
  return `Required headers: ${format(required)}.${rest}`;
}

function formatScheme(/** @type {Node} */ { type, name }) {
  return type === 'http' ? `${formatCode('Authorization')} (bearer token)` : formatCode(name);
}

function formatParameterTable(
  /** @type {Node[]} */ parameters,
  /** @type {SchemaTables} */ tables,
) {
  return formatTable(
    ['parameter', 'in', 'meaning', 'value'],
    parameters.map(({ name, in: location, required = false, description, schema }) => [
      required ? `**${formatCode(name)}**` : formatCode(name),
      location,
      escapeProse(description),
      tables.formatType(schema),
    ]),
  );
}

function formatResponseTable(
  /** @type {[status: string, response: Node][]} */ responses,
  /** @type {SchemaTables} */ tables,
  /** @type {Record<string, { statusKey: string }>} */ causes,
) {
  return formatTable(
    ['status', 'when', 'body', 'causes', 'dialect'],
    responses.map(([status, response]) => [
      status,
      escapeProse(response.description),
      formatBody(response, tables),
      (response['x-causes'] ?? []).map(formatCode).join(', '),
      listDialectKeys(response, causes).map(formatCode).join(', '),
    ]),
  );
}

/** Returns the dialect keys that decide a response or its status. @returns {string[]} */
function listDialectKeys(
  /** @type {Node} */ response,
  /** @type {Record<string, { statusKey: string }>} */ causes,
) {
  const statusKeys = (response['x-causes'] ?? []).map(
    (/** @type {string} */ cause) => `errors.status.${causes[cause]?.statusKey}`,
  );
  return [...new Set([...statusKeys, response['x-open']])].filter((key) => key !== undefined);
}

function formatBody(/** @type {Node} */ { content = {} }, /** @type {SchemaTables} */ tables) {
  return Object.entries(content)
    .map(([type, { schema }]) =>
      type.endsWith('json') ? tables.formatType(schema) : formatCode(type),
    )
    .join(' or ');
}

/** @returns {{ summary?: string, value: any }[]} */
function listExamples(/** @type {Node} */ { content = {} } = {}) {
  const examples = content['application/json']?.examples ?? {};
  return Object.values(examples);
}

/**
 * Formats the error causes of the service, with their statuses and dialect keys.
 *
 * @param {Record<string, { clause: string, statusKey: string }>} causes
 * @param {Record<string, { description: string, default: number }>} statuses `errors.status` of the dialect
 */
export function formatCauseTable(causes, statuses) {
  return formatTable(
    ['code', 'status', 'when', 'clause', 'dialect key'],
    Object.entries(causes).map(([cause, { clause, statusKey }]) => [
      formatCode(cause),
      String(statuses[statusKey]?.default),
      escapeProse(statuses[statusKey]?.description.replace(/^HTTP status for /, '')),
      formatClause(clause),
      formatCode(`errors.status.${statusKey}`),
    ]),
  );
}

/** Formats the error codes of the control API that an operation declares, each with an example message. */
export function formatControlErrorTable(/** @type {Node} */ control) {
  const errors = listEndpoints({ paths: control['paths'], components: control['components'] })
    .flatMap(({ operation }) => Object.entries(operation.responses))
    .flatMap(([status, response]) =>
      listExamples(response).map(({ value }) => ({ status, ...value })),
    );
  return formatTable(
    ['code', 'status', 'example'],
    control['components'].schemas.ErrorCode.enum.flatMap((/** @type {string} */ name) => {
      const examples = errors.filter((error) => error.code === name);
      const statuses = [...new Set(examples.map(({ status }) => status))].toSorted();
      return examples.length === 0
        ? []
        : [[formatCode(name), statuses.join(', '), escapeProse(examples.at(-1)?.message)]];
    }),
  );
}
