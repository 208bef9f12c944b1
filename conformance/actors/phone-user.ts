/** Provides a user with a wallet and a phone number, whose sign-in returns a phoneMask (§2.4). */
import { findReportedSubject, findReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import { hasWalletAndNumber } from '../declared-accounts.ts';
import { NotTested, createSettingError, describeRejection } from '../check-errors.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import type { HttpResponse } from '../target/http-request.ts';
import type { SignedIn } from './signed-in.ts';

export interface PhoneUser {
  readonly phoneNumber: string;
  readonly user: SignedIn;
  readonly response: HttpResponse;
  /** The response to the sign-in of this user by one-time password; null if there was none. */
  readonly codeResponse: HttpResponse | null;
  /** Name of the declared account; null if the run itself verified the number. */
  readonly accountName: string | null;
}

/** Signs in one user for all checks; throws NotTested if there is none. */
export const signInPhoneUser = memoizePerRun<PhoneUser>(async (t) => {
  try {
    return await signInWithVerifiedNumber(t);
  } catch (error) {
    const user = error instanceof NotTested ? await findDeclaredUser(t) : null;
    if (user === null) throw error;
    return user;
  }
});

/** Signs in by SMS and adds a wallet, or signs in by wallet and adds the number. */
async function signInWithVerifiedNumber(t: Attempt): Promise<PhoneUser> {
  const { otp, identity } = t.dialect;
  t.requireKnown('otp.sms.authenticateReturns');
  const phoneNumber = t.getDestination('sms');
  const returnsSession = ['session', 'sessionAndRecord'].includes(otp.sms.authenticateReturns);
  // Without a session, `bearerElseLast` adds a wallet to the user who signed in last (§4.3).
  const canAddWallet = returnsSession || identity.addWalletTarget === 'bearerElseLast';
  if (canAddWallet) {
    const user = await t.signInByOtp('sms', phoneNumber);
    const { added } = await t.addNewWallet(user);
    const byWallet = await t.signIn(added);
    const { response } = byWallet;
    if (areDifferentUsers(t, user.response, response)) {
      throw new NotTested(
        'expected an added wallet to sign in the user to whom it was added, got another user',
        'contract',
      );
    }
    const codeResponse = user.response;
    return { phoneNumber, accountName: null, user: byWallet, response, codeResponse };
  }
  if (otp.sms.bearerSession !== 'addsPhone' || !t.createsUsers) {
    throw createSettingError('accounts[] with privateKey and phoneNumber');
  }
  const { wallet, session, app } = await t.signInWithSession();
  const sent = await t.sendOtp('sms', phoneNumber, app, session);
  // The code adds the number to the user, and does not sign in.
  const verified = await t.send(await t.createCodeSubmission(sent));
  if (!verified.accepted) throw new NotTested(describeRejection(verified), 'contract');
  const user = await t.signIn(wallet ?? undefined);
  return { phoneNumber, accountName: null, user, response: user.response, codeResponse: null };
}

async function findDeclaredUser(t: Attempt): Promise<PhoneUser | null> {
  const account = t.listAccountsThatSignIn().find(hasWalletAndNumber);
  if (account === undefined) return null;
  const { name, phoneNumber } = account;
  const user = await t.signInAs(account);
  // A Fraud flag may prevent the sign-in by wallet (§7.4).
  if (user.wallet === null) return null;
  return { phoneNumber, accountName: name, user, response: user.response, codeResponse: null };
}

function areDifferentUsers(t: Attempt, first: HttpResponse, second: HttpResponse): boolean {
  for (const findUser of [findReportedSubject, findReportedUser]) {
    const [firstUser, secondUser] = [findUser(t, first), findUser(t, second)];
    if (firstUser !== null && secondUser !== null) return firstUser !== secondUser;
  }
  return false;
}
