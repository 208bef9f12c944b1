/** Detects who can sign in by wallet, and with which bearer token (§4.2, §5.6). */
import { SigningWallet } from '../actors/signing-wallet.ts';
import { RequestError } from '../target/request-errors.ts';
import { tryBearers, type BearerTrial } from './bearer-kinds.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { decideStatus } from './refusal-status.ts';

const signInProbe = probe(['identity.unknown'], async (t) => {
  t.requireAccepted('startWalletAuth');
  if (t.isDetected('identity.unknown') && !t.createsUsers) {
    await signInWithBearers(t, t.ctx.identities.requireDeclaredWallet());
    return;
  }
  const wallet = SigningWallet.create();
  const newWalletTrial = await signInWithBearers(t, wallet).catch(toRequestError);
  if (newWalletTrial instanceof RequestError) {
    // A declared account shows which bearer token is required.
    if (declaresWallets(t)) await signInWithBearers(t, t.ctx.identities.requireDeclaredWallet());
    throw newWalletTrial;
  }
  if (newWalletTrial.accepted !== null) {
    t.ctx.budget.recordCreatedUser(wallet.address);
    t.decide('identity.unknown', 'signUp', newWalletTrial.accepted.response);
    return;
  }
  const statuses = [
    ...new Set([...newWalletTrial.refusals.values()].map(({ status }) => status)),
  ].join(', ');
  t.recordInconclusive(
    'identity.unknown',
    `A new wallet that signs its challenge is rejected with ${statuses}. To detect whether the wallet must belong to a user, set accounts[].privateKey.`,
  );
  const { identities } = t.ctx;
  if (identities.listAccounts().length > 0) t.assume('identity.unknown', 'rejectAtAuthenticate');
  if (!declaresWallets(t)) return;
  const declaredTrial = await signInWithBearers(t, identities.requireDeclaredWallet());
  const refusal =
    declaredTrial.accepted && newWalletTrial.refusals.get(declaredTrial.accepted.kind);
  if (!refusal) return;
  t.decide('identity.unknown', 'rejectAtAuthenticate', refusal);
  decideStatus(t, 'identityUnknown', refusal);
});

function declaresWallets(t: Probing): boolean {
  return t.ctx.identities.listAccounts(({ privateKey }) => privateKey !== null).length > 0;
}

function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  throw error;
}

function signInWithBearers(t: Probing, wallet: SigningWallet): Promise<BearerTrial> {
  return tryBearers(t, 'authenticateWallet', async (bearer) => {
    const { fields, challenge } = await t.start(wallet);
    return t.app.createSignInRequest(fields, wallet.sign(challenge), bearer);
  });
}

export const walletSignInProbes: ProbeGroup = {
  name: 'wallet sign-in',
  needs: ['wallet.variant'],
  probes: [signInProbe],
};
