/** Detects the kinds of bearer tokens that operations need and accept (§5.2, §5.7). */
import type { OperationId } from '../../src/contract/types.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import { withSessionOnly } from '../target/session-place.ts';
import type { BearerKind } from './bearer-findings.ts';
import type { Probing } from './define-probe.ts';

/** Returns a new valid request; null omits the bearer token. */
export type CreateRequest = (bearer: string | null) => Promise<HttpRequest> | HttpRequest;

export interface BearerTrial {
  /** The first accepted response; null if every attempt was rejected. */
  readonly accepted: { readonly kind: BearerKind | 'none'; readonly response: HttpResponse } | null;
  readonly refusals: ReadonlyMap<BearerKind | 'none', HttpResponse>;
}

/** Tries no bearer token, the access token, then a session, until the request is accepted. */
export async function tryBearers(
  t: Probing,
  operation: OperationId,
  createRequest: CreateRequest,
  kinds: readonly BearerKind[] = ['client', 'session'],
): Promise<BearerTrial> {
  const { bearers } = t.ctx.knowledge;
  const refusals = new Map<BearerKind | 'none', HttpResponse>();
  const withoutBearer = await dispatch(t, await createRequest(null));
  if (withoutBearer.accepted) {
    bearers.recordNotNeeded(operation, withoutBearer);
    applyFindings(t);
    return { accepted: { kind: 'none', response: withoutBearer }, refusals };
  }
  refusals.set('none', withoutBearer);
  for (const { kind, bearer } of listAvailableTokens(t)) {
    if (!kinds.includes(kind) || bearers.responses.get(kind)?.accepted === false) continue;
    const response = await dispatch(t, await createRequest(bearer));
    if (!response.accepted) {
      refusals.set(kind, response);
      continue;
    }
    recordNeed(t, operation, { kind, response }, refusals);
    return { accepted: { kind, response }, refusals };
  }
  return { accepted: null, refusals };
}

/** Records the accepted kind of token, and the refusals of other kinds and of requests without a token. */
export function recordNeed(
  t: Probing,
  operation: OperationId,
  { kind, response }: { readonly kind: BearerKind; readonly response: HttpResponse },
  refusals: BearerTrial['refusals'],
): void {
  const { bearers } = t.ctx.knowledge;
  const withoutBearer = refusals.get('none');
  const clientResponse = refusals.get('client');
  if (withoutBearer !== undefined) bearers.recordNeeded(operation, withoutBearer);
  bearers.responses.set(kind, response);
  if (clientResponse !== undefined) bearers.responses.set('client', clientResponse);
  applyFindings(t);
}

/** Sends a request with each kind of token that has no result yet; unlike `tryBearers`, does not stop at success. */
export async function tryEachTokenKind(t: Probing, createRequest: CreateRequest): Promise<void> {
  const { bearers } = t.ctx.knowledge;
  for (const { kind, bearer } of listAvailableTokens(t)) {
    if (bearers.responses.get(kind) !== undefined) continue;
    const request = await createRequest(bearer);
    const isSession = kind === 'session';
    const requestToSend = isSession ? withSessionOnly(request, bearer, t.dialect) : request;
    bearers.responses.set(kind, await dispatch(t, requestToSend));
  }
}

interface AvailableToken {
  readonly kind: BearerKind;
  readonly bearer: string;
}

export function listAvailableTokens(t: Probing): readonly AvailableToken[] {
  const { accessToken, clientId } = t.app.credentials;
  const session = t.ctx.knowledge.memory.findSession(clientId);
  return [
    ...(accessToken === null ? [] : [{ kind: 'client' as const, bearer: accessToken }]),
    ...(session === null ? [] : [{ kind: 'session' as const, bearer: session }]),
  ];
}

/** Writes the findings into the dialect. Decides `bearer.accepts` once both kinds of token were tried. */
export function applyFindings(t: Probing): void {
  const { bearers } = t.ctx.knowledge;
  const clientResponse = bearers.responses.get('client');
  const sessionResponse = bearers.responses.get('session');
  if (clientResponse !== undefined && sessionResponse !== undefined) {
    const accepts = [
      ...(clientResponse.accepted ? ['client'] : []),
      ...(sessionResponse.accepted ? ['session'] : []),
    ];
    if (accepts.length > 0) t.decide('bearer.accepts', accepts, sessionResponse);
  } else if (sessionResponse?.accepted && t.app.credentials.accessToken === null) {
    t.assume('bearer.accepts', ['session']);
  }
  t.assume('bearer.requiredOn', bearers.required);
}

async function dispatch(t: Probing, request: HttpRequest): Promise<HttpResponse> {
  const response = await t.dispatch(request);
  t.requireServiceResponse(response);
  return response;
}
