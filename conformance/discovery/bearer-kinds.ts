/** Finds the bearer tokens that an operation needs, by valid requests (§5.2, §5.7). */
import type { OperationId } from '../../src/contract/types.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import type { BearerKind } from './bearer-findings.ts';
import type { Probing } from './define-probe.ts';

/** Returns a new valid request with the bearer token; null sends none. */
export type CreateRequest = (bearer: string | null) => Promise<HttpRequest>;

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
  const without = await dispatch(t, await createRequest(null));
  if (without.accepted) {
    bearers.recordNotNeeded(operation, without);
    applyFindings(t);
    return { accepted: { kind: 'none', response: without }, refusals };
  }
  refusals.set('none', without);
  for (const { kind, bearer } of listAvailableTokens(t)) {
    if (!kinds.includes(kind) || bearers.findResponse(kind)?.accepted === false) continue;
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

/** Records the bearer with which an operation was accepted; it was refused with the preceding ones. */
export function recordNeed(
  t: Probing,
  operation: OperationId,
  { kind, response }: { readonly kind: BearerKind; readonly response: HttpResponse },
  refusals: BearerTrial['refusals'],
): void {
  const { bearers } = t.ctx.knowledge;
  const without = refusals.get('none');
  const byClient = refusals.get('client');
  if (without !== undefined) bearers.recordNeeded(operation, without);
  bearers.recordServed(kind, response);
  if (byClient !== undefined) bearers.recordServed('client', byClient);
  applyFindings(t);
}

/** Detects whether each kind of bearer token is accepted, with an operation that needs one. */
export async function tryEachTokenKind(t: Probing, make: CreateRequest): Promise<void> {
  const { bearers } = t.ctx.knowledge;
  for (const { kind, bearer } of listAvailableTokens(t)) {
    if (bearers.findResponse(kind) !== undefined) continue;
    bearers.recordServed(kind, await dispatch(t, await make(bearer)));
  }
}

interface AvailableToken {
  readonly kind: BearerKind;
  readonly bearer: string;
}

export function listAvailableTokens(t: Probing): readonly AvailableToken[] {
  const { accessToken, clientId } = t.flows.app.credentials;
  const session = t.ctx.knowledge.memory.findSession(clientId);
  return [
    ...(accessToken === null ? [] : [{ kind: 'client' as const, bearer: accessToken }]),
    ...(session === null ? [] : [{ kind: 'session' as const, bearer: session }]),
  ];
}

/** Applies the findings to the dialect; decides `bearer.accepts` only after both kinds were tried. */
export function applyFindings(t: Probing): void {
  const { bearers } = t.ctx.knowledge;
  const byClient = bearers.findResponse('client');
  const bySession = bearers.findResponse('session');
  if (byClient !== undefined && bySession !== undefined) {
    const accepts = [
      ...(byClient.accepted ? ['client'] : []),
      ...(bySession.accepted ? ['session'] : []),
    ];
    if (accepts.length > 0) t.decide('bearer.accepts', accepts, bySession);
  } else if (bySession?.accepted && t.flows.app.credentials.accessToken === null) {
    t.assume('bearer.accepts', ['session']);
  }
  t.assume('bearer.requiredOn', bearers.required);
}

/** Sends a request; throws Trouble if a gateway or a rate limit rejected it. */
async function dispatch(t: Probing, request: HttpRequest): Promise<HttpResponse> {
  const response = await t.flows.dispatch(request);
  t.requireServiceResponse(response);
  return response;
}
