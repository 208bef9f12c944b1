/** Right calls as what checks begin with: accepted ones to be looked at, and ones to be spoiled. */
import type { OperationId } from '../../src/contract/words.ts';
import { refusedEmptyHanded } from '../responses/given-away.ts';
import type { Attempt } from '../attempt.ts';
import type { RunContext } from '../run-context.ts';
import { NotTested } from '../outcomes.ts';
import { rightSend } from '../observations/otp-pair.ts';
import { rejectedOnce } from '../observations/rejected-requests.ts';
import { withHeader, type Call, type Reply } from '../target/call.ts';
import { rightOfBystander } from './bystander.ts';
import { mayBeRestricted, needsUnflagged } from './two-wallets.ts';

const ID = 'service-client-id';
const SECRET = 'service-client-secret';

/** One way to spoil a right call. */
export interface Spoil {
  /** What the call is then, as `without walletAddress`. */
  readonly what: string;
  by(call: Call): Call;
}

/** An id that no client has, and begins as that of one. */
export const withUnknownId = (call: Call) =>
  withHeader(call, ID, `${call.headers[ID] ?? ''}-of-nobody`);

/** A secret that no client has, and begins as that of one. */
export const withWrongSecret = (call: Call) =>
  withHeader(call, SECRET, `${call.headers[SECRET] ?? ''}0`);

/** Asserts that a right call, spoiled in one of several ways, is refused each time. */
export async function refusesEach(
  t: Attempt,
  operation: OperationId,
  spoils: readonly Spoil[],
): Promise<void> {
  await t.around.control(operation);
  let right: Call | undefined;
  for (const { what, by } of spoils) {
    if (right === undefined || isUsedUpByRefusal(t, operation)) right = await toSpoil(t, operation);
    const reply = await rejectedOnce(t, by(right), (call) => t.flows.dispatch(call));
    refusedEmptyHanded(t, reply, `a request ${what}`);
  }
}

/** Asserts that a right call of an operation is accepted; one that was in this run will do. */
export async function acceptedRight(t: Attempt, operation: OperationId): Promise<Reply> {
  const known = await t.around.control(operation).catch(refusalOf);
  const reply = known instanceof NotTested ? await anotherRight(t, operation) : known;
  t.decided(reply);
  const mayBeForbidden = operation === 'addWalletToUser' && mayBeRestricted(t);
  if (!reply.accepted && mayBeForbidden) throw needsUnflagged();
  t.accepted(reply, `a valid ${operation} request`);
  return reply;
}

/** A send may be refused because nobody has the destination: then it is that of an account (§5.6). */
async function anotherRight(t: Attempt, operation: OperationId): Promise<Reply> {
  switch (operation) {
    case 'sendSmsOtp':
      return (await rightSend(t, 'sms')).reply;
    case 'sendEmailOtp':
      return (await rightSend(t, 'email')).reply;
    default:
      return t.flows.dispatch(await t.flows.right(operation));
  }
}

/** For what may be told by a refusal; everything else is thrown on. */
export function refusalOf(error: unknown): NotTested {
  if (error instanceof NotTested) return error;
  throw error;
}

/**
 * The answer to a right call of an operation. Where right calls are refused, it is tried whether
 * they are accepted in another way: then the deployment does not keep the rule at hand, and
 * otherwise something else is wrong with the operation, which another check finds.
 *
 * @param unknown looks at the operation where it is not known what a right call is
 * @throws NotTested where right calls are refused, and wrong ones too
 */
export async function acceptedInstead(
  t: Attempt,
  operation: OperationId,
  others: readonly Spoil[],
  unknown: (t: Attempt, operation: OperationId) => Promise<void> = async () => undefined,
): Promise<Reply> {
  const known = await t.around.control(operation).catch(refusalOf);
  if (!(known instanceof NotTested)) return known;
  if (known.because === 'dialect') await unknown(t, operation);
  if (known.because === 'contract') {
    for (const { what, by } of others) {
      const reply = await t.flows.dispatch(by(await t.flows.right(operation)));
      if (!reply.accepted) {
        t.that(true, '', reply);
        continue;
      }
      const right = await t.flows.dispatch(await t.flows.right(operation));
      t.that(right.accepted, `expected 2xx for a valid request, got it only ${what}`, reply, right);
    }
  }
  throw known;
}

const kept = new WeakMap<RunContext, Map<OperationId, Promise<Call>>>();

/** What takes a code or a session to make is made once, since a spoiled call does not use it up. */
const COSTLY: ReadonlySet<OperationId> = new Set([
  'addWalletToUser',
  'authenticateSmsOtp',
  'authenticateEmailOtp',
  'getUser',
]);

/** A right call that is never sent as it is; the same for all who ask, be it at the same time. */
async function toSpoil(t: Attempt, operation: OperationId): Promise<Call> {
  if (!COSTLY.has(operation)) return t.flows.right(operation);
  const calls = kept.get(t.around) ?? new Map<OperationId, Promise<Call>>();
  kept.set(t.around, calls);
  const call = calls.get(operation) ?? rightOfBystander(t, operation);
  calls.set(operation, call);
  try {
    return await call;
  } catch (error) {
    calls.delete(operation);
    throw error;
  }
}

/** Where a wrong signature may use up the challenge (§4.2), the next one needs another. */
function isUsedUpByRefusal(t: Attempt, operation: OperationId): boolean {
  const { onBadSignature } = t.dialect.wallet.challenge;
  return operation === 'authenticateWallet' && onBadSignature === 'burn';
}
