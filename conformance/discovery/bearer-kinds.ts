/** Right calls with one bearer after another, until it is known what an operation needs (§5.2, §5.7). */
import type { OperationId } from '../../src/contract/words.ts';
import type { Call, Reply } from '../target/call.ts';
import { withHeader, withoutHeader } from '../target/call.ts';
import type { BearerKind } from './bearer-findings.ts';
import type { Probing } from './define-probe.ts';

/** Makes a right call, each time another one; null for no bearer. */
export type MakeCall = (bearer: string | null) => Promise<Call>;

export interface BearerTrial {
  /** Null where no bearer made a difference. */
  readonly accepted: { readonly kind: BearerKind | 'none'; readonly reply: Reply } | null;
  /** What was refused, by the bearer that it had. */
  readonly refusals: ReadonlyMap<BearerKind | 'none', Reply>;
}

/** Tries no bearer, the access token, a session, in that order, until the call is accepted. */
export async function tryBearers(
  t: Probing,
  operation: OperationId,
  make: MakeCall,
): Promise<BearerTrial> {
  const { bearers } = t.around.knowledge;
  const refusals = new Map<BearerKind | 'none', Reply>();
  const without = await dispatched(t, await make(null));
  if (without.accepted) {
    bearers.notNeeded(operation, without);
    useFindings(t);
    return { accepted: { kind: 'none', reply: without }, refusals };
  }
  refusals.set('none', without);
  for (const { kind, bearer } of bearersInHand(t)) {
    if (bearers.answerTo(kind)?.accepted === false) continue;
    const reply = await dispatched(t, await make(bearer));
    if (!reply.accepted) {
      refusals.set(kind, reply);
      continue;
    }
    bearers.needed(operation, without);
    bearers.served(kind, reply);
    const byToken = refusals.get('client');
    if (byToken !== undefined) bearers.served('client', byToken);
    useFindings(t);
    return { accepted: { kind, reply }, refusals };
  }
  return { accepted: null, refusals };
}

/** Finds out of each kind of bearer whether it serves, by an operation that needs one. */
export async function tryEachKind(t: Probing, make: MakeCall): Promise<void> {
  const { bearers } = t.around.knowledge;
  for (const { kind, bearer } of bearersInHand(t)) {
    if (bearers.answerTo(kind) !== undefined) continue;
    bearers.served(kind, await dispatched(t, await make(bearer)));
  }
}

interface BearerInHand {
  readonly kind: BearerKind;
  readonly bearer: string;
}

export function bearersInHand(t: Probing): readonly BearerInHand[] {
  const { accessToken, clientId } = t.flows.app.credentials;
  const session = t.around.knowledge.memory.session(clientId);
  return [
    ...(accessToken === null ? [] : [{ kind: 'client' as const, bearer: accessToken }]),
    ...(session === null ? [] : [{ kind: 'session' as const, bearer: session }]),
  ];
}

/** Decides which bearers serve, where both kinds were tried, and words calls by all that is known. */
export function useFindings(t: Probing): void {
  const { bearers } = t.around.knowledge;
  const byClient = bearers.answerTo('client');
  const bySession = bearers.answerTo('session');
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

/** The call with another bearer, or with none. */
export function withBearer(call: Call, bearer: string | null): Call {
  return bearer === null
    ? withoutHeader(call, 'authorization')
    : withHeader(call, 'authorization', `Bearer ${bearer}`);
}

/** @throws Trouble where something before the deployment turned the call away */
async function dispatched(t: Probing, call: Call): Promise<Reply> {
  const reply = await t.flows.dispatch(call);
  t.decided(reply);
  return reply;
}
