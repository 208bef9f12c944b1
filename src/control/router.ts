/** The control API as an Express router, with the paths of control.yaml. */
import { Router, type RequestHandler } from 'express';

import { controlDocument } from '../contract/control-document.gen.ts';
import { compileDocument } from '../contract/validators.ts';
import type { CompiledDocument, ContractOperation } from '../contract/validators.ts';
import { groupBy } from '../reporting/text/group-by.ts';
import { createRequestHandler } from './request/request-handler.ts';
import type { ControlServices } from './request/context.ts';
import { ControlRefusal } from './request/control-refusal.ts';

/** Creates the router; its paths have no prefix. Earlier stages resolve the workspace, and a later stage sends errors. */
export function createControlRouter(services: ControlServices): Router {
  const contract = compileDocument(controlDocument);
  const router = Router({ caseSensitive: true, strict: true });
  const operationsByPath = groupBy(contract.operations, ({ path }) => path);
  // Longest path first: `/users/{ref}` also matches `/users/rita:submitKyc`.
  const paths = [...operationsByPath].sort(([a], [b]) => b.length - a.length);
  for (const [path, operations] of paths) {
    router.all(toExpressPath(path), createPathHandler(path, operations, contract, services));
  }
  router.use((req) => {
    throw new ControlRefusal('notFound', `Unknown control API path /sandbox${req.path}.`, {
      details: [{ pointer: '/path', message: 'GET /sandbox/control.json lists the paths' }],
    });
  });
  return router;
}

/** Special characters of Express (path-to-regexp 8), except braces. */
const SPECIAL_CHARACTERS = /[\\:*()[\]+?!]/g;

/** Converts a templated path of OpenAPI to one of Express, where a colon begins a parameter. */
function toExpressPath(path: string): string {
  return path.replace(SPECIAL_CHARACTERS, '\\$&').replaceAll(/\{(\w+)\}/g, ':$1');
}

function createPathHandler(
  path: string,
  operations: readonly ContractOperation[],
  contract: CompiledDocument,
  services: ControlServices,
): RequestHandler {
  const byMethod = new Map(
    operations.map((operation) => [
      operation.method.toUpperCase(),
      createRequestHandler(operation, contract, services),
    ]),
  );
  const get = byMethod.get('GET');
  if (get !== undefined) byMethod.set('HEAD', get);
  const allow = [...byMethod.keys()];

  return async (req, res, next) => {
    const handle = byMethod.get(req.method);
    // `POST /users/rita:submitKYC` also matches `/users/{ref}`, but its action is unknown.
    const isUnknownAction = req.path.includes(':') && !path.includes(':');
    if (handle === undefined && isUnknownAction) return next();
    if (handle === undefined) {
      throw new ControlRefusal('methodNotAllowed', `This path supports only ${allow.join(', ')}.`, {
        allow,
      });
    }
    await handle(req, res);
  };
}
