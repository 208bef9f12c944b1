import type { Request, RequestHandler } from 'express';

import type { CompiledContract } from '../../contract/validators.ts';
import { readRequest, writeResponse } from '../../contract/wire.ts';
import type { OperationResponse, OperationId } from '../../contract/types.ts';
import { getSuccessStatus } from '../../dialect/success-status.ts';
import { Refusal } from '../../domain/errors.ts';
import { operations } from '../../operations/index.ts';
import type { Accepted, Operation } from '../../operations/operation.ts';
import { getCurrentSigningKey } from '../../sessions/signing-key.ts';
import { signSession, type SessionGrant } from '../../sessions/session-token.ts';
import { sendResponse } from '../send-response.ts';
import type { View } from '../../store/store.ts';
import { getClient, getWorkspaceId, type RequestContext } from '../request-context.ts';
import type { Services } from '../services.ts';

/** A valid response before the commit. */
interface ValidResponse {
  readonly body: Readonly<Record<string, unknown>>;
  readonly grant: SessionGrant | undefined;
}

/** Placeholder for the sessionJwt until the unit of work is committed; has the format of a JWT. */
const UNSIGNED = 'not.yet.signed';

/** Runs an operation. Its writes are committed only if its response matches the contract. */
export function createOperationStage<Id extends OperationId>(
  operationId: Id,
  contract: CompiledContract,
  services: Services,
): RequestHandler {
  const { dialect } = contract;
  const operation: Operation<Id> = operations[operationId];
  const status = getSuccessStatus(operationId, dialect);
  const { store, signatures, tokens } = services;

  return async (req, res) => {
    const { context } = req;
    const outcome = await run(req);
    if (outcome instanceof Refusal) throw outcome;
    const { body, grant } = outcome;
    context.outcome = 'accepted';
    context.grant = grant;
    const hasSession = grant !== undefined && body['sessionJwt'] !== undefined;
    const response = hasSession ? await signResponse(body, grant, context) : body;
    sendResponse(req, res, {
      status,
      body: context.varyBody === undefined ? response : await context.varyBody(response),
    });
  };

  async function run(req: Request): Promise<ValidResponse | Refusal> {
    const { context } = req;
    const workspace = getWorkspaceId(context);
    const request = readRequest(operationId, req, dialect);
    const operationContext = {
      clientId: getClient(context).id,
      bearer: context.bearer,
      defaultCode: services.fixedCode ?? null,
      signedChallenge: null,
    };
    if (operation.access === 'read') {
      return store.read(workspace, async (view) =>
        validateAccepted(await operation.run(view, request, operationContext), view, context),
      );
    }
    const preparedContext =
      operation.prepare === undefined
        ? operationContext
        : await operation.prepare(request, operationContext, {
            signatures,
            read: (read) => store.read(workspace, read),
          });
    return store.write(workspace, async (unit) =>
      validateAccepted(await operation.run(unit, request, preparedContext), unit, context),
    );
  }

  /** Validates the response of an accepted request before anything is committed. */
  function validateAccepted(
    accepted: Accepted<Id> | Refusal,
    view: View,
    context: RequestContext,
  ): ValidResponse | Refusal {
    if (accepted instanceof Refusal) return accepted;
    context.shownAt = view.now;
    const grant = 'grant' in accepted ? accepted.grant : undefined;
    const response =
      grant === undefined ? accepted.body : { sessionJwt: UNSIGNED, ...accepted.body };
    // Body and sessionJwt together are the response of the operation.
    const body = writeResponse(operationId, response as OperationResponse<Id>, dialect);
    contract.validateResponse(operationId, status, body);
    // Validation has passed, and all responses are objects.
    return { body: body as ValidResponse['body'], grant };
  }

  /** Signs the session after the commit, since signing takes time. */
  async function signResponse(
    body: ValidResponse['body'],
    grant: SessionGrant,
    context: RequestContext,
  ): Promise<unknown> {
    const key = await getCurrentSigningKey(store, getWorkspaceId(context), tokens);
    return { ...body, sessionJwt: await signSession(grant, { key, dialect, tokens }) };
  }
}
