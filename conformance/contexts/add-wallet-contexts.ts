/** Lists the contexts in which a wallet is added to a user (§4.3). */
import type { Attempt } from '../attempt.ts';
import { NotTested } from '../outcomes.ts';
import type { WalletFields } from '../actors/app.ts';
import type { SignedIn } from '../actors/flows.ts';
import { requireNetworks, requireTypes, chooseWalletType } from '../actors/named-wallets.ts';
import { withoutWalletField } from '../actors/missing-fields.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { withField, type HttpRequest } from '../target/http-request.ts';
import type { Context } from './check-in-contexts.ts';
import { requireConcurrency } from '../observations/run-concurrently.ts';

/** A request that adds a wallet, and the user who should get it. */
export interface AddWalletSituation {
  readonly user: SignedIn;
  readonly added: SigningWallet;
  readonly request: HttpRequest;
  /** Wallets that the user already has. */
  readonly before: readonly SigningWallet[];
  /** A wallet added earlier that has not signed in. */
  readonly unverified?: SigningWallet;
  /** Whether the deployment may reject the request, since the interface leaves its form open. */
  readonly mayBeRejected?: boolean;
  readonly sendConcurrently?: () => Promise<unknown>;
}

type AddWalletContext = Context<AddWalletSituation>;

const alone = 'whileTheLastCounts';

interface SituationOptions extends Partial<Omit<AddWalletSituation, 'request'>> {
  readonly fields?: (added: SigningWallet) => WalletFields;
}

async function createSituation(
  t: Attempt,
  { fields, ...options }: SituationOptions = {},
): Promise<AddWalletSituation> {
  const user = options.user ?? (await t.flows.signInWithSession());
  const added = SigningWallet.create();
  const request = t.flows.createAddRequest(user, fields?.(added) ?? t.flows.getFields(added));
  return { user, added, request, before: user.wallet === null ? [] : [user.wallet], ...options };
}

/** Returns a request that identifies its user by session; throws NotTested without such a session. */
async function createSessionSituation(t: Attempt, given?: SignedIn): Promise<AddWalletSituation> {
  const situation = await createSituation(t, given === undefined ? {} : { user: given });
  const { request, user } = situation;
  const isSent = request.headers['authorization'] === `Bearer ${user.session}`;
  if (isSent && t.ctx.knowledge.bearers.sessionIdentifiesUser) return situation;
  throw new NotTested(
    'needs a session that identifies the user who gets an added wallet',
    'dialect',
  );
}

function createNamedContext(name: string, chooseName: (t: Attempt) => string): AddWalletContext {
  return {
    name,
    alone,
    reach: async (t) => {
      const chosen = chooseName(t);
      return createSituation(t, { fields: (added) => t.flows.getFields(added, chosen) });
    },
  };
}

const secondWallet: AddWalletContext = {
  name: 'second-wallet',
  alone,
  async reach(t) {
    const { user, added } = await t.flows.withAddedWallet();
    // A sign-in may end other sessions (§5.8).
    const again = await t.flows.signInWithSession(added);
    const before = [user.wallet, added].filter((one) => one !== null);
    return createSituation(t, { user: again, before });
  },
};

const besideUnverified: AddWalletContext = {
  name: 'beside-an-unverified-wallet',
  alone,
  async reach(t) {
    const { user, added } = await t.flows.withAddedWallet();
    return createSituation(t, { user, unverified: added });
  },
};

const secondClient: AddWalletContext = {
  name: 'second-client',
  alone,
  async reach(t) {
    const app = await getSecondApp(t);
    return createSituation(t, { user: await t.flows.signInWithSession(undefined, app) });
  },
};

const afterAnotherSignIn: AddWalletContext = {
  name: 'after-another-sign-in',
  alone,
  async reach(t) {
    const its = await createSessionSituation(t);
    await t.flows.signInOtherUser(its.user);
    return its;
  },
};

const afterSecondClient: AddWalletContext = {
  name: 'after-a-sign-in-by-the-second-client',
  alone,
  async reach(t) {
    const app = await getSecondApp(t);
    const its = await createSituation(t);
    await t.flows.signInOtherUser(its.user, app);
    return its;
  },
};

const afterRejectedAdd: AddWalletContext = {
  name: 'after-a-rejected-request',
  alone,
  async reach(t) {
    const its = await createSituation(t);
    const response = await t.sendToService(withoutWalletField.apply(its.request));
    if (response.accepted) throw new NotTested('needs a rejected addWalletToUser', 'contract');
    return its;
  },
};

const concurrently: AddWalletContext = {
  name: 'concurrently-for-two-users',
  alone,
  async reach(t) {
    requireConcurrency(t);
    const its = await createSessionSituation(t);
    const other = await createSessionSituation(t, await t.flows.signInOtherUser(its.user));
    return { ...its, sendConcurrently: () => t.send(other.request) };
  },
};

const lowerCase: AddWalletContext = {
  name: 'address-in-lower-case',
  alone,
  async reach(t) {
    const fields = (added: SigningWallet) => t.flows.getFields(added.address.toLowerCase());
    return { ...(await createSituation(t, { fields })), mayBeRejected: true };
  },
};

/** Fields by which a server may identify the user, though the interface has none (§4.3). */
const NAMES_OF_USERS = ['userId', 'user', 'id', 'user_id'] as const;

const bodyNamesAnother: AddWalletContext = {
  name: 'a-body-that-names-another-user',
  alone,
  async reach(t) {
    const its = await createSessionSituation(t);
    const { userId } = await t.flows.signInOtherUser(its.user);
    if (userId === null) throw new NotTested('needs a userMask with an id', 'contract');
    const request = NAMES_OF_USERS.reduce((one, name) => withField(one, name, userId), its.request);
    return { ...its, request, mayBeRejected: true };
  },
};

export const addWalletContexts: readonly AddWalletContext[] = [
  createNamedContext('network-polygon', (t) => {
    requireNetworks(t);
    return 'POLYGON';
  }),
  createNamedContext('type-evm', (t) => {
    requireTypes(t);
    return chooseWalletType(t);
  }),
  secondWallet,
  besideUnverified,
  secondClient,
  afterAnotherSignIn,
  afterSecondClient,
  afterRejectedAdd,
  concurrently,
  lowerCase,
  bodyNamesAnother,
];
