import type { RequestHandler } from 'express';

import { getCompiledContract } from '../../contract/validators.ts';
import { defaultDialect } from '../../dialect/keys.ts';
import { getPath } from '../../http/request-head.ts';
import { getWorkspaceRedactor } from '../../redaction/request-redactor.ts';
import { RequestContext } from '../request-context.ts';
import type { Services } from '../services.ts';

const REQUEST_ID = 'X-Request-Id';

/** Creates the context of a request; counts and logs it when its connection or response has ended. */
export function createRequestLogStage({
  log,
  clock,
  metrics,
  createRequestId,
}: Pick<Services, 'log' | 'clock' | 'metrics' | 'createRequestId'>): RequestHandler {
  return (req, res, next) => {
    const context = new RequestContext(createRequestId(), getPath(req.url), clock.now());
    req.context = context;
    res.setHeader(REQUEST_ID, context.id);
    res.on('close', () => {
      const duration = clock.now() - context.startedAt;
      const status = res.headersSent ? res.statusCode : undefined;
      const outcome =
        res.writableFinished || context.fault !== undefined ? context.outcome : 'aborted';
      metrics.count({
        area: context.area,
        operation: context.operationId,
        status,
        outcome,
        duration,
      });
      log.logRequest({
        method: req.method,
        path: toShownPath(context),
        status,
        requestId: context.id,
        workspace: context.workspace,
        operation: context.operationId,
        client: context.client?.id,
        outcome,
        clause: context.clause,
        fault: context.fault,
        chaos: context.chaos,
        durationMs: duration,
      });
    });
    next();
  };
}

/** Returns the path without secrets. The path of an operation never contains a secret. */
function toShownPath({ path, operationId, area, clients, contract }: RequestContext): string {
  if (operationId !== undefined || area === 'console') return path;
  const redactor = getWorkspaceRedactor(clients, contract ?? getCompiledContract(defaultDialect));
  return area === 'service' ? redactor.redactPath(path) : redactor.redactText(path);
}
