import type { RequestHandler } from 'express';

import { compiledContract } from '../../contract/validators.ts';
import { defaultDialect } from '../../dialect/keys.ts';
import { pathOf } from '../../http/request-head.ts';
import { redactorOf } from '../../redaction/request-redactor.ts';
import { Call } from '../call.ts';
import type { Services } from '../services.ts';

/** By which a caller finds the line in the log. */
const REQUEST_ID = 'X-Request-Id';

/** Opens the request and names it; counts it, and logs one line, when its response is out. */
export function requestLog({
  log,
  clock,
  metrics,
  makeRequestId,
}: Pick<Services, 'log' | 'clock' | 'metrics' | 'makeRequestId'>): RequestHandler {
  return (req, res, next) => {
    const call = new Call(makeRequestId(), pathOf(req.url), clock.now());
    req.call = call;
    res.setHeader(REQUEST_ID, call.id);
    res.on('close', () => {
      const duration = clock.now() - call.startedAt;
      const outcome = res.writableFinished || call.fault !== undefined ? call.outcome : 'aborted';
      metrics.count({
        area: call.area,
        operation: call.operationId,
        status: res.headersSent ? res.statusCode : undefined,
        outcome,
        duration,
      });
      log.call({
        method: req.method,
        path: shownPath(call),
        status: res.statusCode,
        requestId: call.id,
        workspace: call.workspace,
        operation: call.operationId,
        client: call.client?.id,
        outcome,
        clause: call.clause,
        fault: call.fault,
        chaos: call.chaos,
        durationMs: duration,
      });
    });
    next();
  };
}

/** The path of an operation holds no secret; of any other one that can't be said. */
function shownPath({ path, operationId, area, clients, contract }: Call): string {
  if (operationId !== undefined || area === 'console') return path;
  const redactor = redactorOf(clients, contract ?? compiledContract(defaultDialect));
  return area === 'service' ? redactor.path(path) : redactor.text(path);
}
