/** §2, §4, §5, §9: rules about one request. */
import { walletNetworks } from '../../contract/closed-lists.gen.ts';
import type { Difference, NearMiss } from '../../contract/control-types.ts';
import { getProperty } from '../../documents/json-object.ts';
import { findToken } from '../bearer.ts';
import { getHeader } from '../exchange.ts';
import { findText } from '../body-fields.ts';
import { findNearMiss } from '../near-miss.ts';
import { isLabelledJson, listMissingCredentials, rejectsJson } from '../rules/request.ts';
import {
  formatRequestLine,
  createMessageIf,
  redactValue,
  isWalletRequest,
} from './client-exchange.ts';
import type { ClientExchange, Watcher, Watchers } from './client-exchange.ts';

const findBothWalletFields: Watcher = (exchange) =>
  createMessageIf(
    countWalletFields(exchange) === 2,
    exchange,
    'has both walletNetwork and walletType',
  );

const findNoWalletField: Watcher = (exchange) =>
  createMessageIf(
    countWalletFields(exchange) === 0,
    exchange,
    'has neither walletNetwork nor walletType',
  );

const findUnknownNetwork: Watcher = (exchange) => {
  if (exchange.outcome !== 'invalidRequest' || !isWalletRequest(exchange)) return undefined;
  const network = findText(exchange.body, 'walletNetwork');
  const isKnown = walletNetworks.some((known) => known === network);
  if (network === undefined || isKnown) return undefined;
  return `${formatRequestLine(exchange)} has the unknown walletNetwork "${redactValue(exchange, network)}".`;
};

const findPhoneNumberFormat: Watcher = (exchange) => {
  if (exchange.outcome !== 'invalidRequest') return undefined;
  const isText = findText(exchange.body, 'phoneNumber') !== undefined;
  const isInvalid = exchange.details.some(({ pointer }) => pointer === '/body/phoneNumber');
  const message = 'has a phoneNumber that is not + and digits';
  return createMessageIf(isText && isInvalid, exchange, message);
};

/** Rules that are more specific than `fields-wrong` and replace it. */
const SPECIFIC_RULES = [
  findBothWalletFields,
  findNoWalletField,
  findUnknownNetwork,
  findPhoneNumberFormat,
];

export const requestRules = {
  'client-headers-missing': () => (exchange) => {
    if (exchange.outcome !== 'clientCredentials') return undefined;
    const missing = listMissingCredentials(exchange);
    return createMessageIf(missing.length > 0, exchange, `has no ${missing.join(' and no ')}`);
  },

  'client-credentials-wrong': () => (exchange) =>
    createMessageIf(
      exchange.outcome === 'clientCredentials' && listMissingCredentials(exchange).length === 0,
      exchange,
      'was rejected because of its client id and secret',
    ),

  'content-type-wrong': () => (exchange) => {
    const { operationId, body, bodyOmitted } = exchange;
    const hasBody = body !== undefined || bodyOmitted !== undefined;
    if (operationId === undefined || !hasBody || isLabelledJson(exchange)) return undefined;
    const contentType = getHeader(exchange, 'content-type');
    const problem =
      contentType === undefined ? 'no Content-Type' : 'a Content-Type other than application/json';
    return `${formatRequestLine(exchange)} has a body, but ${problem}.`;
  },

  'accept-wrong': () => (exchange) => {
    if (exchange.operationId === undefined) return undefined;
    // §4.1 to §4.3 list the header; for other operations only a value that excludes JSON is invalid.
    return getHeader(exchange, 'accept') === undefined
      ? createMessageIf(isWalletRequest(exchange), exchange, 'has no Accept header')
      : createMessageIf(rejectsJson(exchange), exchange, 'has an Accept header that excludes JSON');
  },

  'sms-bearer-missing': () => (exchange) => {
    if (exchange.operationId !== 'sendSmsOtp') return undefined;
    const token = getHeader(exchange, 'authorization') ?? findToken(exchange);
    return createMessageIf(token === undefined, exchange, 'has no Authorization header');
  },

  'sms-bearer-wrong': () => (exchange) => {
    if (exchange.operationId !== 'sendSmsOtp' || exchange.outcome !== 'bearer') return undefined;
    const token = findToken(exchange);
    if (token === undefined) {
      return createMessageIf(
        getHeader(exchange, 'authorization') !== undefined,
        exchange,
        'has an Authorization header other than Bearer <token>',
      );
    }
    // A session token, which is a JWT, can have expired: that is not a mistake of the client.
    const isSession = token.startsWith('eyJ');
    return createMessageIf(!isSession, exchange, 'was rejected because of its bearer token');
  },

  'path-unknown': () => (exchange) => describePath(exchange, 'path'),
  'prefix-missing': () => (exchange) => describePath(exchange, 'prefix'),
  'method-wrong': () => (exchange) => describePath(exchange, 'method'),

  'body-not-json': () => (exchange) =>
    createMessageIf(exchange.outcome === 'malformed', exchange, 'has a body that is not JSON'),

  'fields-wrong': () => (exchange) => {
    if (exchange.outcome !== 'invalidRequest') return undefined;
    if (SPECIFIC_RULES.some((rule) => rule(exchange) !== undefined)) return undefined;
    // Prefer is not part of the interface.
    const detail = exchange.details.find(({ pointer }) => pointer !== '/headers/prefer');
    return (
      detail &&
      `${formatRequestLine(exchange)}: ${redactValue(exchange, detail.pointer)} ${detail.message}.`
    );
  },

  'both-wallet-fields': () => findBothWalletFields,
  'no-wallet-field': () => findNoWalletField,
  'network-unknown': () => findUnknownNetwork,
  'phone-number-format': () => findPhoneNumberFormat,
} satisfies Watchers;

/** Returns how many of the two fields an invalid wallet request has (§2.2); undefined for other requests. */
function countWalletFields(exchange: ClientExchange): number | undefined {
  if (exchange.outcome !== 'invalidRequest' || !isWalletRequest(exchange)) return undefined;
  return ['walletNetwork', 'walletType'].filter(
    (name) => getProperty(exchange.body, name) !== undefined,
  ).length;
}

type WrongPart = 'prefix' | 'method' | 'path';

/** Describes a request to an unknown path or method if `part` is what differs from the nearest operation. */
function describePath(exchange: ClientExchange, part: WrongPart): string | undefined {
  const { outcome } = exchange;
  if (outcome !== 'notFound' && outcome !== 'methodNotAllowed') return undefined;
  const nearMiss = findNearMiss(exchange);
  if (nearMiss === undefined || findWrongPart(nearMiss) !== part) return undefined;
  const hints = nearMiss.differences.map(({ message }) => message).join(' ');
  return `${formatRequestLine(exchange)} is similar to ${nearMiss.method} ${nearMiss.path}. ${hints}`;
}

function findWrongPart({ differences }: NearMiss): WrongPart {
  const kinds = new Set<Difference['kind']>(differences.map(({ kind }) => kind));
  if (kinds.has('missingPrefix')) return 'prefix';
  return kinds.has('method') && kinds.size === 1 ? 'method' : 'path';
}
