/** §2.5, §2.6, §4.4 – §4.7, §5.4, §5.5: one-time passwords by SMS and email. */
import {
  parseFields,
  isAccepted,
  findText,
  withFields,
  omitFields,
  type ProxyRequest,
  type Exchange,
  type Fields,
  readField,
  readText,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import type { DeploymentTraits } from '../deployment-traits.ts';
import {
  changeBody,
  returnServerError,
  acceptWhen,
  isRequestTo,
  changeRequest,
  reject,
  type Operator,
  createOperatorsIf,
  createOperators,
  returnPreviousResponse,
} from './operator.ts';
import {
  type OtpPair,
  findDestination,
  isDigits,
  readCode,
  returnsSession,
  pairs,
} from './otp-pairs.ts';
import type { Mutate } from '../mutate.ts';

/** Returns the destination of a request if a code was sent to it. */
function findSentDestination(request: ProxyRequest, pair: OtpPair, memory: Memory): string | null {
  const destination = findDestination(request, pair, memory);
  return destination !== undefined && memory.destinations.has(destination) ? destination : null;
}

/** Returns whether a request has a code of 4 to 10 digits. */
const hasCode = (exchange: Exchange, pair: OtpPair) => isDigits(readCode(exchange, pair));

/** Returns a condition: the request has a code that was not used, for a destination that received a code. */
const isWrongCode = (pair: OtpPair) => (exchange: Exchange, memory: Memory) =>
  hasCode(exchange, pair) &&
  !memory.codeSignIns.has(exchange.request.text) &&
  findSentDestination(exchange.request, pair, memory) !== null;

function createSendOperators(pair: OtpPair): Operator[] {
  const { send, destination, sendClause } = pair;
  return [
    ...createOperators(`${sendClause}.operation.sends`, 'valid request rejected', {
      [`${send} does not exist`]: reject(send, 404),
    }),
    ...createOperators(`${sendClause}.request.${destination}`, 'valid request rejected', {
      [`${send} requires an additional field`]: reject(
        send,
        400,
        ({ request }) => readField(request, 'locale') === undefined,
      ),
    }),
    ...createOperators(`${sendClause}.request.missing-refused`, 'missing field accepted', {
      [`${send} without ${destination} sends to the previous destination`]: changeRequest(
        send,
        (request, _exchange, memory) => {
          if (readField(request, destination) !== undefined) return null;
          const lastSend = memory.findLastExchange(send);
          const lastDestination = lastSend && findText(parseFields(lastSend.request), destination);
          return withFields(request, { [destination]: lastDestination ?? pair.example });
        },
      ),
    }),
    ...createOperators(`${sendClause}.request.missing-refused`, 'server error', {
      [`${send} without ${destination} causes a server error`]: returnServerError(
        send,
        ({ request }) => readField(request, destination) === undefined,
      ),
    }),
    ...createOperators(pair.invalidDestinationRule, 'wrong type accepted', {
      [`${send} accepts a ${destination} that is not a string`]: acceptWhen(send, ({ request }) =>
        isWrongType(readField(request, destination)),
      ),
      [`${send} unwraps a list of one ${destination}`]: changeRequest(send, (request) => {
        const list = readField(request, destination);
        return Array.isArray(list) ? withFields(request, { [destination]: list[0] }) : null;
      }),
    }),
    ...createOperators(pair.invalidDestinationRule, 'server error', {
      [`${send} returns 500 for a ${destination} that is not a string`]: returnServerError(
        send,
        ({ request }) => isWrongType(readField(request, destination)),
      ),
    }),
    ...createOperators(pair.validDestinationRule, 'valid request rejected', {
      [`${send} rejects valid destinations`]: reject(send, 422),
    }),
  ];
}

const isWrongType = (value: unknown) => value !== undefined && typeof value !== 'string';

function createCodeOperators(pair: OtpPair): Operator[] {
  const { authenticate, clause, flow } = pair;
  return [
    ...createOperators(`${clause}.operation.authenticates`, 'valid request rejected', {
      [`${authenticate} does not exist`]: reject(authenticate, 404),
      [`${authenticate} rejects the correct code`]: reject(authenticate, 401),
    }),
    ...createOperators(`${clause}.otp.wrong-refused`, 'auth bypassed', {
      [`${authenticate} accepts a wrong code`]: acceptWhen(authenticate, isWrongCode(pair)),
    }),
    ...createOperators(`${clause}.otp.wrong-refused`, 'server error', {
      [`${authenticate} returns 500 for a wrong code`]: returnServerError(
        authenticate,
        isWrongCode(pair),
      ),
    }),
    ...createOperators(`${clause}.otp.wrong-refused`, 'auth bypassed', {
      [`${authenticate} accepts a code of the wrong length`]: acceptWhen(
        authenticate,
        (exchange, memory) =>
          !hasCode(exchange, pair) && findSentDestination(exchange.request, pair, memory) !== null,
      ),
    }),
    ...createOperators(`${clause}.otp.one-time`, 'use after invalidation', {
      [`${authenticate} accepts a code twice`]: async (exchange, memory) => {
        const firstResponse = memory.codeSignIns.get(exchange.request.text);
        const response = await exchange.forward();
        return isRequestTo(exchange, authenticate) && firstResponse && !isAccepted(response)
          ? firstResponse
          : response;
      },
    }),
    ...createOperators(`${clause}.otp.one-time`, 'server error', {
      [`${authenticate} returns 500 for a used code`]: returnServerError(
        authenticate,
        ({ request }, memory) => memory.codeSignIns.has(request.text),
      ),
    }),
    ...createOperators(`${flow}.send-needed`, 'auth bypassed', {
      [`${authenticate} requires no previous send`]: acceptWhen(
        authenticate,
        (exchange, memory) =>
          hasCode(exchange, pair) && findSentDestination(exchange.request, pair, memory) === null,
      ),
    }),
    ...createOperators(`${flow}.send-needed`, 'server error', {
      [`${authenticate} without a send causes a server error`]: returnServerError(
        authenticate,
        (exchange, memory) => findSentDestination(exchange.request, pair, memory) === null,
      ),
    }),
    ...createOperatorsIf(returnsSession(pair), `${flow}.flow`, "other user's data", {
      [`${authenticate} signs in the previous user`]: returnPreviousResponse(authenticate),
    }),
    ...createOperators(`${flow}.flow`, 'valid request rejected', {
      [`${authenticate} signs in a destination only once`]: reject(
        authenticate,
        409,
        ({ request }, memory) => {
          const destination = findSentDestination(request, pair, memory);
          return destination !== null && memory.increment(`signed in ${destination}`) > 1;
        },
      ),
    }),
    ...createOperators(`${clause}.otp.wrong-refused`, 'auth bypassed', {
      [`${authenticate} accepts a code that was sent to another user`]: acceptWhen(
        authenticate,
        // Accepts any code, because the proxy does not know the codes of other users.
        (exchange, memory) => hasCode(exchange, pair) && memory.destinations.size > 1,
      ),
    }),
  ];
}

type ChangeField = (value: unknown, destination: string, memory: Memory) => unknown;

/** Changes the record in the responses of both operations of the pair. */
function changeRecord(
  pair: OtpPair,
  change: (record: Fields, destination: string, memory: Memory) => Fields,
): Mutate {
  return changeBody([pair.send, pair.authenticate], (body, { request }, memory) =>
    pair.recordId in body
      ? change(body, findDestination(request, pair, memory) ?? pair.example, memory)
      : body,
  );
}

const changeField = (name: 'recordId' | 'mask') => (pair: OtpPair, change: ChangeField) =>
  changeRecord(pair, (record, destination, memory) => ({
    ...record,
    [pair[name]]: change(record[pair[name]], destination, memory),
  }));
const changeId = changeField('recordId');
const changeMask = changeField('mask');

function createRecordOperators(pair: OtpPair): Operator[] {
  const { recordId, mask, clause, channel, idRule, maskRule } = pair;
  const rule = `${clause}.response.record-of-pair`;
  /** If the record is optional, clients can authenticate without it. */
  const isRecordOptional = (traits: DeploymentTraits) =>
    !traits.otp[channel].identifiedBy.includes('record');
  return [
    ...createOperatorsIf(isRecordOptional, idRule, 'schema broken', {
      [`the ${recordId} is empty`]: changeId(pair, () => ''),
    }),
    ...createOperators(idRule, 'schema broken', {
      [`the ${recordId} is a number`]: changeId(pair, (id, _destination, memory) =>
        // A number that occurs nowhere else.
        Number(memory.setAlias(String(id), String(7_000_000_000 + memory.increment(recordId)))),
      ),
      [`the ${recordId} is null`]: changeId(pair, () => null),
      [`the ${recordId} is an object`]: changeId(pair, (id) => ({ id })),
    }),
    ...createOperators(rule, 'schema broken', {
      [`no response has the ${mask}`]: changeRecord(pair, (record) => omitFields(record, mask)),
    }),
    ...createOperatorsIf(isRecordOptional, rule, 'schema broken', {
      [`no response has the ${recordId}`]: changeRecord(pair, (record) =>
        omitFields(record, recordId),
      ),
      [`no response has ${recordId} or ${mask}`]: changeRecord(pair, (record) =>
        omitFields(record, recordId, mask),
      ),
    }),
    ...createOperators(maskRule, 'leak', {
      [`the ${mask} is the whole destination`]: changeMask(
        pair,
        (_mask, destination) => destination,
      ),
      [`the ${mask} contains the whole destination`]: changeMask(
        pair,
        (_mask, destination) => `sent to ${destination}`,
      ),
    }),
    ...createOperators(maskRule, 'schema broken', {
      [`the ${mask} is an object`]: changeMask(pair, (text) => ({ text })),
      [`the ${mask} is null`]: changeMask(pair, () => null),
    }),
  ];
}

const { sms, email } = pairs;

const phoneOperators: readonly Operator[] = [
  ...createOperators('2.5.phoneNumber.other-form-refused', 'format broken', {
    'an empty phoneNumber is accepted': acceptWhen(
      'sendSmsOtp',
      ({ request }) => readField(request, 'phoneNumber') === '',
    ),
    'a phoneNumber with 00 instead of the plus sign is accepted': changeRequest(
      'sendSmsOtp',
      (request) => {
        const number = readText(request, 'phoneNumber');
        return number.startsWith('00')
          ? withFields(request, { phoneNumber: `+${number.slice(2)}` })
          : null;
      },
    ),
    'a phoneNumber without a plus sign is accepted': changeRequest('sendSmsOtp', (request) => {
      const number = readText(request, 'phoneNumber');
      return /^\d/.test(number) ? withFields(request, { phoneNumber: `+${number}` }) : null;
    }),
    'a phoneNumber of any format is accepted': acceptWhen('sendSmsOtp', ({ request }) => {
      const number = readField(request, 'phoneNumber');
      return typeof number === 'string' && !number.startsWith('+');
    }),
  }),
  ...createOperators('2.5.phoneMask.last-four', 'format broken', {
    'the phoneMask of a record shows three digits': changeMask(
      sms,
      (_mask, destination) => `***${destination.slice(-3)}`,
    ),
    'the phoneMask of a record shows no digit': changeMask(sms, () => '********'),
  }),
  ...createOperators('2.5.phoneMask.last-four', "other user's data", {
    'the phoneMask of every record is ***0000': changeMask(sms, () => '***0000'),
  }),
  ...createOperators('2.5.phoneMask.last-four', 'leak', {
    'the phoneMask of a record has every digit, with hyphens': changeMask(
      sms,
      (_mask, destination) => destination.replaceAll(/(\d{3})/g, '$1-'),
    ),
  }),
  ...createOperators('2.5.phoneMask.no-other-digits', 'leak', {
    'the phoneMask of a record shows six digits': changeMask(
      sms,
      (_mask, destination) => `***${destination.slice(-6)}`,
    ),
  }),
  ...createOperators('2.5.phoneNumber.other-form-refused', 'server error', {
    'a phoneNumber of another format causes a server error': returnServerError(
      'sendSmsOtp',
      ({ request }) => readField(request, 'phoneNumber') !== undefined,
    ),
  }),
];

export const oneTimePasswords: readonly Operator[] = [
  ...[sms, email].flatMap((pair) => [
    ...createSendOperators(pair),
    ...createCodeOperators(pair),
    ...createRecordOperators(pair),
  ]),
  ...phoneOperators,
];
