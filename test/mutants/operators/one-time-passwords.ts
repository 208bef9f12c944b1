/** §2.5, §2.6, §4.4 – §4.7, §5.4, §5.5: one-time passwords by SMS and email. */
import type { OtpChannel } from '../../../src/dialect/dialect.ts';
import {
  parseFields,
  isAccepted,
  findText,
  withFields,
  without,
  type Asked,
  type Exchange,
  type Fields,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import type { Words } from '../words.ts';
import {
  answers,
  breaks,
  forgives,
  hits,
  operator,
  reads,
  refuses,
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

type Its = (typeof channels)[OtpChannel];

const given = (asked: Asked, name: string) => parseFields(asked)[name];

/** The destination of the code of an authenticate; null if it is unknown. */
function destinationOf(asked: Asked, its: Its, memory: Memory): string | null {
  const fields = parseFields(asked);
  const recordId = findText(fields, its.recordId);
  const named = findText(fields, its.destination) ?? (recordId && memory.records.get(recordId));
  return named !== null && named !== undefined && memory.sentTo.has(named) ? named : null;
}

function hasCode({ asked, words }: Exchange, its: Its): boolean {
  const code = given(asked, words.otp[its.channel].codeField);
  return typeof code === 'string' && /^\d{4,10}$/.test(code);
}

/** The code is wrong: a different code was sent to the known destination. */
const isWrongCode = (its: Its) => (exchange: Exchange, memory: Memory) =>
  hasCode(exchange, its) &&
  !memory.usedCodes.has(exchange.asked.text) &&
  destinationOf(exchange.asked, its, memory) !== null;

function sends(its: Its): Operator[] {
  const { send, destination, sendClause } = its;
  return [
    operator(
      `${sendClause}.call.sends`,
      'valid request rejected',
      `${send} does not exist`,
      refuses(send, 404),
    ),
    operator(
      `${sendClause}.request.${destination}`,
      'valid request rejected',
      `${send} requires an additional field`,
      refuses(send, 400, ({ asked }) => given(asked, 'locale') === undefined),
    ),
    operator(
      `${sendClause}.request.missing-refused`,
      'missing field accepted',
      `${send} without ${destination} is sent to the previous one`,
      reads(send, (asked, _exchange, memory) => {
        if (given(asked, destination) !== undefined) return null;
        const last = memory.lastCall(send);
        const before = last && findText(parseFields(last.asked), destination);
        return withFields(asked, { [destination]: before ?? its.example });
      }),
    ),
    operator(
      `${sendClause}.request.missing-refused`,
      'server error',
      `${send} without ${destination} causes a server error`,
      breaks(send, ({ asked }) => given(asked, destination) === undefined),
    ),
    operator(
      its.channel === 'sms'
        ? '2.5.phoneNumber.other-form-refused'
        : '2.6.emailAddress.wrong-type-refused',
      'wrong type accepted',
      `${send} accepts a ${destination} that is not a string`,
      forgives(send, ({ asked }) => isOdd(given(asked, destination))),
    ),
    operator(
      its.channel === 'sms'
        ? '2.5.phoneNumber.other-form-refused'
        : '2.6.emailAddress.wrong-type-refused',
      'wrong type accepted',
      `${send} unwraps a list of one ${destination}`,
      reads(send, (asked) => {
        const list = given(asked, destination);
        return Array.isArray(list) ? withFields(asked, { [destination]: list[0] }) : null;
      }),
    ),
    operator(
      its.channel === 'sms'
        ? '2.5.phoneNumber.other-form-refused'
        : '2.6.emailAddress.wrong-type-refused',
      'server error',
      `${send} returns 500 for a ${destination} that is not a string`,
      breaks(send, ({ asked }) => isOdd(given(asked, destination))),
    ),
    operator(
      its.channel === 'sms' ? '2.5.phoneNumber.international' : '2.6.emailAddress.string',
      'valid request rejected',
      `${send} rejects valid destinations`,
      refuses(send, 422),
    ),
  ];
}

const isOdd = (value: unknown) => value !== undefined && typeof value !== 'string';

function codes(its: Its): Operator[] {
  const { authenticate, authenticateClause, flow } = its;
  const givesSession = (words: Words) => words.otp[its.channel].authenticateGivesSession;
  return [
    operator(
      `${authenticateClause}.call.authenticates`,
      'valid request rejected',
      `${authenticate} does not exist`,
      refuses(authenticate, 404),
    ),
    operator(
      `${authenticateClause}.call.authenticates`,
      'valid request rejected',
      `${authenticate} rejects the correct code`,
      refuses(authenticate, 401),
    ),
    operator(
      `${authenticateClause}.otp.wrong-refused`,
      'auth bypassed',
      `${authenticate} accepts a wrong code`,
      forgives(authenticate, isWrongCode(its)),
    ),
    operator(
      `${authenticateClause}.otp.wrong-refused`,
      'server error',
      `${authenticate} returns 500 for a wrong code`,
      breaks(authenticate, isWrongCode(its)),
    ),
    operator(
      `${authenticateClause}.otp.wrong-refused`,
      'auth bypassed',
      `${authenticate} accepts a code of the wrong length`,
      forgives(authenticate, ({ asked, words }, memory) => {
        const code = given(asked, words.otp[its.channel].codeField);
        const isOdd = typeof code !== 'string' || !/^\d{4,10}$/.test(code);
        return isOdd && destinationOf(asked, its, memory) !== null;
      }),
    ),
    operator(
      `${authenticateClause}.otp.one-time`,
      'use after invalidation',
      `${authenticate} accepts a code twice`,
      async (exchange, memory) => {
        const before = memory.usedCodes.get(exchange.asked.text);
        const response = await exchange.forward();
        return hits(exchange, authenticate) && before && !isAccepted(response) ? before : response;
      },
    ),
    operator(
      `${authenticateClause}.otp.one-time`,
      'server error',
      `${authenticate} returns 500 for a used code`,
      breaks(authenticate, ({ asked }, memory) => memory.usedCodes.has(asked.text)),
    ),
    operator(
      `${flow}.send-needed`,
      'auth bypassed',
      `${authenticate} requires no previous send`,
      forgives(
        authenticate,
        (exchange, memory) =>
          hasCode(exchange, its) && destinationOf(exchange.asked, its, memory) === null,
      ),
    ),
    operator(
      `${flow}.send-needed`,
      'server error',
      `${authenticate} without a send causes a server error`,
      breaks(
        authenticate,
        (exchange, memory) => destinationOf(exchange.asked, its, memory) === null,
      ),
    ),
    operator(
      `${flow}.flow`,
      "other user's data",
      `${authenticate} signs in the previous user`,
      async (exchange, memory) => {
        const before = memory.last(authenticate);
        const response = await exchange.forward();
        return before !== null && hits(exchange, authenticate) && isAccepted(response)
          ? before
          : response;
      },
      givesSession,
    ),
    operator(
      `${flow}.flow`,
      'valid request rejected',
      `${authenticate} signs in a destination only once`,
      refuses(authenticate, 409, ({ asked }, memory) => {
        const destination = destinationOf(asked, its, memory);
        return destination !== null && memory.count(`signed in ${destination}`) > 1;
      }),
    ),
    operator(
      `${authenticateClause}.otp.wrong-refused`,
      'auth bypassed',
      `${authenticate} accepts a code that was sent to another user`,
      forgives(
        authenticate,
        (exchange, memory) => hasCode(exchange, its) && memory.sentTo.size > 1,
      ),
    ),
  ];
}

/** Changes the record in the response of either operation of the pair. */
function record(
  its: Its,
  requirement: string,
  kind: Operator['kind'],
  name: string,
  change: (body: Fields, destination: string, memory: Memory) => Fields,
  applies?: (words: Words) => boolean,
): Operator {
  return operator(
    requirement,
    kind,
    name,
    answers([its.send, its.authenticate], (body, { asked }, memory) => {
      if (!(its.recordId in body)) return body;
      const destination =
        findText(parseFields(asked), its.destination) ??
        memory.records.get(findText(parseFields(asked), its.recordId) ?? '') ??
        its.example;
      return change(body, destination, memory);
    }),
    applies,
  );
}

function records(its: Its): Operator[] {
  const { recordId, mask, authenticateClause, channel } = its;
  const idRule = channel === 'sms' ? '2.5.phoneId.string' : '2.6.emailId.string';
  const maskRule = channel === 'sms' ? '2.5.phoneMask.last-four' : '2.6.emailMask.masked';
  const pair = `${authenticateClause}.response.record-of-pair`;
  /** Without it, no client could authenticate, so the response of authenticate would be unknown. */
  const isNotNeeded = (words: Words) => !words.otp[channel].names.includes('record');
  return [
    record(
      its,
      idRule,
      'schema broken',
      `the ${recordId} is empty`,
      (body) => ({ ...body, [recordId]: '' }),
      isNotNeeded,
    ),
    record(its, idRule, 'schema broken', `the ${recordId} is a number`, (body, _to, memory) => ({
      ...body,
      [recordId]: Number(
        memory.alias(
          findText(body, recordId) ?? '',
          String(7_000_000_000 + memory.count(recordId)),
        ),
      ),
    })),
    record(its, idRule, 'schema broken', `the ${recordId} is null`, (body) => ({
      ...body,
      [recordId]: null,
    })),
    record(its, idRule, 'schema broken', `the ${recordId} is an object`, (body) => ({
      ...body,
      [recordId]: { id: body[recordId] },
    })),
    record(its, pair, 'schema broken', `no response has the ${mask}`, (body) =>
      without(body, mask),
    ),
    record(
      its,
      pair,
      'schema broken',
      `no response has the ${recordId}`,
      (body) => without(body, recordId),
      isNotNeeded,
    ),
    record(
      its,
      pair,
      'schema broken',
      `no response has the record by ${channel}`,
      (body) => without(body, recordId, mask),
      isNotNeeded,
    ),
    record(its, maskRule, 'leak', `the ${mask} is the whole destination`, (body, to) => ({
      ...body,
      [mask]: to,
    })),
    record(its, maskRule, 'leak', `the ${mask} contains the whole destination`, (body, to) => ({
      ...body,
      [mask]: `sent to ${to}`,
    })),
    record(its, maskRule, 'schema broken', `the ${mask} is an object`, (body) => ({
      ...body,
      [mask]: { text: body[mask] },
    })),
    record(its, maskRule, 'schema broken', `the ${mask} is null`, (body) => ({
      ...body,
      [mask]: null,
    })),
  ];
}

const ofPhones = channels.sms;

const phoneMasks: readonly Operator[] = [
  operator(
    '2.5.phoneNumber.other-form-refused',
    'format broken',
    'an empty phoneNumber is accepted',
    forgives('sendSmsOtp', ({ asked }) => given(asked, 'phoneNumber') === ''),
  ),
  operator(
    '2.5.phoneNumber.other-form-refused',
    'format broken',
    'a phoneNumber with 00 instead of the plus sign is accepted',
    reads('sendSmsOtp', (asked) => {
      const number = given(asked, 'phoneNumber');
      return typeof number === 'string' && number.startsWith('00')
        ? withFields(asked, { phoneNumber: `+${number.slice(2)}` })
        : null;
    }),
  ),
  record(
    ofPhones,
    '2.5.phoneMask.last-four',
    'format broken',
    'the phoneMask of a record shows three digits',
    (body, to) => ({
      ...body,
      phoneMask: `***${to.slice(-3)}`,
    }),
  ),
  record(
    ofPhones,
    '2.5.phoneMask.last-four',
    'format broken',
    'the phoneMask of a record shows no digit',
    (body) => ({
      ...body,
      phoneMask: '********',
    }),
  ),
  record(
    ofPhones,
    '2.5.phoneMask.last-four',
    "other user's data",
    'the phoneMask of a record is always the same',
    (body) => ({
      ...body,
      phoneMask: '***0000',
    }),
  ),
  record(
    ofPhones,
    '2.5.phoneMask.last-four',
    'leak',
    'the phoneMask of a record has every digit, with hyphens',
    (body, to) => ({
      ...body,
      phoneMask: to.replaceAll(/(\d{3})/g, '$1-'),
    }),
  ),
  record(
    ofPhones,
    '2.5.phoneMask.nothing-more',
    'leak',
    'the phoneMask of a record shows six digits',
    (body, to) => ({
      ...body,
      phoneMask: `***${to.slice(-6)}`,
    }),
  ),
  operator(
    '2.5.phoneNumber.other-form-refused',
    'format broken',
    'a phoneNumber without a plus sign is read as if it had one',
    reads('sendSmsOtp', (asked) => {
      const number = given(asked, 'phoneNumber');
      return typeof number === 'string' && /^\d/.test(number)
        ? withFields(asked, { phoneNumber: `+${number}` })
        : null;
    }),
  ),
  operator(
    '2.5.phoneNumber.other-form-refused',
    'format broken',
    'a phoneNumber of any format is accepted',
    forgives('sendSmsOtp', ({ asked }) => {
      const number = given(asked, 'phoneNumber');
      return typeof number === 'string' && !number.startsWith('+');
    }),
  ),
  operator(
    '2.5.phoneNumber.other-form-refused',
    'server error',
    'a phoneNumber of another format causes a server error',
    breaks('sendSmsOtp', ({ asked }) => given(asked, 'phoneNumber') !== undefined),
  ),
];

const both: readonly Its[] = [channels.sms, channels.email];

export const oneTimePasswords: readonly Operator[] = [
  ...both.flatMap((its) => [...sends(its), ...codes(its), ...records(its)]),
  ...phoneMasks,
];
