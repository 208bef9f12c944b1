import { findText, findUserMask } from '../responses/fields.ts';
import type { Reply } from '../target/http-request.ts';
import type { App } from './app.ts';
import type { SigningWallet } from './signing-wallet.ts';

/** A signed-in user of a client application. */
export interface SignedIn {
  readonly app: App;
  readonly reply: Reply;
  /** The session token; null if the response has none. */
  readonly session: string | null;
  readonly userId: string | null;
  /** The wallet that signed in; null for a sign-in by one-time password. */
  readonly wallet: SigningWallet | null;
  /** The refusal of the account's wallet, if the account signed in by code for that reason. */
  readonly walletRefusal?: Reply;
}

/** Returns what the response to a sign-in reports about the user (§2.4). */
export function readSignIn(app: App, reply: Reply): Omit<SignedIn, 'wallet'> {
  const userMask = findUserMask(reply.body);
  return {
    app,
    reply,
    session: findText(reply.body, 'sessionJwt'),
    userId: findText(userMask, 'id'),
  };
}
