/** §2.5, §2.6, §4.4 – §4.7, §5.4, §5.5: one-time passwords by SMS and email. */
import type { OtpChannel } from '../../../src/dialect/dialect.ts';
import {
  parseFields,
  isAccepted,
  findText,
  withFields,
  omitFields,
  type ProxyRequest,
  type Exchange,
  type Fields,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import type { Naming } from '../naming.ts';
import {
  changeAcceptedBody,
  returnServerError,
  replayLastAccepted,
  matchesOperation,
  createOperator,
  changeRequest,
  rejectValidRequest,
  type Operator,
} from './operator.ts';

const channels = {
  sms: {
    channel: 'sms',
    send: 'sendSmsOtp',
    authenticate: 'authenticateSmsOtp',
    destination: 'phoneNumber',
    recordId: 'phoneId',
    mask: 'phoneMask',
    sendClause: '4.4',
    authenticateClause: '4.5',
    flow: '5.4.sms',
    example: '+12025550147',
  },
  email: {
    channel: 'email',
    send: 'sendEmailOtp',
    authenticate: 'authenticateEmailOtp',
    destination: 'emailAddress',
    recordId: 'emailId',
    mask: 'emailMask',
    sendClause: '4.6',
    authenticateClause: '4.7',
    flow: '5.5.email',
    example: 'somebody@example.test',
  },
} as const satisfies Record<OtpChannel, object>;

type Channel = (typeof channels)[OtpChannel];

const readField = (request: ProxyRequest, name: string) => parseFields(request)[name];

/** Returns the destination of the code of an authenticate; null if it is unknown. */
function findDestination(request: ProxyRequest, its: Channel, memory: Memory): string | null {
  const fields = parseFields(request);
  const recordId = findText(fields, its.recordId);
  const named = findText(fields, its.destination) ?? (recordId && memory.records.get(recordId));
  return named !== null && named !== undefined && memory.destinations.has(named) ? named : null;
}

function hasCode({ request, naming }: Exchange, its: Channel): boolean {
  const code = readField(request, naming.otp[its.channel].codeField);
  return typeof code === 'string' && /^\d{4,10}$/.test(code);
}

/** Returns whether another code was sent to the known destination. */
const isWrongCode = (its: Channel) => (exchange: Exchange, memory: Memory) =>
  hasCode(exchange, its) &&
  !memory.usedCodes.has(exchange.request.text) &&
  findDestination(exchange.request, its, memory) !== null;

function createSendOperators(its: Channel): Operator[] {
  const { send, destination, sendClause } = its;
  return [
    createOperator(
      `${sendClause}.call.sends`,
      'valid request rejected',
      `${send} does not exist`,
      rejectValidRequest(send, 404),
    ),
    createOperator(
      `${sendClause}.request.${destination}`,
      'valid request rejected',
      `${send} requires an additional field`,
      rejectValidRequest(send, 400, ({ request }) => readField(request, 'locale') === undefined),
    ),
    createOperator(
      `${sendClause}.request.missing-refused`,
      'missing field accepted',
      `${send} without ${destination} is sent to the previous one`,
      changeRequest(send, (request, _exchange, memory) => {
        if (readField(request, destination) !== undefined) return null;
        const last = memory.findLastExchange(send);
        const before = last && findText(parseFields(last.request), destination);
        return withFields(request, { [destination]: before ?? its.example });
      }),
    ),
    createOperator(
      `${sendClause}.request.missing-refused`,
      'server error',
      `${send} without ${destination} causes a server error`,
      returnServerError(send, ({ request }) => readField(request, destination) === undefined),
    ),
    createOperator(
      its.channel === 'sms'
        ? '2.5.phoneNumber.other-form-refused'
        : '2.6.emailAddress.wrong-type-refused',
      'wrong type accepted',
      `${send} accepts a ${destination} that is not a string`,
      replayLastAccepted(send, ({ request }) => isWrongType(readField(request, destination))),
    ),
    createOperator(
      its.channel === 'sms'
        ? '2.5.phoneNumber.other-form-refused'
        : '2.6.emailAddress.wrong-type-refused',
      'wrong type accepted',
      `${send} unwraps a list of one ${destination}`,
      changeRequest(send, (request) => {
        const list = readField(request, destination);
        return Array.isArray(list) ? withFields(request, { [destination]: list[0] }) : null;
      }),
    ),
    createOperator(
      its.channel === 'sms'
        ? '2.5.phoneNumber.other-form-refused'
        : '2.6.emailAddress.wrong-type-refused',
      'server error',
      `${send} returns 500 for a ${destination} that is not a string`,
      returnServerError(send, ({ request }) => isWrongType(readField(request, destination))),
    ),
    createOperator(
      its.channel === 'sms' ? '2.5.phoneNumber.international' : '2.6.emailAddress.string',
      'valid request rejected',
      `${send} rejects valid destinations`,
      rejectValidRequest(send, 422),
    ),
  ];
}

const isWrongType = (value: unknown) => value !== undefined && typeof value !== 'string';

function createCodeOperators(its: Channel): Operator[] {
  const { authenticate, authenticateClause, flow } = its;
  const givesSession = (naming: Naming) => naming.otp[its.channel].authenticateReturnsSession;
  return [
    createOperator(
      `${authenticateClause}.call.authenticates`,
      'valid request rejected',
      `${authenticate} does not exist`,
      rejectValidRequest(authenticate, 404),
    ),
    createOperator(
      `${authenticateClause}.call.authenticates`,
      'valid request rejected',
      `${authenticate} rejects the correct code`,
      rejectValidRequest(authenticate, 401),
    ),
    createOperator(
      `${authenticateClause}.otp.wrong-refused`,
      'auth bypassed',
      `${authenticate} accepts a wrong code`,
      replayLastAccepted(authenticate, isWrongCode(its)),
    ),
    createOperator(
      `${authenticateClause}.otp.wrong-refused`,
      'server error',
      `${authenticate} returns 500 for a wrong code`,
      returnServerError(authenticate, isWrongCode(its)),
    ),
    createOperator(
      `${authenticateClause}.otp.wrong-refused`,
      'auth bypassed',
      `${authenticate} accepts a code of the wrong length`,
      replayLastAccepted(authenticate, ({ request, naming }, memory) => {
        const code = readField(request, naming.otp[its.channel].codeField);
        const isOdd = typeof code !== 'string' || !/^\d{4,10}$/.test(code);
        return isOdd && findDestination(request, its, memory) !== null;
      }),
    ),
    createOperator(
      `${authenticateClause}.otp.one-time`,
      'use after invalidation',
      `${authenticate} accepts a code twice`,
      async (exchange, memory) => {
        const before = memory.usedCodes.get(exchange.request.text);
        const response = await exchange.forward();
        return matchesOperation(exchange, authenticate) && before && !isAccepted(response)
          ? before
          : response;
      },
    ),
    createOperator(
      `${authenticateClause}.otp.one-time`,
      'server error',
      `${authenticate} returns 500 for a used code`,
      returnServerError(authenticate, ({ request }, memory) => memory.usedCodes.has(request.text)),
    ),
    createOperator(
      `${flow}.send-needed`,
      'auth bypassed',
      `${authenticate} requires no previous send`,
      replayLastAccepted(
        authenticate,
        (exchange, memory) =>
          hasCode(exchange, its) && findDestination(exchange.request, its, memory) === null,
      ),
    ),
    createOperator(
      `${flow}.send-needed`,
      'server error',
      `${authenticate} without a send causes a server error`,
      returnServerError(
        authenticate,
        (exchange, memory) => findDestination(exchange.request, its, memory) === null,
      ),
    ),
    createOperator(
      `${flow}.flow`,
      "other user's data",
      `${authenticate} signs in the previous user`,
      async (exchange, memory) => {
        const before = memory.findLastResponse(authenticate);
        const response = await exchange.forward();
        return before !== null && matchesOperation(exchange, authenticate) && isAccepted(response)
          ? before
          : response;
      },
      givesSession,
    ),
    createOperator(
      `${flow}.flow`,
      'valid request rejected',
      `${authenticate} signs in a destination only once`,
      rejectValidRequest(authenticate, 409, ({ request }, memory) => {
        const destination = findDestination(request, its, memory);
        return destination !== null && memory.count(`signed in ${destination}`) > 1;
      }),
    ),
    createOperator(
      `${authenticateClause}.otp.wrong-refused`,
      'auth bypassed',
      `${authenticate} accepts a code that was sent to another user`,
      replayLastAccepted(
        authenticate,
        (exchange, memory) => hasCode(exchange, its) && memory.destinations.size > 1,
      ),
    ),
  ];
}

/** Changes the record in the response of either operation of the pair. */
function changeRecord(
  its: Channel,
  requirement: string,
  kind: Operator['kind'],
  name: string,
  change: (body: Fields, destination: string, memory: Memory) => Fields,
  applies?: (naming: Naming) => boolean,
): Operator {
  return createOperator(
    requirement,
    kind,
    name,
    changeAcceptedBody([its.send, its.authenticate], (body, { request }, memory) => {
      if (!(its.recordId in body)) return body;
      const destination =
        findText(parseFields(request), its.destination) ??
        memory.records.get(findText(parseFields(request), its.recordId) ?? '') ??
        its.example;
      return change(body, destination, memory);
    }),
    applies,
  );
}

function createRecordOperators(its: Channel): Operator[] {
  const { recordId, mask, authenticateClause, channel } = its;
  const idRule = channel === 'sms' ? '2.5.phoneId.string' : '2.6.emailId.string';
  const maskRule = channel === 'sms' ? '2.5.phoneMask.last-four' : '2.6.emailMask.masked';
  const pair = `${authenticateClause}.response.record-of-pair`;
  /** Returns whether authenticate works without the record; otherwise no client could authenticate. */
  const isRecordOptional = (naming: Naming) => !naming.otp[channel].names.includes('record');
  return [
    changeRecord(
      its,
      idRule,
      'schema broken',
      `the ${recordId} is empty`,
      (body) => ({ ...body, [recordId]: '' }),
      isRecordOptional,
    ),
    changeRecord(
      its,
      idRule,
      'schema broken',
      `the ${recordId} is a number`,
      (body, _to, memory) => ({
        ...body,
        [recordId]: Number(
          memory.setAlias(
            findText(body, recordId) ?? '',
            String(7_000_000_000 + memory.count(recordId)),
          ),
        ),
      }),
    ),
    changeRecord(its, idRule, 'schema broken', `the ${recordId} is null`, (body) => ({
      ...body,
      [recordId]: null,
    })),
    changeRecord(its, idRule, 'schema broken', `the ${recordId} is an object`, (body) => ({
      ...body,
      [recordId]: { id: body[recordId] },
    })),
    changeRecord(its, pair, 'schema broken', `no response has the ${mask}`, (body) =>
      omitFields(body, mask),
    ),
    changeRecord(
      its,
      pair,
      'schema broken',
      `no response has the ${recordId}`,
      (body) => omitFields(body, recordId),
      isRecordOptional,
    ),
    changeRecord(
      its,
      pair,
      'schema broken',
      `no response has the record by ${channel}`,
      (body) => omitFields(body, recordId, mask),
      isRecordOptional,
    ),
    changeRecord(its, maskRule, 'leak', `the ${mask} is the whole destination`, (body, to) => ({
      ...body,
      [mask]: to,
    })),
    changeRecord(
      its,
      maskRule,
      'leak',
      `the ${mask} contains the whole destination`,
      (body, to) => ({
        ...body,
        [mask]: `sent to ${to}`,
      }),
    ),
    changeRecord(its, maskRule, 'schema broken', `the ${mask} is an object`, (body) => ({
      ...body,
      [mask]: { text: body[mask] },
    })),
    changeRecord(its, maskRule, 'schema broken', `the ${mask} is null`, (body) => ({
      ...body,
      [mask]: null,
    })),
  ];
}

const smsChannel = channels.sms;

const phoneMasks: readonly Operator[] = [
  createOperator(
    '2.5.phoneNumber.other-form-refused',
    'format broken',
    'an empty phoneNumber is accepted',
    replayLastAccepted('sendSmsOtp', ({ request }) => readField(request, 'phoneNumber') === ''),
  ),
  createOperator(
    '2.5.phoneNumber.other-form-refused',
    'format broken',
    'a phoneNumber with 00 instead of the plus sign is accepted',
    changeRequest('sendSmsOtp', (request) => {
      const number = readField(request, 'phoneNumber');
      return typeof number === 'string' && number.startsWith('00')
        ? withFields(request, { phoneNumber: `+${number.slice(2)}` })
        : null;
    }),
  ),
  changeRecord(
    smsChannel,
    '2.5.phoneMask.last-four',
    'format broken',
    'the phoneMask of a record shows three digits',
    (body, to) => ({
      ...body,
      phoneMask: `***${to.slice(-3)}`,
    }),
  ),
  changeRecord(
    smsChannel,
    '2.5.phoneMask.last-four',
    'format broken',
    'the phoneMask of a record shows no digit',
    (body) => ({
      ...body,
      phoneMask: '********',
    }),
  ),
  changeRecord(
    smsChannel,
    '2.5.phoneMask.last-four',
    "other user's data",
    'the phoneMask of a record is always the same',
    (body) => ({
      ...body,
      phoneMask: '***0000',
    }),
  ),
  changeRecord(
    smsChannel,
    '2.5.phoneMask.last-four',
    'leak',
    'the phoneMask of a record has every digit, with hyphens',
    (body, to) => ({
      ...body,
      phoneMask: to.replaceAll(/(\d{3})/g, '$1-'),
    }),
  ),
  changeRecord(
    smsChannel,
    '2.5.phoneMask.nothing-more',
    'leak',
    'the phoneMask of a record shows six digits',
    (body, to) => ({
      ...body,
      phoneMask: `***${to.slice(-6)}`,
    }),
  ),
  createOperator(
    '2.5.phoneNumber.other-form-refused',
    'format broken',
    'a phoneNumber without a plus sign is read as if it had one',
    changeRequest('sendSmsOtp', (request) => {
      const number = readField(request, 'phoneNumber');
      return typeof number === 'string' && /^\d/.test(number)
        ? withFields(request, { phoneNumber: `+${number}` })
        : null;
    }),
  ),
  createOperator(
    '2.5.phoneNumber.other-form-refused',
    'format broken',
    'a phoneNumber of any format is accepted',
    replayLastAccepted('sendSmsOtp', ({ request }) => {
      const number = readField(request, 'phoneNumber');
      return typeof number === 'string' && !number.startsWith('+');
    }),
  ),
  createOperator(
    '2.5.phoneNumber.other-form-refused',
    'server error',
    'a phoneNumber of another format causes a server error',
    returnServerError(
      'sendSmsOtp',
      ({ request }) => readField(request, 'phoneNumber') !== undefined,
    ),
  ),
];

const both: readonly Channel[] = [channels.sms, channels.email];

export const oneTimePasswords: readonly Operator[] = [
  ...both.flatMap((its) => [
    ...createSendOperators(its),
    ...createCodeOperators(its),
    ...createRecordOperators(its),
  ]),
  ...phoneMasks,
];
