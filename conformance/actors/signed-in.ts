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
  /** The refusal of the account's wallet, if the account signed in by code for that reason. */
  readonly walletRefusal?: HttpResponse;
}

export type WithSession = SignedIn & { readonly session: string };

/** Returns what the response to a sign-in reports about the user (§2.4). */
export function readSignIn(app: App, response: HttpResponse): Omit<SignedIn, 'wallet'> {
  const userMask = findUserMask(response.body);
  return {
    app,
    response,
    session: findText(response.body, 'sessionJwt'),
    userId: findText(userMask, 'id'),
  };
}
