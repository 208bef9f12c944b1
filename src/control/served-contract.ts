import { METHODS } from '../contract/openapi-document.ts';
import type { OpenApiDocument, Operation, Response, Schema } from '../contract/openapi-document.ts';
import { STATUSES } from './request/control-refusal.ts';

const JSON_TYPE = 'application/json';
const ERROR: Schema = { $ref: '#/components/schemas/SandboxError' };

/** Codes of requests that the HTTP parser rejects. */
const PARSER_CODES = [
  'malformed',
  'requestTimeout',
  'tooLarge',
  'expectationFailed',
  'headersTooLarge',
] as const;

const parserErrors = PARSER_CODES.map((code) => `${STATUSES[code]} ${code}`);
const PARSER_ERRORS = `Requests rejected by the HTTP parser get a SandboxError body, on every path: ${parserErrors.join(', ')}.`;

/** Responses of the sandbox itself on every path of the service, by code. */
const DESCRIPTIONS = {
  workspaceConflict:
    'Sandbox only: path, header Flagbearer-Workspace and host name select different workspaces.',
  hostNotAllowed:
    'Sandbox only: the Host header, or the Origin of a preflight request, is not allowed.',
  workspaceUnknown: 'Sandbox only: unknown workspace.',
  workspaceReset:
    'Sandbox only: the workspace was reset or loaded during the request; nothing was written.',
  storeUnavailable: 'Sandbox only: the store is unavailable; nothing was written.',
};

const SANDBOX_ERROR: Schema = {
  type: 'object',
  description: 'An error of the sandbox itself, the same in every dialect.',
  required: ['code', 'message', 'details'],
  additionalProperties: false,
  properties: {
    code: {
      type: 'string',
      // `originNotAllowed` is described with `hostNotAllowed`, which has the same status.
      enum: ['originNotAllowed', ...Object.keys(DESCRIPTIONS), ...PARSER_CODES],
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
  for (const [code, description] of Object.entries(DESCRIPTIONS)) {
    const status = STATUSES[code as keyof typeof DESCRIPTIONS];
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
