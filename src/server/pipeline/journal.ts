import type { Request, RequestHandler, Response } from 'express';

import type { BodyOmitted, RequestOutcome } from '../../contract/control-words.ts';
import { hasBody } from '../../http/request-head.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { WorkspaceJournal } from '../../traffic/journal/workspace-journal.ts';
import type { Journals } from '../../traffic/journal/journals.ts';
import { requestOutcome } from '../../traffic/journal/entries.ts';
import type { SandboxExchange } from '../../judge/exchange.ts';
import { contractOf, workspaceIdOf } from '../request-context.ts';
import type { RequestContext } from '../request-context.ts';
import { namedUser } from '../named-user.ts';

/** Records the request in the journal of its workspace once it has ended; best effort. */
export function journal({
  journals,
  clock,
  log,
}: {
  readonly journals: Journals;
  readonly clock: Clock;
  readonly log: Log;
}): RequestHandler {
  const headersOf = responseHeaderReader();
  return (req, res, next) => {
    if (req.context.unknown === undefined) watch(journals.of(workspaceIdOf(req.context)), req, res);
    next();
  };

  function watch(journal: WorkspaceJournal, req: Request, res: Response): void {
    const began = journal.observations.begins();
    // A stage that mounts something may change it.
    const { url } = req;
    res.on('close', () => {
      try {
        journal.record(
          endedExchange(req, { url, now: clock.now(), headers: headersOf(res) }),
          began,
        );
      } catch (error) {
        log.error('a request is missing in the journal', { err: error });
      }
    });
  }
}

function endedExchange(
  req: Request,
  { url, now, headers }: { url: string; now: number; headers: readonly string[] },
): SandboxExchange {
  const { context } = req;
  const { answered } = context;
  const outcome = outcomeOf(context);
  return {
    at: context.at,
    startedAt: context.startedAt,
    durationMs: Math.max(0, now - context.startedAt),
    contract: contractOf(context),
    clients: context.clients,
    operationId: context.operationId,
    userId: context.grant?.userId ?? sessionUserOf(context) ?? namedUser(req),
    outcome,
    details: context.details,
    slip: context.slip,
    signedIn: outcome === 'accepted' ? context.grant : undefined,
    bearer: context.bearer,
    fault: context.fault,
    faultCause: context.faultCause,
    chaos: context.chaos,
    shownAt: context.shownAt,
    method: req.method,
    url,
    rawHeaders: req.rawHeaders,
    headers: req.headers,
    body: Buffer.isBuffer(req.body) ? undefined : req.body,
    bodyOmitted: bodyOmitted(req),
    status: answered?.status ?? null,
    responseHeaders: headers,
    responseBody: answered?.body,
  };
}

/** A request without a response was dropped by a fault, or its client disconnected. */
function outcomeOf({ answered, outcome }: RequestContext): RequestOutcome {
  if (answered === undefined) return outcome === 'fault' ? 'fault' : 'aborted';
  return requestOutcome(outcome) ?? 'internal';
}

function sessionUserOf({ bearer }: RequestContext): string | undefined {
  return bearer.kind === 'session' ? bearer.userId : undefined;
}

/** A body that was read and is not parsed is a Buffer. */
function bodyOmitted(req: Request): BodyOmitted | undefined {
  switch (req.context.reading?.outcome) {
    case undefined:
      return hasBody(req) ? 'notRead' : undefined;
    case 'absent':
      return undefined;
    case 'tooLarge':
      return 'tooLarge';
    case 'read':
      return Buffer.isBuffer(req.body) ? 'notJson' : undefined;
    case 'notUtf8':
    case 'unknownEncoding':
    case 'undecodable':
    case 'incomplete':
      return 'notJson';
  }
}

/** The response headers that the journal shows. */
const ANSWER_HEADERS = [
  'content-type',
  'content-length',
  'allow',
  'retry-after',
  'access-control-allow-origin',
  'flagbearer-fault',
  'flagbearer-chaos',
  'preference-applied',
];
const NO_HEADERS: readonly string[] = [];

/** Reads names and values in turn; consecutive responses with the same headers share one list. */
function responseHeaderReader(): (res: Response) => readonly string[] {
  let last = NO_HEADERS;
  return (res) => {
    const list: string[] = [];
    for (const name of ANSWER_HEADERS) {
      const value = res.getHeader(name);
      if (value !== undefined) list.push(name, String(value));
    }
    if (list.length !== last.length || list.some((text, at) => text !== last[at])) last = list;
    return last;
  };
}
