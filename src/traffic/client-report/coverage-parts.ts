/** The parts of the coverage (§1 to §5, §7): their items, and the items that a request covers. */
import type { BoundedCache } from '../../bounded-cache.ts';
import {
  cryptoStatuses,
  flagCategories,
  kycStatuses,
  walletNetworks,
} from '../../contract/closed-lists.gen.ts';
import type { Coverage } from '../../contract/client-report.gen.ts';
import type { CompiledContract } from '../../contract/validators.ts';
import type { OperationId } from '../../contract/types.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { getProperty } from '../../documents/json-object.ts';
import type { Cause } from '../../domain/errors.ts';
import { findFlagCategory, findFlagDefinition } from '../../domain/flags.ts';
import { isWalletRequest, type ClientExchange } from '../../judge/clients/client-exchange.ts';
import { findText } from '../../judge/body-fields.ts';
import { parseUserRead, type UserRead } from '../../judge/user-read.ts';

export type PartName = Exclude<keyof Coverage, 'percent'>;

/** The members of the contract of a workspace that define the items. */
export type CoverageScope = Pick<CompiledContract, 'dialect' | 'operations'>;

type Items = readonly string[] | string | undefined;

/** The wallets that the clients of a workspace have added. */
export type AddedWallets = BoundedCache<string, true>;

interface Part {
  listItems(scope: CoverageScope): readonly string[];
  /** Returns the items that a request covers. @param added wallets of earlier requests; this request can add one */
  cover(exchange: ClientExchange, added: AddedWallets): Items;
}

const SIGN_IN_METHODS: { readonly [Id in OperationId]?: string } = {
  authenticateWallet: 'wallet',
  authenticateSmsOtp: 'sms',
  authenticateEmailOtp: 'email',
};

const SIGN_IN_KINDS = {
  signedUp: 'new user',
  linked: 'user of another client',
  known: 'user of the same client',
} as const;

const ADDED = 'added';
const AUTHENTICATED = 'then authenticated';
const RETURNED = 'returned';

/** The only flag code that the interface names. It has no category (§2.7), so it is listed next to the categories. */
const NAMED_CODE = 'F0000';

/** The parts by name. The type requires an entry for each part of the schema. */
export const coverageParts: { readonly [Name in PartName]: Part } = {
  operations: {
    listItems: ({ operations }) => operations.map(({ operationId }) => operationId),
    cover: (exchange) => (exchange.outcome === 'accepted' ? exchange.operationId : undefined),
  },

  variants: {
    listItems: ({ dialect: { wallet } }) => [
      ...(wallet.variant === 'type' ? [] : walletNetworks.map((name) => `walletNetwork ${name}`)),
      ...(wallet.variant === 'network' ? [] : wallet.types.map((type) => `walletType ${type}`)),
    ],
    cover: (exchange) =>
      exchange.outcome === 'accepted' && isWalletRequest(exchange)
        ? ['walletNetwork', 'walletType'].flatMap((field) => {
            const value = findText(exchange.body, field);
            return value === undefined ? [] : `${field} ${value}`;
          })
        : undefined,
  },

  signInMethods: {
    listItems: () => Object.values(SIGN_IN_METHODS),
    cover: ({ signedIn, operationId }) => signedIn && operationId && SIGN_IN_METHODS[operationId],
  },

  userMasks: {
    listItems: () => ['with phoneMask', 'without phoneMask'],
    cover: ({ signedIn, responseBody }) => {
      const mask = signedIn && getProperty(responseBody, 'userMask');
      if (mask === undefined) return undefined;
      // A phoneMask that is absent may be null or empty (dialect: userMask.absent).
      return getProperty(mask, 'phoneMask') ? 'with phoneMask' : 'without phoneMask';
    },
  },

  linking: {
    listItems: () => Object.values(SIGN_IN_KINDS),
    cover: ({ signedIn }) => signedIn && SIGN_IN_KINDS[signedIn.signInKind],
  },

  addedWallets: {
    listItems: () => [ADDED, AUTHENTICATED],
    cover: coverAddedWallet,
  },

  flagCategories: {
    listItems({ dialect: { flags } }) {
      const listed = new Set(flags.catalogue.flatMap(({ code, category }) => [code, category]));
      return [NAMED_CODE, ...flagCategories].filter((name) => listed.has(name));
    },
    cover: createReadCover(({ flags }, dialect) => [
      ...flags.filter((code) => code === NAMED_CODE),
      ...flags.flatMap((code) => findFlagCategory(code, dialect) ?? []),
    ]),
  },

  flags: {
    listItems: ({ dialect }) => dialect.flags.catalogue.map(({ code }) => code),
    cover: createReadCover(({ flags }, dialect) =>
      flags.filter((code) => findFlagDefinition(code, dialect) !== undefined),
    ),
  },

  kycStatuses: {
    listItems: () => kycStatuses,
    cover: createReadCover(({ kycStatus }) => kycStatus),
  },

  cryptoStatuses: {
    listItems: ({ dialect: { user } }) =>
      user.names.transactions === 'none' ? [] : [...cryptoStatuses, RETURNED],
    cover: createReadCover(({ cryptoStatuses: statuses, flags }, dialect) => {
      // §3.3: a Transaction Processing flag without a FAILED payment means that a payment was returned.
      const isReturned =
        !statuses.includes('FAILED') &&
        statuses.includes('COMPLETE') &&
        flags.some((code) => findFlagCategory(code, dialect) === 'Transaction Processing');
      return isReturned ? [...statuses, RETURNED] : statuses;
    }),
  },

  errorCauses: {
    listItems: (scope) => [...listUnavoidableRefusals(scope)],
    cover: ({ operationId, outcome, faultCause }) => {
      const cause = outcome === 'fault' ? faultCause : outcome;
      if (operationId === undefined || cause === undefined) return undefined;
      return isUnavoidable(operationId, cause) ? `${operationId} ${cause}` : undefined;
    },
  },
};

function coverAddedWallet(
  { outcome, wallet, operationId }: ClientExchange,
  added: AddedWallets,
): Items {
  if (outcome !== 'accepted' || wallet === undefined) return undefined;
  if (operationId === 'addWalletToUser') {
    added.set(wallet, true);
    return ADDED;
  }
  return operationId === 'authenticateWallet' && added.get(wallet) ? AUTHENTICATED : undefined;
}

/** Returns a `cover` that returns the items of accepted user reads (§2.7, §3, §7). */
function createReadCover(getItems: (user: UserRead, dialect: Dialect) => Items) {
  return (exchange: ClientExchange): Items => {
    const user = exchange.outcome === 'accepted' ? parseUserRead(exchange) : undefined;
    return user && getItems(user, exchange.contract.dialect);
  };
}

/** Causes of errors that a correct client still receives (§7): input errors, expiry, flags, rate limits. */
const UNAVOIDABLE: ReadonlySet<string> = new Set<Cause>([
  'bearer',
  'challengeExpired',
  'otpWrong',
  'otpExpired',
  'otpLocked',
  'identityUnknown',
  'identityTaken',
  'flagRestricts',
  'rateLimited',
]);

function* listUnavoidableRefusals({ operations }: CoverageScope): Generator<string> {
  for (const { operationId, operation } of operations) {
    for (const response of Object.values(operation.responses)) {
      if ('$ref' in response) continue;
      for (const cause of response['x-causes'] ?? []) {
        if (isUnavoidable(operationId, cause)) yield `${operationId} ${cause}`;
      }
    }
  }
}

/** Returns whether a correct client can receive a refusal. */
function isUnavoidable(operationId: string, cause: string): boolean {
  // The bearer token of an SMS send is an access token, which does not expire (§5.2).
  return UNAVOIDABLE.has(cause) && !(cause === 'bearer' && operationId === 'sendSmsOtp');
}
