import type { Reply } from '../target/call.ts';
import type { App } from './app.ts';
import type { SigningWallet } from './signing-wallet.ts';

/** A user signed in through a client application. */
export interface SignedIn {
  readonly app: App;
  readonly reply: Reply;
  /** Null where the answer has none. */
  readonly session: string | null;
  readonly userId: string | null;
  /** Null for a sign-in by one-time password. */
  readonly wallet: SigningWallet | null;
}
