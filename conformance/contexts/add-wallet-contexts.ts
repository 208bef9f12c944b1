/** Lists the contexts in which a wallet is added to a user (§4.3). */
import type { Attempt } from '../attempt.ts';
import { NotTested } from '../check-errors.ts';
import type { App, WalletFields } from '../actors/app.ts';
import { type SignedIn, requireUserId } from '../actors/signed-in.ts';
import { requireKind, chooseWalletType } from '../actors/wallet-kinds.ts';
import { withoutWalletField } from '../actors/wallet-requests.ts';
import { channels } from '../actors/operations.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { withFields, type HttpRequest } from '../target/http-request.ts';
import { toContexts, type Context } from './check-in-contexts.ts';
import { requireConcurrency } from '../observations/run-concurrently.ts';

/** A request that adds a wallet, and the user who should get it. */
export interface AddWalletSituation {
  readonly user: SignedIn;
  readonly added: SigningWallet;
  readonly request: HttpRequest;
  /** Wallets that the user already has. */
  readonly existingWallets: readonly SigningWallet[];
  /** A wallet added earlier that has not signed in. */
  readonly unverified?: SigningWallet;
  /** Whether the deployment may reject the request: the interface leaves its form open. */
  readonly mayBeRejected?: boolean;
  /** Adds a wallet to another user, at the same time as `request`. */
  readonly sendForOtherUser?: () => Promise<unknown>;
  /** The client by which the added wallet signs in. Default: the client of the user. */
  readonly signInApp?: App;
}

interface SituationOptions extends Partial<Omit<AddWalletSituation, 'request'>> {
  readonly fields?: (added: SigningWallet) => WalletFields;
}

async function createSituation(
  t: Attempt,
  { fields, ...options }: SituationOptions = {},
): Promise<AddWalletSituation> {
  const user = options.user ?? (await t.signInWithSession());
  const added = SigningWallet.create();
  const request = t.createAddRequest(user, fields?.(added) ?? t.getFields(added));
  const existingWallets = user.wallet === null ? [] : [user.wallet];
  return { user, added, request, existingWallets, ...options };
}

/** Like `createSituation`, but throws NotTested if the request has no session that identifies the user. */
async function createSessionSituation(
  t: Attempt,
  options?: SituationOptions,
): Promise<AddWalletSituation> {
  const situation = await createSituation(t, options);
  const { request, user } = situation;
  const isSent = request.headers['authorization'] === `Bearer ${user.session}`;
  if (isSent && t.ctx.knowledge.bearers.sessionIdentifiesUser) return situation;
  throw new NotTested(
    'needs a session that identifies the user who gets an added wallet',
    'dialect',
  );
}

async function createForKind(t: Attempt, kind: string): Promise<AddWalletSituation> {
  requireKind(t, kind);
  return createSituation(t, { fields: (added) => t.getFields(added, kind) });
}

const UNVERIFIED_WALLETS = 3;

/** Fields by which a server may identify the user, though the interface has none (§4.3). */
const USER_FIELDS = ['userId', 'user', 'id', 'user_id'] as const;

const contextsWithoutCode = toContexts<AddWalletSituation>({
  'network-polygon': (t) => createForKind(t, 'POLYGON'),
  'type-evm': (t) => createForKind(t, chooseWalletType(t)),
  'network-polygon-beside-polygon': async (t) => {
    requireKind(t, 'POLYGON');
    t.requireNewUsers();
    const fields = (wallet: SigningWallet) => t.getFields(wallet, 'POLYGON');
    const wallet = SigningWallet.create();
    const user = await t.signIn(wallet, t.app, fields(wallet));
    return createSituation(t, { user, fields });
  },
  'second-wallet': async (t) => {
    const { user, added } = await t.addNewWallet();
    // A sign-in may end other sessions (§5.8).
    const currentUser = await t.signInWithSession(added);
    const existingWallets = [user.wallet, added].filter((wallet) => wallet !== null);
    return createSituation(t, { user: currentUser, existingWallets });
  },
  'beside-unverified-wallets': async (t) => {
    const { user, added } = await t.addNewWallet();
    for (let count = 1; count < UNVERIFIED_WALLETS; count += 1) await t.addNewWallet(user);
    return createSituation(t, { user, unverified: added });
  },
  again: async (t) => {
    const situation = await createSituation(t);
    await t.sendAccepted(situation.request);
    return { ...situation, mayBeRejected: true };
  },
  'second-client': async (t) => {
    const app = await getSecondApp(t);
    return createSituation(t, { user: await t.signInWithSession(undefined, app) });
  },
  'verified-at-the-second-client': async (t) =>
    createSituation(t, { signInApp: await getSecondApp(t) }),
  'session-of-a-linked-client': async (t) => {
    const app = await getSecondApp(t);
    const { wallet } = await t.signInWithSession();
    if (wallet === null) throw new NotTested('needs a user with a wallet', 'settings');
    return createSessionSituation(t, { user: await t.signIn(wallet, app) });
  },
  'after-another-sign-in': async (t) => {
    const situation = await createSessionSituation(t);
    await t.signInOtherUser(situation.user);
    return situation;
  },
  'after-a-sign-in-by-the-second-client': async (t) => {
    const app = await getSecondApp(t);
    const situation = await createSituation(t);
    await t.signInOtherUser(situation.user, app);
    return situation;
  },
  'after-a-rejected-request': async (t) => {
    const situation = await createSituation(t);
    const response = await t.sendToService(withoutWalletField.apply(situation.request));
    if (response.accepted) throw new NotTested('needs a rejected addWalletToUser', 'contract');
    return situation;
  },
  'concurrently-for-two-users': async (t) => {
    requireConcurrency(t);
    const situation = await createSessionSituation(t);
    const user = await t.signInOtherUser(situation.user);
    const other = await createSessionSituation(t, { user });
    return { ...situation, sendForOtherUser: () => t.send(other.request) };
  },
  'address-in-lower-case': async (t) => {
    const fields = (added: SigningWallet) => t.getFields(added.address.toLowerCase());
    return { ...(await createSituation(t, { fields })), mayBeRejected: true };
  },
  'a-body-that-claims-a-verified-wallet': async (t) => {
    const situation = await createSituation(t);
    const withTexts = withFields(situation.request, ['status', 'state'], 'verified');
    const request = withFields(withTexts, ['verified', 'isVerified'], true);
    return { ...situation, request, mayBeRejected: true };
  },
  'a-body-that-names-another-user': async (t) => {
    const situation = await createSessionSituation(t);
    const otherId = requireUserId(await t.signInOtherUser(situation.user));
    const request = withFields(situation.request, USER_FIELDS, otherId);
    return { ...situation, request, mayBeRejected: true };
  },
});

const contextsWithCode = channels.map((channel): Context<AddWalletSituation> => ({
  name: `session-of-an-${channel}-code`,
  usesOtherChannel: true,
  prepare: async (t) => createSessionSituation(t, { user: await t.signInByOtp(channel) }),
}));

export const addWalletContexts = [...contextsWithoutCode, ...contextsWithCode];
