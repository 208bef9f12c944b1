import { METHODS } from '../contract/openapi-document.ts';
import type { OpenApiDocument, Operation, Response, Schema } from '../contract/openapi-document.ts';

const JSON_TYPE = 'application/json';
const ERROR: Schema = { $ref: '#/components/schemas/SandboxError' };

/** Codes of requests that the HTTP parser rejects, by status. */
const PARSER_CODES = {
  400: 'malformed',
  408: 'requestTimeout',
  413: 'tooLarge',
  417: 'expectationFailed',
  431: 'headersTooLarge',
};

const parserErrors = Object.entries(PARSER_CODES).map(([status, code]) => `${status} ${code}`);
const PARSER_ERRORS = `Requests rejected by the HTTP parser get a SandboxError body, on every path: ${parserErrors.join(', ')}.`;

/** Responses of the sandbox itself on every path of the service, by status. */
const RESPONSES: Readonly<Record<string, { readonly code: string; readonly description: string }>> =
  {
    '400': {
      code: 'workspaceConflict',
      description:
        'Sandbox only: path, header Flagbearer-Workspace and host name select different workspaces.',
    },
    '403': {
      code: 'hostNotAllowed',
      description:
        'Sandbox only: the Host header, or the Origin of a preflight request, is not allowed.',
    },
    '404': { code: 'workspaceUnknown', description: 'Sandbox only: unknown workspace.' },
    '409': {
      code: 'workspaceReset',
      description:
        'Sandbox only: the workspace was reset or loaded during the request; nothing was written.',
    },
    '503': {
      code: 'storeUnavailable',
      description: 'Sandbox only: the store is unavailable; nothing was written.',
    },
  };

const SANDBOX_ERROR: Schema = {
  type: 'object',
  description: 'An error of the sandbox itself, the same in every dialect.',
  required: ['code', 'message', 'details'],
  additionalProperties: false,
  properties: {
    code: {
      type: 'string',
      enum: [
        'originNotAllowed',
        ...Object.values(RESPONSES).map(({ code }) => code),
        ...Object.values(PARSER_CODES),
      ],
    },
    message: { type: 'string' },
    details: { type: 'array', maxItems: 0, items: {} },
  },
};

export function createServedContract(document: OpenApiDocument): OpenApiDocument {
  const { info, paths, components } = document;
  return {
    ...document,
    info: { ...info, description: `${info.description ?? ''}\n\n${PARSER_ERRORS}`.trim() },
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [
        path,
        Object.fromEntries(
          METHODS.flatMap((method) => {
            const operation = item[method];
            return operation === undefined ? [] : [[method, addSandboxResponses(operation)]];
          }),
        ),
      ]),
    ),
    components: { ...components, schemas: { ...components.schemas, SandboxError: SANDBOX_ERROR } },
  };
}

function addSandboxResponses(operation: Operation): Operation {
  const responses = { ...operation.responses };
  for (const [status, { description }] of Object.entries(RESPONSES)) {
    const existing = responses[status];
    // An effective contract has no references to responses; the check narrows the type.
    const response = existing === undefined || '$ref' in existing ? undefined : existing;
    responses[status] = mergeResponse(response, description);
  }
  return { ...operation, responses };
}

function mergeResponse(response: Response | undefined, sandboxDescription: string): Response {
  const description =
    response === undefined ? sandboxDescription : `${response.description} ${sandboxDescription}`;
  // OpenAPI has no optional body, so the response stays without body.
  if (response !== undefined && response.content === undefined) return { ...response, description };
  const json = response?.content?.[JSON_TYPE];
  const schema = json?.schema === undefined ? ERROR : { anyOf: [json.schema, ERROR] };
  return {
    ...response,
    description,
    content: { ...response?.content, [JSON_TYPE]: { ...json, schema } },
  };
}
