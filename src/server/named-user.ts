import type { Request } from 'express';

import { contractOf } from './request-context.ts';

/**
 * The id in a user read that names its user (dialect: user.identifiedBy), whether there is such a
 * user or not; undefined for every other request.
 */
export function namedUser(req: Request): string | undefined {
  const { identifiedBy } = contractOf(req.context).dialect.user;
  if (req.context.operationId !== 'getUser' || identifiedBy === 'bearerSession') return undefined;
  const id: unknown =
    'query' in identifiedBy
      ? req.query[identifiedBy.query]
      : req.headers[identifiedBy.header.toLowerCase()];
  return typeof id === 'string' ? id : undefined;
}
