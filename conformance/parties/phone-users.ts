/** A user who signs in by wallet and has a phone number, for what userMask tells of it (§2.4). */
import { userTold } from '../answers/user-told.ts';
import type { Attempt } from '../attempt.ts';
import { NotTested } from '../ends.ts';
import { onceInRun } from '../seen/once.ts';
import type { Reply } from '../target/call.ts';

export interface PhoneUser {
  readonly phoneNumber: string;
  /** The answer to the sign-in by wallet. */
  readonly reply: Reply;
  /** Name of the account that the settings declare; null where the run itself proved the number. */
  readonly declared: string | null;
}

const look = onceInRun<'phone', PhoneUser>(async (t) => {
  try {
    return await proven(t);
  } catch (error) {
    const user = error instanceof NotTested ? await declared(t) : null;
    if (user === null) throw error;
    return user;
  }
});

/**
 * The same for all who ask.
 *
 * @throws NotTested where there is no way to such a user
 */
export function phoneUser(t: Attempt): Promise<PhoneUser> {
  return look(t, 'phone');
}

/** Signs in by SMS and adds a wallet, or signs in by wallet and adds the number. */
async function proven(t: Attempt): Promise<PhoneUser> {
  const { otp, identity } = t.dialect;
  t.needsToKnow('otp.sms.authenticateReturns');
  const phoneNumber = t.flows.destination('sms');
  const givesSession = ['session', 'sessionAndRecord'].includes(otp.sms.authenticateReturns);
  if (givesSession || identity.addWalletTarget === 'bearerElseLast') {
    const user = await t.flows.signInByOtp('sms', phoneNumber);
    const { added } = await t.flows.withAddedWallet(user);
    const { reply } = await t.flows.signIn(added);
    const owner = userTold(t, user.reply);
    if (owner !== null && ![null, owner].includes(userTold(t, reply))) {
      throw new NotTested('an added wallet signs in another user', 'contract');
    }
    return { phoneNumber, declared: null, reply };
  }
  if (otp.sms.bearerSession !== 'addsPhone' || !t.flows.strangersSignUp) {
    throw new NotTested('needs accounts[] with privateKey and phoneNumber', 'settings');
  }
  const { wallet, session, app } = await t.flows.session();
  const sent = await t.flows.sendOtp('sms', phoneNumber, app, session);
  const proof = await t.send(await t.flows.otpCall(sent));
  if (!proof.accepted) throw new NotTested('needs an accepted authenticateSmsOtp', 'contract');
  const { reply } = await t.flows.signIn(wallet ?? undefined);
  return { phoneNumber, declared: null, reply };
}

async function declared(t: Attempt): Promise<PhoneUser | null> {
  for (const account of t.around.identities.accounts()) {
    const { name, phoneNumber, privateKey } = account;
    if (phoneNumber === null || privateKey === null) continue;
    const { reply } = await t.flows.signInAs(account);
    return { phoneNumber, declared: name, reply };
  }
  return null;
}
