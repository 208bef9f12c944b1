/** §2.2, §2.4, §3, §5: operations, wallets, and how users come in. */
import { BoundedCache } from '../../../bounded-cache.ts';
import { walletNetworks } from '../../../contract/closed-lists.gen.ts';
import type { OperationId } from '../../../contract/words.ts';
import { propertyOf } from '../../../judge/named-in-body.ts';
import { responseField, takesWallet, textOf } from '../../../judge/clients/observed-exchange.ts';
import type { ObservedExchange } from '../../../judge/clients/observed-exchange.ts';
import type { Part, PartName } from './part.ts';

/** Wallets that were added and are waited for. */
const MAX_WALLETS = 1000;

const METHODS: { readonly [Id in OperationId]?: string } = {
  authenticateWallet: 'wallet',
  authenticateSmsOtp: 'sms',
  authenticateEmailOtp: 'email',
};

const ADDED = 'added';
const AUTHENTICATED = 'then authenticated';

export const signInParts = {
  operations: {
    items: ({ operations }) => operations.map(({ operationId }) => operationId),
    watch: () => (exchange) => (exchange.outcome === 'accepted' ? exchange.operationId : undefined),
  },

  variants: {
    items: ({ dialect: { wallet } }) => [
      ...(wallet.variant === 'type'
        ? []
        : walletNetworks.map((network) => `walletNetwork ${network}`)),
      ...(wallet.variant === 'network' ? [] : wallet.types.map((type) => `walletType ${type}`)),
    ],
    watch: () => (exchange) =>
      exchange.outcome === 'accepted' && takesWallet(exchange)
        ? ['walletNetwork', 'walletType'].flatMap((field) => {
            const value = textOf(exchange, field);
            return value === undefined ? [] : `${field} ${value}`;
          })
        : undefined,
  },

  signInMethods: {
    items: () => Object.values(METHODS),
    watch: () => (exchange) =>
      exchange.signedIn === undefined || exchange.operationId === undefined
        ? undefined
        : METHODS[exchange.operationId],
  },

  userMasks: {
    items: () => ['with phoneMask', 'without phoneMask'],
    watch: () => (exchange) => {
      const mask = exchange.signedIn && responseField(exchange, 'userMask');
      if (mask === undefined) return undefined;
      // Dialect: userMask.absent.
      return propertyOf(mask, 'phoneMask') ? 'with phoneMask' : 'without phoneMask';
    },
  },

  linking: {
    items: () => ['new user', 'user of another client', 'user of the same client'],
    watch: () => (exchange) => exchange.signedIn && ARRIVALS[exchange.signedIn.arrival],
  },

  addedWallets: {
    items: () => [ADDED, AUTHENTICATED],
    watch: addedWallets,
  },
} satisfies { readonly [Name in PartName]?: Part };

const ARRIVALS = {
  signedUp: 'new user',
  linked: 'user of another client',
  known: 'user of the same client',
} as const;

function addedWallets(): (exchange: ObservedExchange) => string | undefined {
  const added = new BoundedCache<string, 'added'>(MAX_WALLETS);
  return (exchange) => {
    if (exchange.outcome !== 'accepted') return undefined;
    const { wallet } = exchange;
    if (wallet === undefined) return undefined;
    if (exchange.operationId === 'addWalletToUser') {
      added.set(wallet, 'added');
      return ADDED;
    }
    return exchange.operationId === 'authenticateWallet' && added.get(wallet) !== undefined
      ? AUTHENTICATED
      : undefined;
  };
}
