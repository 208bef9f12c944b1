/** Detects whether a session is bound to the client that obtained it (§5.8). */
import { NotTested, createInapplicable } from '../check-errors.ts';
import type { App } from '../actors/app.ts';
import { type SignedIn, requireUserId } from '../actors/signed-in.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import { probe, type Probe, type Probing } from './define-probe.ts';
import { signInAnyUser } from './signed-in-user.ts';

export const boundSessionProbe: Probe = probe(['session.boundToClient'], async (t) => {
  const { secondApp } = t;
  t.requireKnown('user.path', 'user.identifiedBy');
  if (t.dialect.user.identifiedBy !== 'bearerSession') return addBySecondClient(t);
  const user = await signInAnyUser(t);
  const response = await t.sendToService(t.createReadRequest(user, secondApp));
  if (response.accepted) return t.decide('session.boundToClient', 'no', response);
  // Throws NotTested if the second client cannot even read with its own session.
  await t.read(await t.signInWithSession(undefined, secondApp));
  t.decide('session.boundToClient', 'yes', response);
});

/** Detects the binding without a user read, by the user who gets a wallet that the second client adds. */
async function addBySecondClient(t: Probing): Promise<void> {
  const { app, secondApp } = t;
  if (!t.createsUsers) {
    throw createInapplicable(
      'the user read does not identify users by session, and the deployment creates no users for new wallets',
    );
  }
  const user = await t.signInWithSession();
  const ownId = requireUserId(user);
  // Makes another user the last to sign in (§4.3), so that only the session identifies its user.
  await t.signIn(SigningWallet.create(), app);
  if ((await findOwnerAfterAdding(t, app, user)).userId !== ownId) {
    throw new NotTested('the session does not determine who gets an added wallet', 'dialect');
  }
  await t.signIn(SigningWallet.create(), secondApp);
  const { userId, response } = await findOwnerAfterAdding(t, secondApp, user);
  t.decide('session.boundToClient', userId === ownId ? 'no' : 'yes', response);
}

async function findOwnerAfterAdding(t: Probing, app: App, { session }: SignedIn) {
  const added = SigningWallet.create();
  const response = await t.sendToService(app.createAddToUserRequest(t.getFields(added), session));
  const userId = response.accepted ? (await t.signIn(added, app)).userId : null;
  return { userId, response };
}
