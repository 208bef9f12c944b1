import { NotTested, createSettingError } from '../check-errors.ts';
import { findText, findUserMask } from '../responses/fields.ts';
import type { HttpResponse } from '../target/http-request.ts';
import type { App } from './app.ts';
import type { SigningWallet } from './signing-wallet.ts';

export interface SignedIn {
  readonly app: App;
  readonly response: HttpResponse;
  readonly session: string | null;
  readonly userId: string | null;
  /** The wallet that signed in; null for a sign-in by one-time password. */
  readonly wallet: SigningWallet | null;
  /** The response that rejected the account's wallet, if the account then signed in by code. */
  readonly walletRefusal?: HttpResponse;
}

export type WithSession = SignedIn & { readonly session: string };

export function readSignIn(app: App, response: HttpResponse): Omit<SignedIn, 'wallet'> {
  const userMask = findUserMask(response.body);
  return {
    app,
    response,
    session: findText(response.body, 'sessionJwt'),
    userId: findText(userMask, 'id'),
  };
}

export function requireUserId({ userId }: SignedIn): string {
  if (userId === null) throw new NotTested('needs a userMask with an id', 'contract');
  return userId;
}

/** Creates the error for a sign-in without session or userMask, which a sign-in by code may omit (§4.5, §4.7). */
export function createMissingFieldError(
  { wallet, walletRefusal }: SignedIn,
  field: string,
): NotTested {
  if (wallet !== null) return new NotTested(`no ${field} was returned`, 'contract');
  const reason = `a sign-in by code returns no ${field}`;
  return createSettingError(
    walletRefusal === undefined
      ? `accounts[].privateKey: ${reason}`
      : `accounts[].privateKey of a wallet that can sign in: ${reason}, and the configured wallet is rejected with ${walletRefusal.status}`,
  );
}
