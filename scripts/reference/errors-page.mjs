/** The page of refusals: those of the service, by cause, and those of the control API, by code. */
import { callsOf } from './openapi-page.mjs';
import { clause, code, prose, table } from './markdown.mjs';

/**
 * @typedef {import('./openapi-page.mjs').Contract} Contract
 * @typedef {import('./openapi-page.mjs').Answer} Answer
 * @typedef {{ description: string, default: number }} StatusKey
 * @typedef {Readonly<Record<string, { clause: string, statusKey: string }>>} Causes
 */

/**
 * @param {object} sources
 * @param {Contract} sources.service openapi/api.yaml
 * @param {Contract} sources.control openapi/control.yaml
 * @param {Readonly<Record<string, StatusKey>>} sources.statuses `errors.status` of the dialect
 * @param {Causes} sources.causes clause and status key of each cause
 */
export function errorsPage({ service, control, statuses, causes }) {
  return [introduction, serviceTable(service, statuses, causes), after, controlTable(control)].join(
    '\n\n',
  );
}

const introduction = `# Errors

The interface does not show statuses and bodies of errors (§7). The sandbox defines **codes**; the dialect defines the status of each
(\`errors.status\`) and the format of the body (\`errors.body\`).

The default body is \`{code, message, details: [{pointer, message}]}\`. Other formats: RFC 9457 (\`problem\`), \`{error: {...}}\`
(\`nested\`), no body (\`empty\`).

## Codes of the service

In order of precedence: a request without credentials and with an invalid body is rejected for its credentials.`;

const after = `\`429\` has the header \`Retry-After\` if waiting helps. An internal error of the sandbox is a 500 with the code \`internal\`; its log has the
reason. The [journal](../traffic.md#the-journal) names the violated rule of each error, and a [fault](../traffic.md#faults) can simulate
any error.`;

/** As the stages of the pipeline find them (ARCHITECTURE.md, "The path of a request"). */
const ORDER = [
  'notFound',
  'methodNotAllowed',
  'clientCredentials',
  'tooLarge',
  'unsupportedMediaType',
  'malformed',
  'invalidRequest',
  'bearer',
];

/**
 * @param {Contract} service
 * @param {Readonly<Record<string, StatusKey>>} statuses
 * @param {Causes} causes
 */
function serviceTable(service, statuses, causes) {
  const rank = (/** @type {string} */ cause) => ORDER.indexOf(cause) + 1 || ORDER.length + 1;
  const rows = Object.entries(causes)
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([cause, { clause: clauseId, statusKey }]) => [
      code(cause),
      String(statuses[statusKey]?.default),
      prose((statuses[statusKey]?.description ?? '').replace(/^HTTP status of: /, '')),
      clause(clauseId),
      operationsWith(service, cause)
        .map((id) => `[${id}](api.md#${id.toLowerCase()})`)
        .join(', '),
      code(`errors.status.${statusKey}`),
    ]);
  return table(['cause', 'status', 'when', 'clause', 'operations', 'dialect key'], rows);
}

/**
 * @param {Contract} contract
 * @param {string} cause
 */
function operationsWith(contract, cause) {
  return callsOf(contract)
    .filter(({ operation }) =>
      Object.values(operation.responses).some((answer) =>
        resolved(answer, contract.components)['x-causes']?.includes(cause),
      ),
    )
    .map(({ operation }) => operation.operationId);
}

/** @returns {Answer} */
function resolved(/** @type {Answer} */ answer, /** @type {Contract['components']} */ components) {
  return components.responses[answer.$ref?.replace(/.*\//, '') ?? ''] ?? answer;
}

/**
 * What can be the response to any request, and so is declared of none.
 * @type {Readonly<Record<string, { statuses: Iterable<string>, message: string }>>}
 */
const UNDECLARED = {
  methodNotAllowed: {
    statuses: ['405'],
    message: 'The path has no such method; the header Allow has those that there are.',
  },
  internal: { statuses: ['500'], message: 'Internal error; see the log of the sandbox.' },
  requestTimeout: { statuses: ['408'], message: 'Timeout: the request was not complete in time.' },
  expectationFailed: {
    statuses: ['417'],
    message:
      'Unsupported Expect header; only 100-continue is supported (RFC 9110, section 10.1.1).',
  },
  headersTooLarge: { statuses: ['431'], message: 'Request line and headers are too large.' },
};

/** @returns {never} */
function missing(/** @type {string} */ name) {
  throw new Error(`openapi/control.yaml has no example of an answer with the code ${name}`);
}

/** The codes of the control API, each with the statuses and the words of the examples. */
function controlTable(/** @type {Contract} */ control) {
  /** @type {Map<string, { statuses: Set<string>, message: string }>} */
  const found = new Map();
  for (const { operation } of callsOf(control)) {
    for (const [status, written] of Object.entries(operation.responses)) {
      for (const { code: name, message } of errorsIn(resolved(written, control.components))) {
        const { statuses } = found.get(name) ?? { statuses: new Set() };
        found.set(name, { statuses: statuses.add(status), message });
      }
    }
  }
  const codes = /** @type {string[]} */ (control.components.schemas['ErrorCode']?.enum ?? []);
  const rows = codes.map((name) => {
    const { statuses, message } = found.get(name) ?? UNDECLARED[name] ?? missing(name);
    return [code(name), [...statuses].toSorted().join(', '), prose(message)];
  });
  return [
    '## Codes of the control API',
    'Errors of the control API do not depend on the dialect: `{code, message, details}`, with `findings` for a rejected document.',
    table(['code', 'status', 'example'], rows),
  ].join('\n\n');
}

/** @returns {{ code: string, message: string }[]} */
function errorsIn(/** @type {Answer} */ { content = {} }) {
  return Object.values(content['application/json']?.examples ?? {}).flatMap(({ value }) => {
    const error = /** @type {{ code?: string, message?: string }} */ (value ?? {});
    return error.code === undefined ? [] : [{ code: error.code, message: error.message ?? '' }];
  });
}
