import type { Request, RequestHandler, Response } from 'express';

import type { BodyOmitted, CallOutcome } from '../../contract/control-words.ts';
import { hasBody } from '../../http/request-head.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { WorkspaceJournal } from '../../traffic/journal/workspace-journal.ts';
import type { Journal } from '../../traffic/journal/journal.ts';
import { callOutcome } from '../../traffic/journal/outcome.ts';
import type { SandboxExchange } from '../../judge/exchange.ts';
import { contractOf, heldOf } from '../call.ts';
import type { Call } from '../call.ts';
import { namedUser } from '../named-user.ts';

/** Keeps the request in the journal of its workspace once it has ended; best effort. */
export function journal({
  journal,
  clock,
  log,
}: {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
}): RequestHandler {
  const headersOf = answerHeaderReader();
  return (req, res, next) => {
    if (req.call.unknown === undefined) watch(journal.book(heldOf(req.call)), req, res);
    next();
  };

  function watch(book: WorkspaceJournal, req: Request, res: Response): void {
    const began = book.observations.begins();
    // A stage that mounts something may change it.
    const { url } = req;
    res.on('close', () => {
      try {
        book.keep(endedCall(req, { url, now: clock.now(), headers: headersOf(res) }), began);
      } catch (error) {
        log.error('a request is missing in the journal', { err: error });
      }
    });
  }
}

function endedCall(
  req: Request,
  { url, now, headers }: { url: string; now: number; headers: readonly string[] },
): SandboxExchange {
  const { call } = req;
  const { answered } = call;
  const outcome = outcomeOf(call);
  return {
    at: call.at,
    startedAt: call.startedAt,
    durationMs: Math.max(0, now - call.startedAt),
    contract: contractOf(call),
    clients: call.clients,
    operationId: call.operationId,
    userId: call.grant?.userId ?? sessionUserOf(call) ?? namedUser(req),
    outcome,
    details: call.details,
    slip: call.slip,
    signedIn: outcome === 'accepted' ? call.grant : undefined,
    bearer: call.bearer,
    fault: call.fault,
    faultCause: call.faultCause,
    chaos: call.chaos,
    shownAt: call.shownAt,
    method: req.method,
    url,
    rawHeaders: req.rawHeaders,
    headers: req.headers,
    body: Buffer.isBuffer(req.body) ? undefined : req.body,
    bodyOmitted: bodyOmitted(req),
    status: answered?.status ?? null,
    answerHeaders: headers,
    answerBody: answered?.body,
  };
}

/** A request without a response was dropped by a fault, or its client disconnected. */
function outcomeOf({ answered, outcome }: Call): CallOutcome {
  if (answered === undefined) return outcome === 'fault' ? 'fault' : 'aborted';
  return callOutcome(outcome) ?? 'internal';
}

function sessionUserOf({ bearer }: Call): string | undefined {
  return bearer.kind === 'session' ? bearer.userId : undefined;
}

/** What was read and is not parsed stands there as bytes. */
function bodyOmitted(req: Request): BodyOmitted | undefined {
  switch (req.call.reading?.outcome) {
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

/** Headers that a response of the sandbox can have and that tell something. */
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

/** Reads names and values in turn; answers that are alike share one list. */
function answerHeaderReader(): (res: Response) => readonly string[] {
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
