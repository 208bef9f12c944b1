import type { Request } from 'express';

import { getUserIdPlace } from '../contract/wire/user.ts';
import { getContract } from './request-context.ts';

/**
 * Returns the user id in the query or header of a user read (`user.identifiedBy`), even of an unknown user;
 * undefined for every other request.
 */
export function readRequestedUserId(req: Request): string | undefined {
  const place = getUserIdPlace(getContract(req.context).dialect);
  if (req.context.operationId !== 'getUser' || place === undefined) return undefined;
  const id: unknown =
    place.in === 'query' ? req.query[place.name] : req.headers[place.name.toLowerCase()];
  return typeof id === 'string' ? id : undefined;
}
