/** §2, §4, §5, §9: rules about one request. */
import { walletNetworks } from '../../contract/closed-lists.gen.ts';
import type { Difference, NearMiss } from '../../contract/control-words.ts';
import { propertyOf } from '../../documents/json-object.ts';
import { headerOf } from '../exchange.ts';
import { textIn } from '../named-in-body.ts';
import { nearMissOf } from '../near-miss.ts';
import { isLabelledJson, missingCredentials, rejectsJson } from '../rules/request.ts';
import { bearerOf, lineOf, messageIf, shown, takesWallet } from './observed-exchange.ts';
import type { ObservedExchange, Watcher, Watchers } from './observed-exchange.ts';

const bothWalletFields: Watcher = (exchange) =>
  messageIf(
    walletFieldsOfInvalid(exchange) === 2,
    exchange,
    'has both walletNetwork and walletType',
  );

const noWalletField: Watcher = (exchange) =>
  messageIf(
    walletFieldsOfInvalid(exchange) === 0,
    exchange,
    'has neither walletNetwork nor walletType',
  );

const networkUnknown: Watcher = (exchange) => {
  const network = textIn(exchange.body, 'walletNetwork');
  return exchange.outcome === 'invalidRequest' &&
    takesWallet(exchange) &&
    network !== undefined &&
    !walletNetworks.some((known) => known === network)
    ? `${lineOf(exchange)} has the walletNetwork "${shown(exchange, network)}".`
    : undefined;
};

const phoneNumberFormat: Watcher = (exchange) =>
  messageIf(
    exchange.outcome === 'invalidRequest' &&
      textIn(exchange.body, 'phoneNumber') !== undefined &&
      exchange.details.some(({ pointer }) => pointer === '/body/phoneNumber'),
    exchange,
    'has a phoneNumber that is not + and digits',
  );

/** Rules that are more specific than an invalid field. */
const SPECIFIC = [bothWalletFields, noWalletField, networkUnknown, phoneNumberFormat];

export const requestRules = {
  'client-headers-missing': () => (exchange) => {
    if (exchange.outcome !== 'clientCredentials') return undefined;
    const missing = missingCredentials(exchange);
    return messageIf(missing.length > 0, exchange, `has no ${missing.join(' and no ')}`);
  },

  'client-credentials-wrong': () => (exchange) =>
    messageIf(
      exchange.outcome === 'clientCredentials' && missingCredentials(exchange).length === 0,
      exchange,
      'was rejected because of its client id and secret',
    ),

  'content-type-wrong': () => (exchange) => {
    const { operationId, body, bodyOmitted } = exchange;
    const hasBody = body !== undefined || bodyOmitted !== undefined;
    if (operationId === undefined || !hasBody || isLabelledJson(exchange)) return undefined;
    const given = headerOf(exchange, 'content-type');
    return `${lineOf(exchange)} has a body and ${given === undefined ? 'no Content-Type' : 'another Content-Type'}.`;
  },

  'accept-wrong': () => (exchange) => {
    if (exchange.operationId === undefined) return undefined;
    // §4.1 to §4.3 list the header; for other operations only a value that excludes JSON is invalid.
    return headerOf(exchange, 'accept') === undefined
      ? messageIf(takesWallet(exchange), exchange, 'has no Accept')
      : messageIf(rejectsJson(exchange), exchange, 'has an Accept header that excludes JSON');
  },

  'sms-bearer-missing': () => (exchange) =>
    messageIf(
      exchange.operationId === 'sendSmsOtp' && headerOf(exchange, 'authorization') === undefined,
      exchange,
      'has no Authorization',
    ),

  'sms-bearer-wrong': () => (exchange) => {
    if (exchange.operationId !== 'sendSmsOtp' || exchange.outcome !== 'bearer') return undefined;
    const bearer = bearerOf(exchange);
    if (bearer === undefined) {
      const hasHeader = headerOf(exchange, 'authorization') !== undefined;
      return messageIf(
        hasHeader,
        exchange,
        'has an Authorization header other than Bearer <token>',
      );
    }
    // An expired session is not a mistake of the client.
    const isSession = bearer.startsWith('eyJ');
    return messageIf(!isSession, exchange, 'was rejected because of its bearer token');
  },

  'path-unknown': () => (exchange) => pathMessage(exchange, 'path'),
  'prefix-missing': () => (exchange) => pathMessage(exchange, 'prefix'),
  'method-wrong': () => (exchange) => pathMessage(exchange, 'method'),

  'body-not-json': () => (exchange) =>
    messageIf(exchange.outcome === 'malformed', exchange, 'has a body that is not JSON'),

  'fields-wrong': () => (exchange) => {
    if (exchange.outcome !== 'invalidRequest') return undefined;
    if (SPECIFIC.some((rule) => rule(exchange) !== undefined)) return undefined;
    // Prefer is not part of the interface.
    const wrong = exchange.details.find(({ pointer }) => pointer !== '/headers/prefer');
    return wrong && `${lineOf(exchange)}: ${shown(exchange, wrong.pointer)} ${wrong.message}.`;
  },

  'both-wallet-fields': () => bothWalletFields,
  'no-wallet-field': () => noWalletField,
  'network-unknown': () => networkUnknown,
  'phone-number-format': () => phoneNumberFormat,
} satisfies Watchers;

/** Returns the number of fields that name the wallet (§2.2); undefined if that is not the problem. */
function walletFieldsOfInvalid(exchange: ObservedExchange): number | undefined {
  if (exchange.outcome !== 'invalidRequest' || !takesWallet(exchange)) return undefined;
  return ['walletNetwork', 'walletType'].filter(
    (name) => propertyOf(exchange.body, name) !== undefined,
  ).length;
}

type WrongPart = 'prefix' | 'method' | 'path';

function pathMessage(exchange: ObservedExchange, wanted: WrongPart): string | undefined {
  const { outcome } = exchange;
  if (outcome !== 'notFound' && outcome !== 'methodNotAllowed') return undefined;
  const miss = nearMissOf(exchange);
  if (miss === undefined || wrongPartOf(miss) !== wanted) return undefined;
  const hints = miss.differences.map(({ message }) => message).join(' ');
  return `${lineOf(exchange)} is similar to ${miss.method} ${miss.path}. ${hints}`;
}

function wrongPartOf({ differences }: NearMiss): WrongPart {
  const kinds = new Set<Difference['kind']>(differences.map(({ kind }) => kind));
  if (kinds.has('missingPrefix')) return 'prefix';
  return kinds.has('method') && kinds.size === 1 ? 'method' : 'path';
}
