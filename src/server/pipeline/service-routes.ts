import type { Request, RequestHandler } from 'express';

import { getOrCreate } from '../../get-or-create.ts';
import type { CompiledContract, ContractOperation } from '../../contract/validators.ts';
import type { OperationId } from '../../contract/types.ts';
import { Refusal } from '../../domain/errors.ts';
import { createDecoyKey } from '../../ports/tokens/decoy-key.ts';
import { getCurrentSigningKey } from '../../sessions/signing-key.ts';
import { getPath } from '../../http/request-head.ts';
import { findNearestOperation } from '../../judge/near-miss.ts';
import { sendResponse } from '../send-response.ts';
import { getContract, getWorkspaceId } from '../request-context.ts';
import { compose } from '../compose.ts';
import type { Services } from '../services.ts';
import { createBearerStage } from './bearer.ts';
import { createBodyStage } from './body.ts';
import { createResponseChaosStage } from './chaos.ts';
import { createClientCredentialsStage } from './client-credentials.ts';
import { createOperationStage } from './operation.ts';

const NO_QUERY = {};

/** Handlers by path. No path of the service has a parameter, so a Map suffices. */
type Routes = ReadonlyMap<string, RequestHandler>;

/** Serves the operations of the workspace's dialect; routes are created once for each contract. */
export function createServiceStage(services: Services): RequestHandler {
  const tables = new WeakMap<CompiledContract, Routes>();
  return (req, res, next) => {
    const contract = getContract(req.context);
    const routes = getOrCreate(tables, contract, () => createRoutes(contract, services));
    // Not `req.path`: it omits an invalid fragment (RFC 9112, section 3.2.1), so the path would match.
    const found = routes.get(getPath(req.url));
    if (found === undefined) throw createUnknownPathRefusal(req, contract);
    return found(req, res, next);
  };
}

/** Returns the routes. The order of stages is the precedence of errors. */
function createRoutes(contract: CompiledContract, services: Services): Routes {
  const { dialect } = contract;
  const routes = new Map<string, RequestHandler>();
  const { jwksPath } = dialect.session;
  if (jwksPath !== 'none') routes.set(jwksPath, servePublicKeys(contract, services));
  for (const operation of contract.operations) {
    const { operationId, method } = operation;
    routes.set(
      operation.path,
      compose(
        allowOnlyMethod(operation),
        createClientCredentialsStage(),
        ...(method === 'get' ? [] : [createBodyStage(dialect)]),
        (req, _res, next) => {
          const body: unknown = req.body;
          // Express parses a query at each access.
          const query = req.url.includes('?') ? req.query : NO_QUERY;
          contract.validateRequest(operationId, { headers: req.headers, body, query });
          next();
        },
        createBearerStage(operationId, dialect, services),
        createResponseChaosStage(operationId, contract, services),
        createOperationStage(operationId, contract, services),
      ),
    );
  }
  return routes;
}

function allowOnlyMethod({ method }: ContractOperation<OperationId>): RequestHandler {
  const allowed = method.toUpperCase();
  return (req, _res, next) => {
    if (req.method !== allowed) {
      throw new Refusal('methodNotAllowed', `This path supports only ${allowed}.`, {
        allow: [allowed],
      });
    }
    next();
  };
}

function servePublicKeys(
  contract: CompiledContract,
  { store, tokens, access: { controlToken = '' } }: Services,
): RequestHandler {
  return async (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw createUnknownPathRefusal(req, contract);
    const { unknownWorkspaceError, workspace } = req.context;
    // A decoy hides whether the workspace exists.
    const key =
      unknownWorkspaceError === undefined
        ? await getCurrentSigningKey(store, getWorkspaceId(req.context), tokens)
        : createDecoyKey(contract.dialect.session.algorithm, workspace, controlToken);
    req.context.outcome = 'accepted';
    sendResponse(req, res, { status: 200, body: tokens.createJwks([key]) });
  };
}

function createUnknownPathRefusal(req: Request, contract: CompiledContract): Refusal {
  return new Refusal('notFound', 'Unknown path.', {
    details: [{ pointer: '/path', message: describeNearest(req, contract) }],
  });
}

function describeNearest({ method, path }: Request, { operations }: CompiledContract): string {
  const nearest = findNearestOperation(operations, method, path);
  if (nearest !== undefined) return `did you mean ${nearest.path}?`;
  const paths = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  return `must be one of ${paths.join(', ')}`;
}
