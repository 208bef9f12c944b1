import { Router } from 'express';
import type { Request, RequestHandler } from 'express';

import type { CompiledContract, ContractOperation } from '../../contract/validators.ts';
import type { OperationId } from '../../contract/words.ts';
import { Refusal } from '../../domain/errors.ts';
import { currentSigningKey } from '../../sessions/signing-key.ts';
import { nearestOperation } from '../../traffic/near-miss.ts';
import { answer } from '../answer.ts';
import { contractOf } from '../call.ts';
import { inTurn } from '../in-turn.ts';
import type { Services } from '../services.ts';
import { bearer } from './bearer.ts';
import { jsonBody } from './body.ts';
import { clientCredentials } from './client-credentials.ts';
import { unitOfWork } from './unit-of-work.ts';

/** The service of the workspace's dialect; its routes are made once for each contract. */
export function service(services: Services): RequestHandler {
  const routers = new WeakMap<CompiledContract, Router>();
  return (req, res, next) => {
    const contract = contractOf(req.call);
    let router = routers.get(contract);
    if (router === undefined) {
      router = serviceRouter(contract, services);
      routers.set(contract, router);
    }
    router(req, res, next);
  };
}

/** The path of a request through the service. The order of stages is the precedence of errors. */
function serviceRouter(contract: CompiledContract, services: Services): Router {
  const { dialect } = contract;
  const router = Router({ caseSensitive: true, strict: true });
  for (const operation of contract.operations) {
    const { operationId, method } = operation;
    router.all(
      operation.expressPath,
      inTurn(
        onlyMethod(operation),
        clientCredentials(services.store),
        ...(method === 'get' ? [] : [jsonBody(dialect)]),
        (req, _res, next) => {
          contract.validateRequest(operationId, req);
          next();
        },
        bearer(operationId, dialect, services),
        unitOfWork(operationId, contract, services),
      ),
    );
  }
  if (dialect.session.jwksPath !== 'none') {
    router.get(dialect.session.jwksPath, publicKeys(services));
  }
  router.use((req) => {
    throw new Refusal('notFound', 'There is no such path.', {
      details: [{ pointer: '/path', message: nearestTo(req, contract) }],
    });
  });
  return router;
}

function onlyMethod({ method }: ContractOperation<OperationId>): RequestHandler {
  const allowed = method.toUpperCase();
  return (req, _res, next) => {
    if (req.method !== allowed) {
      throw new Refusal('method', `This path takes ${allowed} only.`, { allow: [allowed] });
    }
    next();
  };
}

/** The keys that sessions are signed with (RFC 7517). */
function publicKeys({ store, tokens }: Services): RequestHandler {
  return async (req, res) => {
    const key = await currentSigningKey(store, req.call.workspace, tokens);
    req.call.outcome = 'accepted';
    answer(req, res, { status: 200, body: tokens.publicKeys([key]) });
  };
}

function nearestTo({ method, path }: Request, { operations }: CompiledContract): string {
  const nearest = nearestOperation(operations, method, path);
  if (nearest !== undefined) return `did you mean ${nearest.path}?`;
  const paths = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  return `is none of ${paths.join(', ')}`;
}
