/** §2.2, §2.5, §4: bodies. */
import { walletNetworks } from '../../contract/closed-lists.gen.ts';
import type { ErrorDetail } from '../../contract/words.ts';
import { fieldOf, lineOf, shown, takesWallet, textOf } from './observed-exchange.ts';
import type { ObservedExchange } from './observed-exchange.ts';
import { each } from './client-rule.ts';
import type { Watcher, Watchers } from './client-rule.ts';

const bothWalletFields: Watcher = (exchange) =>
  exchange.outcome === 'invalidRequest' &&
  takesWallet(exchange) &&
  has(exchange, NETWORK) &&
  has(exchange, TYPE)
    ? `${lineOf(exchange)} has both walletNetwork and walletType.`
    : undefined;

const noWalletField: Watcher = (exchange) =>
  exchange.outcome === 'invalidRequest' &&
  takesWallet(exchange) &&
  !has(exchange, NETWORK) &&
  !has(exchange, TYPE)
    ? `${lineOf(exchange)} has neither walletNetwork nor walletType.`
    : undefined;

const networkUnknown: Watcher = (exchange) => {
  const network = fieldOf(exchange, NETWORK);
  return exchange.outcome === 'invalidRequest' &&
    takesWallet(exchange) &&
    typeof network === 'string' &&
    !walletNetworks.some((known) => known === network)
    ? `${lineOf(exchange)} has the walletNetwork "${shown(exchange, network)}".`
    : undefined;
};

const phoneNumberForm: Watcher = (exchange) =>
  exchange.outcome === 'invalidRequest' &&
  textOf(exchange, 'phoneNumber') !== undefined &&
  exchange.details.some(({ pointer }) => pointer === '/body/phoneNumber')
    ? `${lineOf(exchange)} has a phoneNumber that is not + and digits.`
    : undefined;

/** Rules that are more specific than an invalid field. */
const NAMED = [bothWalletFields, noWalletField, networkUnknown, phoneNumberForm];

export const requestRules = {
  'body-not-json': each((exchange) =>
    exchange.outcome === 'malformed'
      ? `${lineOf(exchange)} has a body that is not JSON.`
      : undefined,
  ),

  'fields-wrong': each((exchange) => {
    if (
      exchange.outcome !== 'invalidRequest' ||
      NAMED.some((rule) => rule(exchange) !== undefined)
    ) {
      return undefined;
    }
    const [wrong] = exchange.details.filter(isOfInterface);
    return wrong && `${lineOf(exchange)}: ${shown(exchange, wrong.pointer)} ${wrong.message}.`;
  }),

  'both-wallet-fields': each(bothWalletFields),
  'no-wallet-field': each(noWalletField),
  'network-unknown': each(networkUnknown),
  'phone-number-format': each(phoneNumberForm),
} satisfies Watchers;

const NETWORK = 'walletNetwork';
const TYPE = 'walletType';

function has(exchange: ObservedExchange, name: string): boolean {
  return fieldOf(exchange, name) !== undefined;
}

/** Prefer is for tests. */
function isOfInterface({ pointer }: ErrorDetail): boolean {
  return pointer !== '/headers/prefer';
}
