import type { Socket } from 'node:net';

import type { Request, RequestHandler, Response } from 'express';

import { getOrCreate } from '../../get-or-create.ts';
import type { BodyOmitted, RequestOutcome } from '../../contract/control-types.ts';
import { hasBody } from '../../http/request-head.ts';
import type { WorkspaceJournal } from '../../traffic/journal/workspace-journal.ts';
import { toRequestOutcome } from '../../traffic/journal/entries.ts';
import type { SandboxExchange } from '../../judge/exchange.ts';
import {
  getContract,
  getWorkspaceId,
  type RequestContext,
  readRequestedUserId,
} from '../request-context.ts';
import type { Services } from '../services.ts';

/** Records the request in the journal of its workspace once it has ended. */
export function createJournalStage({
  journals,
  clock,
  log,
}: Pick<Services, 'journals' | 'clock' | 'log'>): RequestHandler {
  return (req, res, next) => {
    if (req.context.unknownWorkspaceError === undefined)
      recordOnClose(journals.getJournal(getWorkspaceId(req.context)), req, res);
    next();
  };

  function recordOnClose(journal: WorkspaceJournal, req: Request, res: Response): void {
    const startOrder = journal.observations.begin();
    // Later stages change `req.url`.
    const { url } = req;
    res.on('close', () => {
      try {
        journal.record(toEndedExchange(req, res, { url, now: clock.now() }), startOrder);
      } catch (error) {
        log.error('a request is missing in the journal', { err: error });
      }
    });
  }
}

function toEndedExchange(
  req: Request,
  res: Response,
  { url, now }: { readonly url: string; readonly now: number },
): SandboxExchange {
  const { context } = req;
  const { sentResponse } = context;
  const outcome = getOutcome(context);
  const sessionUserId = context.bearer.kind === 'session' ? context.bearer.userId : undefined;
  return {
    // By the clock of the workspace; `startedAt` and `durationMs` are by the wall clock.
    at: context.receivedAt,
    startedAt: context.startedAt,
    durationMs: Math.max(0, now - context.startedAt),
    connection: getConnectionNumber(req.socket),
    contract: getContract(context),
    clients: context.clients,
    operationId: context.operationId,
    userId: context.grant?.userId ?? sessionUserId ?? readRequestedUserId(req),
    outcome,
    details: context.details,
    mistake: context.mistake,
    signedIn: outcome === 'accepted' ? context.grant : undefined,
    fault: context.fault,
    faultCause: context.faultCause,
    chaos: context.chaos,
    shownAt: context.shownAt,
    method: req.method,
    url,
    rawHeaders: req.rawHeaders,
    headers: req.headers,
    body: Buffer.isBuffer(req.body) ? undefined : req.body,
    bodyOmitted: getOmissionReason(req),
    status: sentResponse?.status ?? null,
    responseHeaders: listResponseHeaders(res),
    responseBody: sentResponse?.body,
    responseProblem: context.damage === undefined ? undefined : { kind: 'incomplete' },
  };
}

const connectionNumbers = new WeakMap<Socket, number>();
let connections = 0;

function getConnectionNumber(socket: Socket): number {
  return getOrCreate(connectionNumbers, socket, () => {
    connections += 1;
    return connections;
  });
}

/** Returns the outcome; without a response, a fault has dropped the request, or the client has disconnected. */
function getOutcome({ sentResponse, outcome }: RequestContext): RequestOutcome {
  if (sentResponse === undefined) return outcome === 'fault' ? 'fault' : 'aborted';
  return toRequestOutcome(outcome) ?? 'internal';
}

/** Returns why the entry has no body; undefined if it has one, or if the request had none. */
function getOmissionReason(req: Request): BodyOmitted | undefined {
  const outcome = req.context.bodyReading?.outcome;
  if (outcome === undefined) return hasBody(req) ? 'notRead' : undefined;
  if (outcome === 'absent') return undefined;
  if (outcome === 'tooLarge') return 'tooLarge';
  // A body that is not JSON stays a Buffer.
  return outcome === 'read' && !Buffer.isBuffer(req.body) ? undefined : 'notJson';
}

const SHOWN_HEADERS = [
  'content-type',
  'content-length',
  'allow',
  'retry-after',
  'access-control-allow-origin',
  'flagbearer-fault',
  'flagbearer-chaos',
  'preference-applied',
];

/** Returns alternating names and values. */
function listResponseHeaders(res: Response): readonly string[] {
  return SHOWN_HEADERS.flatMap((name) => {
    const value = res.getHeader(name);
    return value === undefined ? [] : [name, String(value)];
  });
}
