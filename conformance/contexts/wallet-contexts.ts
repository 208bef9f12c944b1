/** Lists the contexts in which a wallet signs in (§2.2, §4.1, §4.2, §5.6). */
import { findReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import { NotTested } from '../outcomes.ts';
import type { App, WalletFields } from '../actors/app.ts';
import { requireNetworks, requireTypes, chooseWalletType } from '../actors/named-wallets.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import { pickSecondWallet, pickOtherWallet } from '../actors/two-wallets.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { withField, withHeader } from '../target/http-request.ts';
import type { Context } from './check-in-contexts.ts';

/** A wallet that is about to sign in through a client. */
export interface WalletSituation {
  readonly app: App;
  readonly wallet: SigningWallet;
  readonly fields: WalletFields;
  readonly startFields?: WalletFields;
  /** Id of the user of the wallet; null if unknown before the sign-in. */
  readonly userId: string | null;
  /** Whether to try all kinds of wrong signatures, or only the first. */
  readonly isThorough?: boolean;
  /** An action between start and authenticate. */
  readonly runMeanwhile?: () => Promise<void>;
  /** The steps that may be rejected, because the wallet may have another name (§2.2). */
  readonly mayBeRejected?: 'at start' | 'anywhere';
}

type WalletContext = Context<WalletSituation>;

/** Alone, since without a session the user who signed in last gets an added wallet (§4.3). */
const alone = 'whileTheLastCounts';

function createSituation(t: Attempt, about: Partial<WalletSituation> = {}): WalletSituation {
  const wallet = about.wallet ?? t.flows.pickWallet();
  return { app: t.flows.app, wallet, fields: t.flows.getFields(wallet), userId: null, ...about };
}

/** Returns a wallet that has signed in through the given client. */
async function createReturning(t: Attempt, app = t.flows.app): Promise<WalletSituation> {
  const { wallet, response } = await t.flows.signIn(undefined, app);
  return createSituation(t, { ...(wallet && { wallet }), userId: findReportedUser(t, response) });
}

function createNetworkContext(network: 'ETHEREUM' | 'POLYGON'): WalletContext {
  return {
    name: `network-${network.toLowerCase()}`,
    async reach(t) {
      requireNetworks(t);
      return createNamed(t, network);
    },
  };
}

/** A deployment may know a wallet on one network only, and return no challenge for another (§2.2). */
const onAnotherNetwork: WalletContext = {
  name: 'network-polygon-after-ethereum',
  async reach(t) {
    requireNetworks(t);
    const wallet = t.flows.pickWallet();
    await t.flows.signIn(wallet, t.flows.app, t.flows.getFields(wallet, 'ETHEREUM'));
    return createSituation(t, {
      wallet,
      fields: t.flows.getFields(wallet, 'POLYGON'),
      mayBeRejected: t.flows.createsUsers ? 'at start' : 'anywhere',
    });
  },
};

/** Returns a wallet on a network or of a type, by which a deployment may not know it. */
function createNamed(t: Attempt, name: string): WalletSituation {
  const wallet = t.flows.pickWallet();
  const isSame = t.isDetected('wallet.identity') && t.dialect.wallet.identity === 'address';
  const isKnown = t.flows.createsUsers || isSame || t.flows.getNetwork(wallet) === name;
  const fields = t.flows.getFields(wallet, name);
  return createSituation(t, {
    wallet,
    fields,
    isThorough: true,
    ...(!isKnown && { mayBeRejected: 'anywhere' }),
  });
}

const ofTypeEvm: WalletContext = {
  name: 'type-evm',
  async reach(t) {
    requireTypes(t);
    return createNamed(t, chooseWalletType(t));
  },
};

const typeAtSecondClient: WalletContext = {
  name: 'type-evm-at-the-second-client',
  async reach(t) {
    requireTypes(t);
    const app = await getSecondApp(t);
    return { ...createNamed(t, chooseWalletType(t)), app, isThorough: false };
  },
};

const polygonAtSecondClient: WalletContext = {
  name: 'network-polygon-at-the-second-client',
  async reach(t) {
    requireNetworks(t);
    const app = await getSecondApp(t);
    return { ...createNamed(t, 'POLYGON'), app, isThorough: false };
  },
};

const addedAtFirstClient: WalletContext = {
  name: 'wallet-added-by-the-other-client',
  alone,
  async reach(t) {
    const app = await getSecondApp(t);
    const { user, added: wallet } = await t.flows.withAddedWallet();
    return createSituation(t, { app, wallet, userId: findReportedUser(t, user.response) });
  },
};

const knownToFirstClient: WalletContext = {
  name: 'returning-wallet-at-the-second-client',
  async reach(t) {
    const app = await getSecondApp(t);
    return { ...(await createReturning(t)), app };
  },
};

const added: WalletContext = {
  name: 'added-wallet',
  alone,
  async reach(t) {
    const { user, added: wallet } = await t.flows.withAddedWallet();
    return createSituation(t, { wallet, userId: findReportedUser(t, user.response) });
  },
};

const secondWallet: WalletContext = {
  name: 'second-wallet',
  alone,
  async reach(t) {
    const { user, added: wallet } = await t.flows.withAddedWallet();
    await t.flows.signIn(wallet);
    return createSituation(t, { wallet, userId: findReportedUser(t, user.response) });
  },
};

/** Returns a context with the address in another spelling, which may be rejected (§2.2). */
function createSpelledContext(
  name: string,
  spell: (address: string) => string,
  where: 'everywhere' | 'at start' = 'everywhere',
): WalletContext {
  return {
    name,
    async reach(t) {
      const known = await createReturning(t);
      const { wallet, fields } = known;
      const other = { ...fields, walletAddress: spell(wallet.address) };
      return {
        ...known,
        ...(where === 'at start' ? { startFields: other } : { fields: other }),
        mayBeRejected: t.flows.createsUsers ? 'at start' : 'anywhere',
      };
    },
  };
}

/** Starts that must be rejected and must not change the previous challenge. */
const afterRejectedStart: WalletContext = {
  name: 'after-a-rejected-start',
  async reach(t) {
    const { app, ...its } = createSituation(t);
    const start = app.start(its.fields);
    const rejected = [
      withHeader(start, 'service-client-secret', `${app.credentials.clientSecret}0`),
      withField(start, its.fields.walletNetwork === undefined ? 'walletType' : 'walletNetwork', ''),
    ];
    return {
      app,
      ...its,
      async runMeanwhile() {
        for (const request of rejected) {
          const response = await t.sendToService(request);
          if (response.accepted) throw new NotTested('needs a rejected start', 'contract');
        }
      },
    };
  },
};

const afterFailedSignIn: WalletContext = {
  name: 'after-a-failed-sign-in-of-another-wallet',
  async reach(t) {
    return createSituation(t, {
      async runMeanwhile() {
        const wallet = pickOtherWallet(t);
        const { fields, challenge } = await t.flows.start(wallet);
        await t.send(t.flows.app.authenticate(fields, SigningWallet.create().sign(challenge)));
      },
    });
  },
};

const afterUnrelatedStart: WalletContext = {
  name: 'after-a-start-by-the-second-client',
  async reach(t) {
    const app = await getSecondApp(t);
    return createSituation(t, {
      async runMeanwhile() {
        await t.flows.start(pickOtherWallet(t), app);
      },
    });
  },
};

const afterAnotherSignIn: WalletContext = {
  name: 'after-another-sign-in',
  async reach(t) {
    return createSituation(t, {
      async runMeanwhile() {
        await t.flows.signIn(t.flows.createsUsers ? undefined : pickSecondWallet(t));
      },
    });
  },
};

const afterAnAdd: WalletContext = {
  name: 'after-a-wallet-was-added',
  alone,
  async reach(t) {
    const user = await t.flows.signInWithSession();
    return createSituation(t, {
      ...(user.wallet && { wallet: user.wallet }),
      userId: findReportedUser(t, user.response),
      async runMeanwhile() {
        await t.flows.withAddedWallet(user);
      },
    });
  },
};

export const walletContexts: readonly WalletContext[] = [
  createNetworkContext('ETHEREUM'),
  createNetworkContext('POLYGON'),
  onAnotherNetwork,
  ofTypeEvm,
  {
    name: 'second-client',
    reach: async (t) => createSituation(t, { app: await getSecondApp(t), isThorough: true }),
  },
  typeAtSecondClient,
  polygonAtSecondClient,
  addedAtFirstClient,
  { name: 'returning-wallet', reach: (t) => createReturning(t) },
  added,
  secondWallet,
  {
    name: 'after-a-sign-in-by-the-second-client',
    reach: async (t) => createReturning(t, await getSecondApp(t)),
  },
  knownToFirstClient,
  afterRejectedStart,
  afterFailedSignIn,
  afterUnrelatedStart,
  afterAnotherSignIn,
  afterAnAdd,
  createSpelledContext('address-in-lower-case', (address) => address.toLowerCase()),
  createSpelledContext(
    'address-in-lower-case-at-start',
    (address) => address.toLowerCase(),
    'at start',
  ),
  createSpelledContext('address-in-upper-case', (address) => `0x${address.slice(2).toUpperCase()}`),
];
