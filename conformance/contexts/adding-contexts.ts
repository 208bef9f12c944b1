/** The situations in which a wallet is added to a user (§4.3). */
import type { Attempt } from '../attempt.ts';
import { NotTested } from '../outcomes.ts';
import type { WalletFields } from '../actors/app.ts';
import type { SignedIn } from '../actors/flows.ts';
import { needsNetworks, needsTypes, typeOf } from '../actors/named-wallets.ts';
import { withoutName } from '../actors/missing-fields.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import { workingSecondApp } from '../observations/second-client.ts';
import { withField, type HttpRequest } from '../target/http-request.ts';
import type { Context } from './in-contexts.ts';
import { needsConcurrency } from '../observations/concurrently.ts';

/** A request that adds a wallet, and the user who is to have it. */
export interface AddingSituation {
  readonly user: SignedIn;
  readonly added: SigningWallet;
  readonly request: HttpRequest;
  /** Wallets of the user from before. */
  readonly before: readonly SigningWallet[];
  /** A wallet added earlier that has not signed in. */
  readonly unverified?: SigningWallet;
  /** Whether the deployment may reject the request: the spelling or the fields are open. */
  readonly mayBeRejected?: boolean;
  /** What happens at the same time. */
  readonly beside?: () => Promise<unknown>;
}

type AddingContext = Context<AddingSituation>;

const alone = 'whileTheLastCounts';

interface About extends Partial<Omit<AddingSituation, 'request'>> {
  readonly fields?: (added: SigningWallet) => WalletFields;
}

async function situation(t: Attempt, { fields, ...about }: About = {}): Promise<AddingSituation> {
  const user = about.user ?? (await t.flows.session());
  const added = SigningWallet.fresh();
  const request = t.flows.addRequest(user, fields?.(added) ?? t.flows.fields(added));
  return { user, added, request, before: user.wallet === null ? [] : [user.wallet], ...about };
}

/**
 * A request with the session of its user, whoever signed in last.
 *
 * @throws NotTested if no session identifies the user
 */
async function bySession(t: Attempt, of?: SignedIn): Promise<AddingSituation> {
  const its = await situation(t, of === undefined ? {} : { user: of });
  const { request, user } = its;
  const isSent = request.headers['authorization'] === `Bearer ${user.session}`;
  if (isSent && t.ctx.knowledge.bearers.sessionIdentifiesUser) return its;
  throw new NotTested(
    'needs a session that identifies the user who gets an added wallet',
    'dialect',
  );
}

function named(name: string, value: (t: Attempt) => string): AddingContext {
  return {
    name,
    alone,
    reach: async (t) => {
      const chosen = value(t);
      return situation(t, { fields: (added) => t.flows.fields(added, chosen) });
    },
  };
}

const onPolygon = named('network-polygon', (t) => {
  needsNetworks(t);
  return 'POLYGON';
});

const ofTypeEvm = named('type-evm', (t) => {
  needsTypes(t);
  return typeOf(t);
});

const secondWallet: AddingContext = {
  name: 'second-wallet',
  alone,
  async reach(t) {
    const { user, added } = await t.flows.withAddedWallet();
    // Another session may end with each sign-in (§5.8).
    const again = await t.flows.session(added);
    const before = [user.wallet, added].filter((one) => one !== null);
    return situation(t, { user: again, before });
  },
};

const besideUnverified: AddingContext = {
  name: 'beside-an-unverified-wallet',
  alone,
  async reach(t) {
    const { user, added } = await t.flows.withAddedWallet();
    return situation(t, { user, unverified: added });
  },
};

const secondClient: AddingContext = {
  name: 'second-client',
  alone,
  async reach(t) {
    const app = await workingSecondApp(t, null);
    return situation(t, { user: await t.flows.session(undefined, app) });
  },
};

const afterAnotherSignIn: AddingContext = {
  name: 'after-another-sign-in',
  alone,
  async reach(t) {
    const its = await bySession(t);
    await t.flows.otherUser(its.user);
    return its;
  },
};

const afterSecondClient: AddingContext = {
  name: 'after-a-sign-in-by-the-second-client',
  alone,
  async reach(t) {
    const app = await workingSecondApp(t, null);
    const its = await situation(t);
    await t.flows.otherUser(its.user, app);
    return its;
  },
};

const afterRejectedAdd: AddingContext = {
  name: 'after-a-rejected-request',
  alone,
  async reach(t) {
    const its = await situation(t);
    const reply = await t.send(withoutName.by(its.request));
    t.decided(reply);
    if (reply.accepted) throw new NotTested('needs a rejected addWalletToUser', 'contract');
    return its;
  },
};

const concurrently: AddingContext = {
  name: 'concurrently-for-two-users',
  alone,
  async reach(t) {
    needsConcurrency(t);
    const its = await bySession(t);
    const other = await bySession(t, await t.flows.otherUser(its.user));
    return { ...its, beside: () => t.send(other.request) };
  },
};

const lowerCase: AddingContext = {
  name: 'address-in-lower-case',
  alone,
  async reach(t) {
    const fields = (added: SigningWallet) => t.flows.fields(added.address.toLowerCase());
    return { ...(await situation(t, { fields })), mayBeRejected: true };
  },
};

/** Names of fields by which a request might name a user; none is in the interface (§4.3). */
const NAMES_OF_USERS = ['userId', 'user', 'id', 'user_id'] as const;

const bodyNamesAnother: AddingContext = {
  name: 'a-body-that-names-another-user',
  alone,
  async reach(t) {
    const its = await bySession(t);
    const { userId } = await t.flows.otherUser(its.user);
    if (userId === null) throw new NotTested('needs a userMask with an id', 'contract');
    const request = NAMES_OF_USERS.reduce((one, name) => withField(one, name, userId), its.request);
    return { ...its, request, mayBeRejected: true };
  },
};

export const addingContexts: readonly AddingContext[] = [
  onPolygon,
  ofTypeEvm,
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
