/** Lists the contexts in which a wallet signs in (§2.2, §4.1, §4.2, §5.6). */
import { findReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import { NotTested } from '../check-errors.ts';
import type { App, WalletFields } from '../actors/app.ts';
import { requireKind, chooseWalletType } from '../actors/wallet-kinds.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import { returnNotTested, withWrongSecret } from '../actors/valid-requests.ts';
import { pickSecondDeclaredWallet, pickSecondStartableWallet } from '../actors/several-users.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { withField } from '../target/http-request.ts';
import type { Context } from './check-in-contexts.ts';

export interface WalletSituation {
  readonly app: App;
  readonly wallet: SigningWallet;
  readonly fields: WalletFields;
  /** The fields of the start request. Default: `fields`, which the authenticate request has. */
  readonly startFields?: WalletFields;
  /** Another wallet of the user, which cannot sign for this wallet. */
  readonly otherWallet?: SigningWallet;
  /** Id of the user of the wallet; null if unknown before the sign-in. */
  readonly userId: string | null;
  /** Whether to try all kinds of wrong signatures, or only the first. */
  readonly isThorough?: boolean;
  /** Sends other requests between the start and the sign-in. */
  readonly runMeanwhile?: () => Promise<void>;
  /** The steps that may be rejected: the wallet may be known only by another network or spelling (§2.2). */
  readonly allowedRejection?: 'at start' | 'at any step';
}

function createSituation(t: Attempt, options: Partial<WalletSituation> = {}): WalletSituation {
  const wallet = options.wallet ?? t.pickWallet();
  return { app: t.app, wallet, fields: t.getFields(wallet), userId: null, ...options };
}

async function createReturningSituation(t: Attempt, app = t.app): Promise<WalletSituation> {
  const { wallet, response } = await t.signIn(undefined, app);
  return createSituation(t, { ...(wallet && { wallet }), userId: findReportedUser(t, response) });
}

/** Returns a situation with a wallet that signs in with `kind`, and may be known only by another kind. */
function createForKind(t: Attempt, kind: string): WalletSituation {
  requireKind(t, kind);
  const wallet = t.pickWallet();
  const isIdentifiedByAddress = t.isDetectedAs('wallet.identity', 'address');
  const isKnown = t.createsUsers || isIdentifiedByAddress || t.getNetwork(wallet) === kind;
  const fields = t.getFields(wallet, kind);
  return createSituation(t, {
    wallet,
    fields,
    isThorough: true,
    ...(!isKnown && { allowedRejection: 'at any step' }),
  });
}

async function createAtSecondClient(t: Attempt, kind: string): Promise<WalletSituation> {
  // Checked first: if the deployment lacks the kind, the run needs no second client.
  requireKind(t, kind);
  const app = await getSecondApp(t);
  return { ...createForKind(t, kind), app, isThorough: false };
}

async function createWithAddedWallet(t: Attempt, app = t.app): Promise<WalletSituation> {
  const { user, added: wallet } = await t.addNewWallet();
  return createSituation(t, { app, wallet, userId: findReportedUser(t, user.response) });
}

/** Returns a situation with another spelling of the wallet address, which may be rejected (§2.2). */
async function createWithSpelling(
  t: Attempt,
  respell: (address: string) => string,
  field: 'fields' | 'startFields' = 'fields',
): Promise<WalletSituation> {
  const situation = await createReturningSituation(t);
  const { wallet, fields } = situation;
  return {
    ...situation,
    [field]: { ...fields, walletAddress: respell(wallet.address) },
    // If unknown wallets create users, a wallet that gets a challenge can also sign in.
    allowedRejection: t.createsUsers ? 'at start' : 'at any step',
  };
}

const toLowerCase = (address: string) => address.toLowerCase();

const preparations: Readonly<Record<string, (t: Attempt) => Promise<WalletSituation>>> = {
  'network-ethereum': async (t) => createForKind(t, 'ETHEREUM'),
  'network-polygon': async (t) => createForKind(t, 'POLYGON'),
  // A deployment may know a wallet on one network only, and return no challenge for another (§2.2).
  'network-polygon-after-ethereum': async (t) => {
    requireKind(t, 'POLYGON');
    const wallet = t.pickWallet();
    await t.signIn(wallet, t.app, t.getFields(wallet, 'ETHEREUM'));
    return createSituation(t, {
      wallet,
      fields: t.getFields(wallet, 'POLYGON'),
      // If unknown wallets create users, a wallet that gets a challenge can also sign in.
      allowedRejection: t.createsUsers ? 'at start' : 'at any step',
    });
  },
  'type-evm': async (t) => createForKind(t, chooseWalletType(t)),
  'second-client': async (t) =>
    createSituation(t, { app: await getSecondApp(t), isThorough: true }),
  'type-evm-at-the-second-client': (t) => createAtSecondClient(t, chooseWalletType(t)),
  'network-polygon-at-the-second-client': (t) => createAtSecondClient(t, 'POLYGON'),
  'wallet-added-by-the-other-client': async (t) => createWithAddedWallet(t, await getSecondApp(t)),
  'returning-wallet': async (t) => ({ ...(await createReturningSituation(t)), isThorough: true }),
  'added-wallet': (t) => createWithAddedWallet(t),
  'second-wallet': async (t) => {
    const { user, added: wallet } = await t.addNewWallet();
    await t.signIn(wallet);
    return createSituation(t, {
      wallet,
      userId: findReportedUser(t, user.response),
      ...(user.wallet && { otherWallet: user.wallet }),
    });
  },
  'second-wallet-at-the-second-client': async (t) => {
    const app = await getSecondApp(t);
    const { user, added: wallet } = await t.addNewWallet();
    await t.signIn(wallet);
    return createSituation(t, { app, wallet, userId: findReportedUser(t, user.response) });
  },
  'after-a-sign-in-by-the-second-client': async (t) =>
    createReturningSituation(t, await getSecondApp(t)),
  'returning-wallet-at-the-second-client': async (t) => {
    const app = await getSecondApp(t);
    return { ...(await createReturningSituation(t)), app };
  },
  // Starts that must be rejected and must not change the previous challenge.
  'after-a-rejected-start': async (t) => {
    const situation = createSituation(t);
    const { app, fields } = situation;
    const start = app.createStartRequest(fields);
    const rejected = [
      withWrongSecret(start),
      withField(start, fields.walletNetwork === undefined ? 'walletType' : 'walletNetwork', ''),
    ];
    return {
      ...situation,
      async runMeanwhile() {
        for (const request of rejected) {
          const response = await t.sendToService(request);
          if (response.accepted) throw new NotTested('needs a rejected start', 'contract');
        }
      },
    };
  },
  'after-a-failed-sign-in-of-another-wallet': async (t) =>
    createSituation(t, {
      async runMeanwhile() {
        const wallet = pickSecondStartableWallet(t);
        const { fields, challenge } = await t.start(wallet);
        await t.send(t.app.createSignInRequest(fields, SigningWallet.create().sign(challenge)));
      },
    }),
  'after-a-start-by-the-second-client': async (t) => {
    const app = await getSecondApp(t);
    return createSituation(t, {
      async runMeanwhile() {
        await t.start(pickSecondStartableWallet(t), app);
      },
    });
  },
  'after-another-sign-in': async (t) =>
    createSituation(t, {
      async runMeanwhile() {
        await t.signIn(t.createsUsers ? undefined : pickSecondDeclaredWallet(t));
      },
    }),
  'after-a-user-read-and-an-added-wallet': async (t) => {
    const user = await t.signInWithSession();
    return createSituation(t, {
      ...(user.wallet && { wallet: user.wallet }),
      userId: findReportedUser(t, user.response),
      async runMeanwhile() {
        await t.read(user).catch(returnNotTested);
        await t.addNewWallet(user);
      },
    });
  },
  'address-in-lower-case': (t) => createWithSpelling(t, toLowerCase),
  'address-in-lower-case-at-start': (t) => createWithSpelling(t, toLowerCase, 'startFields'),
  'address-in-upper-case': (t) =>
    createWithSpelling(t, (address) => `0x${address.slice(2).toUpperCase()}`),
};

/** Contexts that add a wallet. Without a session, the user who signed in last gets the wallet (§4.3). */
const addingContexts = new Set([
  'wallet-added-by-the-other-client',
  'added-wallet',
  'second-wallet',
  'second-wallet-at-the-second-client',
  'after-a-user-read-and-an-added-wallet',
]);

export const walletContexts: readonly Context<WalletSituation>[] = Object.entries(preparations).map(
  ([name, prepare]) => ({
    name,
    exclusive: addingContexts.has(name) ? 'unlessSessionIdentifiesUser' : 'never',
    prepare,
  }),
);
