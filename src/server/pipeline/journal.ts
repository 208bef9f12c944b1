import type { Request, RequestHandler, Response } from 'express';

import { hasBody } from '../../http/body.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Journal } from '../../traffic/journal.ts';
import { callOutcome } from '../../traffic/outcome.ts';
import { recordedCall } from '../../traffic/recorded-call.ts';
import type { EndedAnswer, EndedCall, SentBody } from '../../traffic/recorded-call.ts';
import { contractOf } from '../call.ts';
import type { Call } from '../call.ts';
import { namedUser } from '../named-user.ts';

/** Keeps the call in the journal of its workspace once it has ended; best effort. */
export function journal({
  journal,
  clock,
  log,
}: {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
}): RequestHandler {
  return (req, res, next) => {
    const book = journal.book(req.call.workspace);
    const began = book.observations.begins();
    const url = req.url;
    res.once('close', () => {
      try {
        const ended = endedCall(req, res, url, clock.now());
        if (ended === undefined) return;
        book.observations.ends(ended, book.add(recordedCall(ended)), began);
      } catch (error) {
        log.error('a call is not in the journal', { err: error });
      }
    });
    next();
  };
}

/** @returns undefined for a call whose workspace went away meanwhile */
function endedCall(req: Request, res: Response, url: string, now: number): EndedCall | undefined {
  const { call } = req;
  const outcome = callOutcome(
    call.answered === undefined && call.outcome !== 'fault' ? 'aborted' : call.outcome,
  );
  if (outcome === undefined) return undefined;
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
    fault: call.fault,
    faultCause: call.faultCause,
    method: req.method,
    url,
    rawHeaders: req.rawHeaders,
    headers: req.headers,
    body: bodyOf(req),
    answer: answerOf(call, res),
  };
}

function sessionUserOf({ bearer }: Call): string | undefined {
  return bearer.kind === 'session' ? bearer.userId : undefined;
}

/** What was read and is not parsed stands there as bytes. */
function bodyOf(req: Request): SentBody {
  const body: unknown = req.body;
  switch (req.call.reading?.outcome) {
    case undefined:
      return hasBody(req) ? { omitted: 'notRead' } : { value: undefined };
    case 'absent':
      return { value: undefined };
    case 'tooLarge':
      return { omitted: 'tooLarge' };
    case 'read':
      return Buffer.isBuffer(body) ? { omitted: 'notJson' } : { value: body };
    case 'notUtf8':
    case 'unknownEncoding':
    case 'undecodable':
    case 'incomplete':
      return { omitted: 'notJson' };
  }
}

function answerOf({ answered }: Call, res: Response): EndedAnswer | null {
  if (answered === undefined) return null;
  return { status: answered.status, headers: res.getHeaders(), body: { value: answered.body } };
}
