/** §2.2, §2.5, §4: bodies. */
import { walletNetworks } from '../../contract/closed-lists.gen.ts';
import type { ErrorDetail } from '../../contract/words.ts';
import { fieldOf, lineOf, shown, takesWallet, textOf } from './observed-exchange.ts';
import type { ObservedExchange } from './observed-exchange.ts';
import { each } from './client-rule.ts';
import type { Watcher, Watchers } from './client-rule.ts';

const bothWalletFields: Watcher = (call) =>
  call.outcome === 'invalidRequest' && takesWallet(call) && has(call, NETWORK) && has(call, TYPE)
    ? `${lineOf(call)} has both walletNetwork and walletType.`
    : undefined;

const noWalletField: Watcher = (call) =>
  call.outcome === 'invalidRequest' && takesWallet(call) && !has(call, NETWORK) && !has(call, TYPE)
    ? `${lineOf(call)} has neither walletNetwork nor walletType.`
    : undefined;

const networkUnknown: Watcher = (call) => {
  const network = fieldOf(call, NETWORK);
  return call.outcome === 'invalidRequest' &&
    takesWallet(call) &&
    typeof network === 'string' &&
    !walletNetworks.some((known) => known === network)
    ? `${lineOf(call)} has the walletNetwork "${shown(call, network)}".`
    : undefined;
};

const phoneNumberForm: Watcher = (call) =>
  call.outcome === 'invalidRequest' &&
  textOf(call, 'phoneNumber') !== undefined &&
  call.details.some(({ pointer }) => pointer === '/body/phoneNumber')
    ? `${lineOf(call)} has a phoneNumber that is not + and digits.`
    : undefined;

/** Rules that say more than that some field is wrong. */
const NAMED = [bothWalletFields, noWalletField, networkUnknown, phoneNumberForm];

export const requestRules = {
  'body-not-json': each((call) =>
    call.outcome === 'malformed' ? `${lineOf(call)} has a body that is not JSON.` : undefined,
  ),

  'fields-wrong': each((call) => {
    if (call.outcome !== 'invalidRequest' || NAMED.some((rule) => rule(call) !== undefined)) {
      return undefined;
    }
    const [wrong] = call.details.filter(isOfInterface);
    return wrong && `${lineOf(call)}: ${shown(call, wrong.pointer)} ${wrong.message}.`;
  }),

  'both-wallet-fields': each(bothWalletFields),
  'no-wallet-field': each(noWalletField),
  'network-unknown': each(networkUnknown),
  'phone-number-format': each(phoneNumberForm),
} satisfies Watchers;

const NETWORK = 'walletNetwork';
const TYPE = 'walletType';

function has(call: ObservedExchange, name: string): boolean {
  return fieldOf(call, name) !== undefined;
}

/** Prefer is for tests. */
function isOfInterface({ pointer }: ErrorDetail): boolean {
  return pointer !== '/headers/prefer';
}
