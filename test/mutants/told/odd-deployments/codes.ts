/** One-time passwords, their records and their limits, as hardly any deployment has them (§2.5, §2.6, §8). */
import type { DialectDocument } from '../../../../src/dialect/dialect.ts';
import {
  answerWith,
  fieldsIn,
  fieldsOf,
  isAccepted,
  withFields,
  without,
  type Answered,
} from '../../exchange.ts';
import type { Memory } from '../../memory.ts';
import type { Mutate } from '../../mutate.ts';
import { answers, hits, refusalsWith } from '../../operators/operator.ts';
import { byCode, sends, type OddDeployments } from './odd-deployment.ts';

/** The ids of records are numbers, long or short. */
function numberedRecords(numberOf: (real: string, memory: Memory) => string): Mutate {
  return answers([...sends, ...byCode], (body, _exchange, memory) =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        /^(?:phone|email)Id$/.test(name) && typeof value === 'string'
          ? memory.alias(value, numberOf(value, memory))
          : value,
      ]),
    ),
  );
}

/** The wrong code that is answered as if the lock were there, though it is not. */
const falseLock: Mutate = async (exchange, memory) => {
  const answer = await exchange.forward();
  if (!hits(exchange, byCode) || isAccepted(answer)) return answer;
  const { phoneId, emailId, phoneNumber, emailAddress } = fieldsOf(exchange.asked);
  const whose = String(phoneId ?? emailId ?? phoneNumber ?? emailAddress);
  return memory.count(`wrong ${whose}`) === 2 ? answerWith(423, {}) : answer;
};

/** The code that everybody has. */
const CODE = '111111';

const oneCodeForAll: Mutate = async (exchange, memory) => {
  const { asked, forward } = exchange;
  const given = fieldsOf(asked);
  const [name] = Object.entries(given).find(([, value]) => value === CODE) ?? [];
  if (!hits(exchange, byCode) || name === undefined) return forward();
  const { phoneId, emailId, phoneNumber, emailAddress } = given;
  const to = memory.records.get(String(phoneId ?? emailId)) ?? phoneNumber ?? emailAddress;
  const inbox = await forward({
    ...asked,
    operation: null,
    method: 'GET',
    path: '/sandbox/inbox',
    query: { to: String(to) },
    text: '',
  });
  const { items } = fieldsOf(inbox);
  const code: unknown = fieldsIn(Array.isArray(items) ? items.at(-1) : null)['code'];
  return forward(withFields(asked, { [name]: code ?? CODE }));
};

/** Where a number is sent to with the session of another, its code opens nothing. */
const deafToCodesOfOthers: Mutate = async (exchange, memory) => {
  const { asked, forward } = exchange;
  const { phoneId, phoneNumber } = fieldsOf(asked);
  if (hits(exchange, 'sendSmsOtp') && memory.userOf(asked) !== null) {
    const answer = await forward();
    memory.keep(`deaf to ${String(fieldsOf(answer)['phoneId'] ?? phoneNumber)}`, true);
    return answer;
  }
  const isDeaf = memory.kept(`deaf to ${String(phoneId ?? phoneNumber)}`) === true;
  return hits(exchange, 'authenticateSmsOtp') && isDeaf ? answerWith(401, {}) : forward();
};

const retryAfterIsGone = (answer: Answered): Answered => ({
  ...answer,
  headers: without(answer.headers, 'retry-after') as Answered['headers'],
});

/** At most three sends an hour. */
function limited(scope: 'destination' | 'client'): DialectDocument {
  return { version: 1, values: { limits: { sends: { count: 3, per: 'PT1H', scope } } } };
}

export const oddCodes: OddDeployments = {
  'one code for all': {
    mutate: oneCodeForAll,
    settings: { otpSource: { kind: 'fixed', code: CODE } },
  },
  'one code for all, which the inbox does not know': oneCodeForAll,
  'codes that open nothing where another one asked for them': {
    mutate: deafToCodesOfOthers,
    dialect: { version: 1, values: { otp: { sms: { bearerSession: 'addsPhone' } } } },
  },
  'records with long numbers for ids': numberedRecords((real) =>
    BigInt(`0x${real.replaceAll('-', '')}`).toString(),
  ),
  'records with short numbers for ids': numberedRecords(
    (_real, memory) => `N${1_000_000 + memory.count('record')}`,
  ),
  'records without ids': answers([...sends, ...byCode], (body) =>
    without(body, 'phoneId', 'emailId'),
  ),
  'a lock that is none': falseLock,
  'a right code that is wrong now and then': async (exchange, memory) => {
    if (!hits(exchange, byCode)) return exchange.forward();
    return memory.count('code') % 3 === 0 ? answerWith(401, {}) : exchange.forward();
  },
  'codes that are refused with 429': refusalsWith(byCode, () => answerWith(429, {})),
  'a limit for each destination that does not say for how long': {
    mutate: refusalsWith(sends, retryAfterIsGone),
    dialect: limited('destination'),
  },
  'a limit for the client that does not say for how long': {
    mutate: refusalsWith(sends, retryAfterIsGone),
    dialect: limited('client'),
  },
  'a limit for the client': { mutate: null, dialect: limited('client') },
};
