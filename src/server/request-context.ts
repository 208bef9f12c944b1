import type { Request } from 'express';

import { getUserIdPlace } from '../contract/wire/user.ts';
import type { CompiledContract } from '../contract/validators.ts';
import type { ErrorCode, Detail, OperationId } from '../contract/types.ts';
import type { BodyReading } from '../http/body.ts';
import type { ClientMistake } from '../domain/errors.ts';
import type { OutgoingResponse } from '../http/send.ts';
import type { SessionGrant } from '../sessions/session-token.ts';
import type { Client, TokenOwner } from '../domain/records.ts';
import type { ChaosKind, ChaosLevel, Fault } from '../contract/control-types.ts';
import type { ChaosPlan } from '../traffic/chaos/plan.ts';
import { DEFAULT_WORKSPACE, type WorkspaceId, type UnknownWorkspace } from '../store/store.ts';

export class RequestContext {
  /** The id in the log and in `X-Request-Id`. */
  readonly id: string;
  /** The requested path without the query, which could contain secrets. */
  readonly path: string;
  /** When the request came in, in milliseconds of the wall clock. */
  readonly startedAt: number;
  area: 'service' | 'control' | 'console' = 'service';
  workspace = DEFAULT_WORKSPACE;
  /** Whether path, header and host name select different workspaces. */
  selectsSeveralWorkspaces = false;
  /** Set for an unknown workspace, if that must not be revealed before authentication. */
  unknownWorkspaceError: UnknownWorkspace | undefined;
  /** The generation of the workspace when the request came in. The request uses no other generation. */
  workspaceId: WorkspaceId | undefined;
  /** When the request came in, by the workspace clock. */
  receivedAt = 0;
  contract: CompiledContract | undefined;
  clients: ReadonlyMap<string, Client> = new Map();
  faults: readonly Fault[] = [];
  chaosLevel: ChaosLevel = 'off';
  chaosPlan: ChaosPlan | undefined;
  /** Changes the body of a success response before it is sent. */
  varyBody: ((body: unknown) => Promise<unknown>) | undefined;
  /** The kinds of chaos that were applied to this request. */
  chaos: readonly ChaosKind[] = [];
  operationId: OperationId | undefined;
  client: Client | undefined;
  /** The owner of the bearer token. */
  bearer: TokenOwner = { kind: 'none' };
  /** Set once a stage has read the body. */
  bodyReading: BodyReading | undefined;
  /** The session that this request opened (a sign-in). */
  grant: SessionGrant | undefined;
  /** The id of the fault that applies; `prefer` for a Prefer header. */
  fault: string | undefined;
  /** The error that the response of the fault simulates. */
  faultCause: ErrorCode | undefined;
  /** How the fault damages the response. */
  damage: 'truncate' | 'malformed' | undefined;
  /** The workspace time of the state in a success response; 0 for other responses. */
  shownAt = 0;
  /** Why the request was accepted or refused, and the clause; for the log. */
  outcome: string | undefined;
  clause: string | undefined;
  details: readonly Detail[] = [];
  /** A mistake of the client that the refusal does not reveal. */
  mistake: ClientMistake | undefined;
  sentResponse: OutgoingResponse | undefined;

  constructor(id: string, path: string, startedAt: number) {
    this.id = id;
    this.path = path;
    this.startedAt = startedAt;
  }
}

declare module 'express-serve-static-core' {
  interface Request {
    context: RequestContext;
  }
}

export function getContract({ contract }: RequestContext): CompiledContract {
  return requireResult(contract, 'the workspace is not resolved yet');
}

export function getWorkspaceId({ workspaceId }: RequestContext): WorkspaceId {
  return requireResult(workspaceId, 'the workspace is not resolved yet');
}

export function getClient({ client }: RequestContext): Client {
  return requireResult(client, 'the client is not authenticated yet');
}

/** @throws TypeError if a stage runs before its prerequisites: an internal error */
function requireResult<Result>(result: Result | undefined, problem: string): Result {
  if (result === undefined) throw new TypeError(problem);
  return result;
}

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
