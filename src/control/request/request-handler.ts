import type { Request, Response } from 'express';

import type { Operation } from '../../contract/openapi-document.ts';
import type { CompiledDocument, ContractOperation } from '../../contract/validators.ts';
import type { ControlContext, ControlServices } from './context.ts';
import { createRefusalAt } from './control-refusal.ts';
import { handlers } from '../index.ts';
import type { ControlOperationId } from './handler.ts';
import { noBody, readControlBody, YAML, YAML_TYPES, type BodyRules } from './request-body.ts';
import { send, sendStream, type OutgoingResponse, type OutgoingStream } from '../../http/send.ts';
import { getRootHost } from '../../http/workspace-host.ts';
import { removeEndSlashes } from '../../http/base-url.ts';

/** A handler without the types of its operation. */
type UntypedHandler = (
  request: {
    readonly path: unknown;
    readonly query: unknown;
    readonly header: unknown;
    readonly body: unknown;
    readonly mediaType: string | undefined;
  },
  context: ControlContext,
) => Promise<OutgoingResponse | OutgoingStream>;

/** Operations whose body can contain a scenario. */
const DOCUMENT_OPERATIONS: readonly string[] = ['loadScenario', 'checkScenario', 'createWorkspace'];

/**
 * Returns the handler of an operation. The handler throws ControlRefusal or an error that `toControlRefusal`
 * converts.
 */
export function createRequestHandler(
  { operationId, operation }: ContractOperation,
  contract: CompiledDocument,
  services: ControlServices,
): (req: Request, res: Response) => Promise<void> {
  // The types are generated from the document that requests are validated against.
  const handle = handlers[operationId as ControlOperationId] as UntypedHandler;
  const rules = getBodyRules(operationId, operation);
  const mediaTypes = listMediaTypes(operation);
  const headerNames = (operation.parameters ?? []).flatMap((parameter) =>
    'in' in parameter && parameter.in === 'header' ? [parameter.name] : [],
  );

  return async (req, res) => {
    const body = rules === undefined ? noBody : await readControlBody(req, res, rules);
    const valid = contract.validateRequest(operationId, {
      // The document lists YAML as application/yaml; a client can send another name, such as application/x-yaml.
      headers:
        body.mediaType === undefined
          ? req.headers
          : { ...req.headers, 'content-type': body.mediaType },
      query: req.query,
      params: req.params,
      body: body.value,
    });
    // With the parameter `format`, Accept is ignored; the handler evaluates `format`.
    const hasFormat = Object.hasOwn(valid.query, 'format');
    const mediaType = hasFormat ? mediaTypes[0] : negotiate(req, mediaTypes);
    const context = createContext(req, res, services);
    const response = await handle(
      {
        path: valid.params,
        query: valid.query,
        header: Object.fromEntries(
          headerNames.map((name) => [name, req.headers[name.toLowerCase()]]),
        ),
        body: valid.body,
        mediaType,
      },
      context,
    );
    req.context.outcome = 'accepted';
    if (context.signal.aborted) return;
    if ('chunks' in response) await sendStream(res, response);
    else send(res, response);
  };
}

function getBodyRules(operationId: string, { requestBody }: Operation): BodyRules | undefined {
  if (requestBody === undefined || !('content' in requestBody)) return undefined;
  return {
    mediaTypes: Object.keys(requestBody.content),
    size: DOCUMENT_OPERATIONS.includes(operationId) ? 'document' : 'default',
  };
}

function listMediaTypes({ responses }: Operation): readonly string[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') && 'content' in response ? Object.keys(response.content ?? {}) : [],
  );
}

/** Negotiates the media type (RFC 9110, section 12.5.1); the first media type if the client has no preference. */
function negotiate(req: Request, mediaTypes: readonly string[]): string | undefined {
  if (mediaTypes.length < 2) return mediaTypes[0];
  const chosen = req.accepts(mediaTypes.flatMap((type) => (type === YAML ? YAML_TYPES : [type])));
  if (chosen !== false) return YAML_TYPES.includes(chosen) ? YAML : chosen;
  const choice = mediaTypes.join(' or ');
  const message = `The response is ${choice}.`;
  throw createRefusalAt('/headers/accept', 'notAcceptable', message, `must allow ${choice}`);
}

function createContext(req: Request, res: Response, services: ControlServices): ControlContext {
  const { workspace: workspaceName, workspaceId } = req.context;
  if (workspaceId === undefined) throw new TypeError('the workspace is not resolved yet');
  const disconnected = new AbortController();
  res.once('close', () => disconnected.abort());
  const publicUrl =
    services.access.publicUrl ?? `${req.protocol}://${getRootHost(req.headers.host ?? '')}`;
  return {
    services,
    workspaceName,
    workspaceId,
    publicUrl: removeEndSlashes(publicUrl),
    signal: disconnected.signal,
  };
}
