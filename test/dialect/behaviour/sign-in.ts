/** Signs users in, with the field names of the default dialect (§5.3 to §5.5). */
import type { Wallet } from 'ethers';

import type { ClientApp, HttpResponse } from '../../sandbox.ts';
import type { RecordingWorkspace } from './recording-workspace.ts';

/** Returns the sessionJwt of a user who signs in by wallet. */
export async function signInForSession(
  app: ClientApp,
  { wallet }: { wallet: Wallet },
): Promise<string> {
  const { body } = await app.signIn(wallet);
  return body.sessionJwt;
}

/** Authenticates with the code that was sent last. */
export async function authenticateSms(
  app: ClientApp,
  workspace: RecordingWorkspace,
  phoneNumber: string,
): Promise<HttpResponse> {
  const { recordId, code } = await workspace.readLastMessage(phoneNumber);
  return app.authenticateSms({ phoneId: recordId, otp: code });
}

/** Returns the code with another last digit. */
export function toWrongCode(code: string): string {
  return `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`;
}
