/** Which bearer a send needs, and which bearers serve at all (§5.2, §5.7). */
import type { OperationId } from '../../src/contract/words.ts';
import { otpOperations } from '../parties/app.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { Reply } from '../target/call.ts';
import { tryBearers, tryEachKind, useFindings, withBearer } from './bearer-kinds.ts';
import { bearerOperations } from './bearer-findings.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';

const sendEmail = probe([], (t) => trySend(t, 'email'));
const sendSms = probe([], (t) => trySend(t, 'sms'));

async function trySend(t: Probing, channel: 'sms' | 'email'): Promise<void> {
  const operation = otpOperations[channel].send;
  if (t.around.knowledge.bearers.need(operation) !== undefined) return;
  const trial = await tryBearers(t, operation, (bearer) =>
    Promise.resolve(t.flows.app.sendOtp(channel, t.flows.destination(channel), bearer)),
  );
  if (trial.accepted === null) return;
  // Whether the answer to it needs one as well is looked at when answers are understood.
  t.around.knowledge.bearers.suppose(otpOperations[channel].authenticate);
  useFindings(t);
}

/** Whether the access token serves, and whether a session does, by an operation that needs one. */
export const eachKind = probe(['bearer.accepts'], async (t) => {
  const { bearers } = t.around.knowledge;
  const needing = bearerOperations.filter((operation) => bearers.need(operation)?.needed);
  // Sends cost most, and a number may be the reason of a refusal.
  const cheapest = needing.toSorted((a, b) => cost(a) - cost(b))[0];
  if (cheapest === undefined || t.knows('bearer.accepts')) return;
  if (cheapest === 'sendSmsOtp') await trySmsWithSession(t);
  else {
    await tryEachKind(t, async (bearer) => withBearer(await t.flows.right(cheapest), bearer));
  }
  useFindings(t);
});

function cost(operation: OperationId): number {
  return [
    'startWalletAuth',
    'authenticateWallet',
    'getUser',
    'addWalletToUser',
    'sendEmailOtp',
    'authenticateEmailOtp',
    'authenticateSmsOtp',
    'sendSmsOtp',
  ].indexOf(operation);
}

/** A session may have to be that of the user with the number (§5.7), so it is tried with that, too. */
async function trySmsWithSession(t: Probing): Promise<void> {
  const { bearers } = t.around.knowledge;
  if (bearers.answerTo('session') !== undefined) return;
  const number = t.flows.destination('sms');
  const owner = ownerOf(t, (phoneNumber) => phoneNumber === number);
  const user = owner ? await t.flows.signInAs(owner.account) : await t.flows.session();
  const first = await sendWith(t, number, user.session);
  if (first.accepted || owner !== null) {
    bearers.served('session', first);
    return;
  }
  const another = ownerOf(t, () => true);
  if (another === null) {
    t.leaveOpen(
      'bearer.accepts',
      `A send with the session of a user to a number that nobody has is refused with ${first.status}; whether it has to be the user's own, an account with privateKey and phoneNumber would tell.`,
    );
    return;
  }
  const { session } = await t.flows.signInAs(another.account);
  const second = await sendWith(t, another.phoneNumber, session);
  bearers.served('session', second);
  // Sessions serve, but not for a number that is not their user's.
  if (second.accepted) t.assume('otp.sms.bearerSession', 'mustMatch');
}

/** A declared account that signs in by wallet, and its number. */
function ownerOf(
  t: Probing,
  matches: (phoneNumber: string) => boolean,
): { account: DeclaredAccount; phoneNumber: string } | null {
  for (const account of t.around.identities.accounts()) {
    const { phoneNumber, privateKey } = account;
    if (phoneNumber !== null && privateKey !== null && matches(phoneNumber)) {
      return { account, phoneNumber };
    }
  }
  return null;
}

async function sendWith(t: Probing, number: string, session: string | null): Promise<Reply> {
  const reply = await t.flows.dispatch(t.flows.app.sendOtp('sms', number, session));
  t.decided(reply);
  return reply;
}

export const bearersOfSendsProbes: ProbeGroup = {
  name: 'bearers of sends',
  probes: [sendEmail, sendSms, eachKind],
};
