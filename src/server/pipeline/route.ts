import type { RequestHandler } from 'express';

import { getPath } from '../../http/request-head.ts';
import { getContract } from '../request-context.ts';

/**
 * Sets the operation of a request, by path and method, because a fault can apply to one operation. The
 * routes refuse requests that match no operation.
 */
export function createRouteStage(): RequestHandler {
  return (req, _res, next) => {
    const { operations } = getContract(req.context);
    // No path of the service has a parameter.
    const requestedPath = getPath(req.url);
    const found = operations.find(({ path }) => path === requestedPath);
    if (found?.method.toUpperCase() === req.method) req.context.operationId = found.operationId;
    next();
  };
}
