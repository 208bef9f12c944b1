import type { RequestHandler } from 'express';

import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { Call } from '../call.ts';

/** Opens the call, and logs one line when its answer is out. */
export function requestLog({ log, clock }: { log: Log; clock: Clock }): RequestHandler {
  return (req, res, next) => {
    const call = new Call(pathOf(req.url), clock.now());
    req.call = call;
    res.on('close', () => {
      log.info(`${req.method} ${call.path} ${res.statusCode}`, {
        workspace: call.workspace,
        operation: call.operationId,
        client: call.client?.id,
        outcome: res.writableFinished || call.fault !== undefined ? call.outcome : 'aborted',
        clause: call.clause,
        fault: call.fault,
        chaos: call.chaos.length > 0 ? call.chaos : undefined,
        durationMs: clock.now() - call.startedAt,
      });
    });
    next();
  };
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
