import type { RequestHandler } from 'express';

import type { CompiledContract } from '../../contract/validators.ts';
import type { OperationId } from '../../contract/words.ts';
import { contractOf } from '../request-context.ts';

type ByPath = ReadonlyMap<string, { readonly operationId: OperationId; readonly method: string }>;

/**
 * Finds the operation of path and method, since faults are set by operation. Requests without operation are
 * refused by the routes.
 */
export function route(): RequestHandler {
  const tables = new WeakMap<CompiledContract, ByPath>();
  return (req, _res, next) => {
    const { context } = req;
    const contract = contractOf(context);
    let table = tables.get(contract);
    if (table === undefined) {
      table = byPath(contract);
      tables.set(contract, table);
    }
    const found = table.get(req.path);
    if (found?.method === req.method) context.operationId = found.operationId;
    next();
  };
}

/** No path of the service has a parameter. */
function byPath({ operations }: CompiledContract): ByPath {
  return new Map(
    operations.map(({ operationId, method, path }) => [
      path,
      { operationId, method: method.toUpperCase() },
    ]),
  );
}
