/** What a run makes of a deployment that does something that hardly any does. */
import { describe, it } from 'vitest';
import type { ConformSettings } from '../../../conformance/settings.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import type { DialectDocument } from '../../../src/dialect/dialect.ts';
import {
  answerWith,
  bearerOf,
  bodyOf,
  fieldsIn,
  fieldsOf,
  isAccepted,
  textAt,
  withBody,
  withFields,
  without,
  type Answered,
  type Asked,
  type Fields,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import type { Mutate } from '../mutate.ts';
import { answers, hits, rewrites, walletOperations } from '../operators/operator.ts';
import { sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { expectToldInShort } from './reviewed.ts';
import { inOrder } from './told.ts';

const targets = useTargets();

const signIns = ['authenticateWallet', 'authenticateSmsOtp', 'authenticateEmailOtp'] as const;
const byCode = ['authenticateSmsOtp', 'authenticateEmailOtp'] as const;
const sends = ['sendSmsOtp', 'sendEmailOtp'] as const;

/** The session stays what it is; the client sees another name for it, with these in its payload. */
function sessions(
  change: (header: Fields, claims: Fields, asked: Asked) => readonly [Fields, Fields],
): Mutate {
  return answers(signIns, (body, { asked }, memory) => {
    const real = textAt(body, 'sessionJwt');
    if (real === null) return body;
    const [header = '', claims = '', signature] = real.split('.');
    const parts = change(fieldsIn(decoded(header)), fieldsIn(decoded(claims)), asked);
    return {
      ...body,
      sessionJwt: memory.alias(real, [...parts.map(encoded), signature].join('.')),
    };
  });
}

function decoded(part: string): unknown {
  return bodyOf({ text: Buffer.from(part, 'base64url').toString() });
}

function encoded(part: Fields): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** Calls from one on, of those to the service. */
function from(first: number, instead: Mutate, until = Infinity): Mutate {
  return async (exchange, memory) => {
    if (exchange.asked.operation === null) return exchange.forward();
    const count = memory.count('calls');
    return count < first || count >= until ? exchange.forward() : instead(exchange, memory);
  };
}

const always =
  (answer: Answered): Mutate =>
  () =>
    Promise.resolve(answer);

/** Refusals of some operations, given otherwise. */
function refusals(
  operations: OperationId | readonly OperationId[],
  change: (answer: Answered) => Answered,
): Mutate {
  return async (exchange) => {
    const answer = await exchange.forward();
    return hits(exchange, operations) && !isAccepted(answer) ? change(answer) : answer;
  };
}

function refusesAll(operation: OperationId, answer: Answered): Mutate {
  return (exchange) => (hits(exchange, operation) ? Promise.resolve(answer) : exchange.forward());
}

function userRead(change: (user: Fields) => unknown): Mutate {
  return answers('getUser', change);
}

/** Users with a flag of no category, which is F0000 alone. */
function flaggedRead(change: (user: Fields) => unknown): Mutate {
  return userRead((user) => (JSON.stringify(user).includes('F0000') ? change(user) : user));
}

function userMask(change: (mask: Fields) => unknown): Mutate {
  return answers(signIns, (body) =>
    Object.hasOwn(body, 'userMask')
      ? { ...body, userMask: change(fieldsIn(body['userMask'])) }
      : body,
  );
}

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

/** The set of public keys, changed. */
function rewritesKeys(change: (keys: Fields) => Fields): Mutate {
  return async ({ asked, forward }) => {
    const answer = await forward();
    return asked.path.includes('jwks') ? withBody(answer, change(fieldsOf(answer))) : answer;
  };
}

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

/** The public keys are elsewhere, and what says so is an answer or the header of the session. */
function keysElsewhere(told: Mutate): Mutate {
  return async (exchange, memory) => {
    const { asked, forward } = exchange;
    if (asked.path === '/.well-known/jwks.json') return answerWith(404, {});
    if (asked.path === '/keys') return forward({ ...asked, path: '/.well-known/jwks.json' });
    return told(exchange, memory);
  };
}

const configured: Mutate = async ({ asked, forward }) =>
  asked.path === '/.well-known/openid-configuration'
    ? answerWith(200, { jwks_uri: `http://${asked.headers['host']}/keys` })
    : forward();

/** A session is good for so many reads. */
function forgottenAfter(most: number): Mutate {
  return async (exchange, memory) => {
    const bearer = bearerOf(exchange.asked);
    if (!hits(exchange, 'getUser') || bearer === null) return exchange.forward();
    return memory.count(bearer) > most ? answerWith(401, {}) : exchange.forward();
  };
}

/** On one network alone wallets sign in. */
const onEthereumAlone: Mutate = async (exchange) =>
  hits(exchange, 'authenticateWallet') && fieldsOf(exchange.asked)['walletNetwork'] !== 'ETHEREUM'
    ? answerWith(401, {})
    : exchange.forward();

const needsBothFields: Mutate = async (exchange) => {
  if (!hits(exchange, walletOperations)) return exchange.forward();
  const { walletNetwork, walletType } = fieldsOf(exchange.asked);
  if (walletNetwork === undefined || walletType === undefined) return answerWith(400, {});
  return exchange.forward(withFields(exchange.asked, { walletType: undefined }));
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

interface Odd {
  readonly mutate: Mutate | null;
  readonly dialect?: DialectDocument;
  readonly settings?: Partial<ConformSettings>;
  /** Whether nothing is left to find out. */
  readonly isGranted?: boolean;
}

const odd: Readonly<Record<string, Mutate | Odd | null>> = {
  'nothing odd': null,
  'an algorithm that nobody has heard of': sessions((header, claims) => [
    { ...header, alg: 'XS512' },
    claims,
  ]),
  'sessions without a lifetime': sessions((header, { exp: _exp, ...claims }) => [header, claims]),
  'sessions without a beginning': sessions((header, { iat: _iat, ...claims }) => [header, claims]),
  'sessions that are over as they begin': sessions((header, claims) => [
    header,
    { ...claims, exp: claims['iat'] },
  ]),
  'sessions that name nobody': sessions((header, claims) => [
    header,
    without(claims, 'sub', 'userId', 'user_id'),
  ]),
  'sessions that name the user twice': sessions((header, claims) => [
    header,
    { ...without(claims, 'sub'), account: claims['sub'], owner: claims['sub'] },
  ]),
  'sessions that are no JWT': answers(signIns, (body, _exchange, memory) => ({
    ...body,
    sessionJwt: memory.alias(
      textAt(body, 'sessionJwt') ?? '',
      `session-${memory.count('session')}-of-a-user`,
    ),
  })),
  'public keys that are for others': rewritesKeys(() => ({ keys: [] })),
  'public keys behind a lock': async (exchange) =>
    exchange.asked.path.includes('jwks') ? answerWith(403, {}) : exchange.forward(),
  'public keys that are for others, and are known': {
    mutate: rewritesKeys(() => ({ keys: [] })),
    isGranted: true,
  },
  'public keys that are known, behind a lock': {
    mutate: async (exchange) =>
      exchange.asked.path.includes('jwks') ? answerWith(403, {}) : exchange.forward(),
    isGranted: true,
  },
  'public keys where a configuration says': keysElsewhere(configured),
  'public keys where the session says': keysElsewhere(
    sessions((header, claims, { headers }) => [
      { ...header, jku: `http://${headers['host']}/keys` },
      claims,
    ]),
  ),
  'one code for all': {
    mutate: oneCodeForAll,
    settings: { otpSource: { kind: 'fixed', code: CODE } },
  },
  'one code for all, which the inbox does not know': oneCodeForAll,
  'sessions that are good for three reads': forgottenAfter(3),
  'sessions that are good for three reads, and are known': {
    mutate: forgottenAfter(3),
    isGranted: true,
  },
  'wallets on one network alone': onEthereumAlone,
  'wallets with a network and a type': needsBothFields,
  'codes that open nothing where another one asked for them': {
    mutate: deafToCodesOfOthers,
    dialect: { version: 1, values: { otp: { sms: { bearerSession: 'addsPhone' } } } },
  },
  'reads that are limited': refusesAll('getUser', answerWith(429, {})),
  'users without an id': userMask((mask) => without(mask, 'id')),
  'users without a mask': answers(signIns, (body) => without(body, 'userMask')),
  'a phoneMask that says there is none': userMask((mask) => ({
    ...mask,
    phoneMask: mask['phoneMask'] ?? 'none',
  })),
  'a phoneMask of stars alone': userMask((mask) =>
    mask['phoneMask'] ? { ...mask, phoneMask: '******' } : mask,
  ),
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
  'codes that are refused with 429': refusals(byCode, () => answerWith(429, {})),
  'personal information whose fields are empty under F0000': flaggedRead((user) => ({
    ...user,
    personalInformation: Object.fromEntries(
      Object.keys(fieldsIn(user['personalInformation'])).map((name) => [name, null]),
    ),
  })),
  'personal information without number and address under F0000': flaggedRead((user) => ({
    ...user,
    personalInformation: { country: 'NL' },
  })),
  'personal information of somebody else under F0000': flaggedRead((user) => ({
    ...user,
    personalInformation: {
      ...fieldsIn(user['personalInformation']),
      emailAddress: 'somebody.else@example.com',
      phoneNumber: '+12025550199',
    },
  })),
  'no transactions under F0000': flaggedRead((user) => ({ ...user, transactions: null })),
  'no list of transactions where there are none': userRead((user) =>
    Array.isArray(user['transactions']) && user['transactions'].length === 0
      ? without(user, 'transactions')
      : user,
  ),
  'transactions that have all settled': userRead((user) =>
    JSON.parse(JSON.stringify(user).replaceAll('"PENDING"', '"COMPLETE"')),
  ),
  'transactions that have a mark of their return': userRead(({ transactions, ...user }) => ({
    ...user,
    transactions: (Array.isArray(transactions) ? transactions : []).map((each: Fields) => ({
      ...each,
      returned: each['cryptoStatus'] === 'FAILED',
    })),
  })),
  'two lists that may be the wallets': userRead((user) => ({
    ...user,
    accounts: user['wallets'],
  })),
  'a KYC status that is another each time': answers('getUser', (user, _exchange, memory) => ({
    ...user,
    kyc: {
      ...fieldsIn(user['kyc']),
      status: ['APPROVED', 'IN_REVIEW', 'DECLINED'][memory.count('read') % 3],
    },
  })),
  'answers without a body to what needs none': rewrites('addWalletToUser', () => ({
    status: 204,
    headers: {},
    text: '',
  })),
  'answers that are called text': rewrites(signIns, (answer) => ({
    ...answer,
    headers: { ...answer.headers, 'content-type': 'text/plain' },
  })),
  'answers whose Content-Type is missing': rewrites('startWalletAuth', (answer) => ({
    ...answer,
    headers: without(answer.headers, 'content-type') as Answered['headers'],
  })),
  'a refusal as a 200 that has an error in words': refusals(byCode, () =>
    answerWith(200, { error: 'wrong code' }),
  ),
  'a refusal as a 200 that has a list of errors': refusals(['addWalletToUser', ...byCode], () =>
    answerWith(200, { errors: ['no'] }),
  ),
  'a limit for each destination that does not say for how long': {
    mutate: refusals(sends, retryAfterIsGone),
    dialect: limited('destination'),
  },
  'a limit for the client that does not say for how long': {
    mutate: refusals(sends, retryAfterIsGone),
    dialect: limited('client'),
  },
  'a limit for the client': { mutate: null, dialect: limited('client') },
  'a service that is gone after 40 calls': from(40, always(answerWith(503, ''))),
  'a service that is gone after 150 calls': from(
    150,
    always(answerWith(502, '<p>no</p>', 'text/html')),
  ),
  'a service that is gone for a while': from(60, always(answerWith(500, {})), 75),
  'a service that is busy after 100 calls': from(
    100,
    always({ ...answerWith(429, {}), headers: { 'retry-after': '3600' } }),
  ),
  'a service that forgets its clients after 120 calls': from(120, always(answerWith(401, {}))),
};

describe('of a deployment that has', { timeout: 60_000 }, () => {
  it.for(Object.entries(odd))('%s', async ([name, its]) => {
    const one: Odd = typeof its === 'function' ? { mutate: its } : (its ?? { mutate: null });
    const dialect = one.dialect ?? dialects.default;
    const deployment = await sandboxDeployment(targets, 'default', dialect);
    const outcome = await runAgainst(deployment, one.mutate, {
      ...(one.isGranted && { granted: deployment.dialect }),
      settings: { ...one.settings, ...inOrder },
    });
    expectToldInShort('odd-deployments', name, outcome);
  });
});
