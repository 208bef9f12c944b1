/** Mutants, each with the check that must find it. Many return or store data of others, or of the request. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readClaims, withClaims } from '../../conformance/responses/session-token.ts';
import { sample } from '../setup/test-length.ts';
import { createSandboxDeployment } from './deployments.ts';
import {
  createResponse,
  findBearer,
  toFields,
  parseFields,
  isAccepted,
  findText,
  findUserId,
  readLowerCaseAddress,
  readText,
  withBody,
  withFields,
  type ProxyResponse,
  type Exchange,
  type Fields,
  withBearer,
} from './exchange.ts';
import type { Memory } from './memory.ts';
import type { Mutate } from './mutate.ts';
import {
  changeBody,
  changeUser,
  isOfSecondClient,
  isRequestTo,
  changeSuccess,
  perRun,
} from './operators/operator.ts';
import { findAnyDestination } from './operators/otp-pairs.ts';
import { changeSession, expireSession } from './operators/sign-in-responses.ts';
import { runMutated } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';
import { listFlags, getUser, withUser } from './user-object.ts';

const targets = useTargets();

/** The check that must fail, the change of the deployment, and the checks that run. */
type Mutant = readonly [killedBy: string, mutate: Mutate, only: readonly string[]];

const leakChecks = [
  '7.response.no-secret',
  '4.1',
  '4.2.operation',
  '4.5',
  '4.8.operation.at-any-time',
];
const codeOperations = ['authenticateSmsOtp', 'authenticateEmailOtp'] as const;
const sendOperations = ['sendSmsOtp', 'sendEmailOtp'] as const;

const getDestination = ({ request }: Exchange, memory: Memory) =>
  findAnyDestination(request, memory) ?? '';

/** Adds fields of the owner of the wallet to responses of startWalletAuth. */
function addToStartResponse(createFields: (userId: string) => Fields): Mutate {
  return async (exchange, memory) => {
    const response = await exchange.forward();
    const address = readLowerCaseAddress(exchange.request);
    if (!isAccepted(response)) return response;
    if (isRequestTo(exchange, 'authenticateWallet'))
      memory.set(`id ${address}`, findUserId(response));
    const id = memory.get(`id ${address}`);
    return isRequestTo(exchange, 'startWalletAuth') && typeof id === 'string'
      ? withBody(response, { ...parseFields(response), ...createFields(id) })
      : response;
  };
}

/**
 * Adds data of the last sign-in at a destination to responses that reject a code. `createAddition`
 * returns fields for the body; the field `headers` contains additional headers.
 */
function changeRejections(createAddition: (signIn: Fields) => Fields): Mutate {
  return async (exchange, memory) => {
    const response = await exchange.forward();
    if (!isRequestTo(exchange, codeOperations)) return response;
    const destination = getDestination(exchange, memory);
    if (isAccepted(response)) memory.set(destination, parseFields(response));
    const signIn = memory.get(destination);
    if (isAccepted(response) || signIn === undefined) return response;
    const { headers = {}, ...body } = createAddition(toFields(signIn));
    return {
      ...withBody(response, { ...parseFields(response), ...body }),
      headers: { ...response.headers, ...(headers as Record<string, string>) },
    };
  };
}

/** Stores the result of `readValue` for the user of each accepted sign-in by code; see `getStoredValue`. */
function storeByUser(
  readValue: (exchange: Exchange, memory: Memory) => unknown,
  mutate: Mutate,
): Mutate {
  return async (exchange, memory) => {
    const response = await mutate(exchange, memory);
    const id =
      isRequestTo(exchange, codeOperations) && isAccepted(response) ? findUserId(response) : null;
    if (id !== null) memory.set(`of ${id}`, readValue(exchange, memory));
    return response;
  };
}

const getStoredValue = ({ request }: Exchange, memory: Memory) =>
  memory.get(`of ${memory.findUser(request)}`);

/** Adds a millisecond to the updateTime of a user after each matching exchange. */
function increaseUpdateTime(
  matches: (exchange: Exchange, response: ProxyResponse) => boolean,
): Mutate {
  return async (exchange, memory) => {
    const { request, traits } = exchange;
    const response = await exchange.forward();
    const key = `updates of ${memory.findUser(request)}`;
    const updates = Number(memory.get(key) ?? 0);
    if (matches(exchange, response)) memory.set(key, updates + 1);
    if (!isRequestTo(exchange, 'getUser') || !isAccepted(response)) return response;
    const body = parseFields(response);
    const user = getUser(body, traits);
    const updateTime = new Date(Date.parse(String(user['updateTime'])) + updates).toISOString();
    return withBody(response, withUser(body, traits, { ...user, updateTime }));
  };
}

/** Removes the state of a user from a body, as the argument of `withFields`. */
const removedUserState = {
  flags: undefined,
  kyc: undefined,
  kycStatus: undefined,
  transactions: undefined,
};
const returnStoredKyc = changeUser((user, traits, memory, exchange) => {
  const kyc = getStoredValue(exchange, memory);
  if (kyc !== undefined) user[traits.user.kyc] = kyc;
});

const mutants: Readonly<Record<string, Mutant>> = {
  'startWalletAuth returns the id of the wallet owner': [
    '7.response.no-secret/other-users',
    addToStartResponse((userId) => ({ userId })),
    leakChecks,
  ],
  'startWalletAuth returns the flags of the wallet owner': [
    '7.response.no-secret/other-users',
    addToStartResponse(() => ({ flags: [{ code: 'F1001' }] })),
    leakChecks,
  ],
  'the rejection of a wrong code contains the id of the user': [
    '7.response.no-secret/other-users',
    changeRejections((signIn) => ({ account: toFields(signIn['userMask'])['id'] })),
    leakChecks,
  ],
  'the rejection of a wrong code sets a session cookie': [
    '7.response.no-secret/sessions',
    changeRejections((signIn) => {
      const token = findText(signIn, 'sessionJwt') ?? '';
      const newToken = withClaims(token, { ...readClaims(token), jti: randomUUID() });
      return { headers: { 'set-cookie': `session=${newToken}; Path=/` } };
    }),
    leakChecks,
  ],
  'a user without a number has the phoneMask of the last send': [
    '2.4.userMask.phoneMask/without-a-number',
    async (exchange, memory) => {
      const response = await exchange.forward();
      if (isRequestTo(exchange, 'sendSmsOtp') && isAccepted(response)) {
        memory.set('mask', parseFields(response)['phoneMask']);
      }
      if (!isRequestTo(exchange, 'authenticateWallet') || !isAccepted(response)) return response;
      const userMask = toFields(parseFields(response)['userMask']);
      const phoneMask = userMask['phoneMask'] || memory.get('mask') || '';
      return withBody(response, {
        ...parseFields(response),
        userMask: { ...userMask, phoneMask },
      });
    },
    ['2.4', '4.4', '4.2.operation'],
  ],
  'numbers with the same last ten digits belong to one user': [
    '5.4.sms.one-user-each/same-last-ten-digits',
    (exchange) => {
      const number = readText(exchange.request, 'phoneNumber');
      // The check replaces the country code +1 by the unused country code +999.
      return number.startsWith('+999')
        ? exchange.forward(withFields(exchange.request, { phoneNumber: `+1${number.slice(-10)}` }))
        : exchange.forward();
    },
    ['5.4', '4.5.operation'],
  ],
  'a wrong code invalidates the codes of all other destinations': [
    '5.4.sms.flow/after-a-rejected-client',
    perRun(() => {
      const destinationsWithCode = new Set<string>();
      return async (exchange, memory) => {
        const destination = getDestination(exchange, memory);
        if (isRequestTo(exchange, codeOperations) && !destinationsWithCode.has(destination))
          return createResponse(401, {});
        const response = await exchange.forward();
        if (isRequestTo(exchange, sendOperations) && isAccepted(response))
          destinationsWithCode.add(destination);
        if (
          isRequestTo(exchange, codeOperations) &&
          response.status === exchange.traits.codeStatus
        ) {
          const hasCode = destinationsWithCode.has(destination);
          destinationsWithCode.clear();
          if (hasCode) destinationsWithCode.add(destination);
        }
        return response;
      };
    }),
    ['5.4', '4.5.operation'],
  ],
  'walletNetwork SOLANA is accepted': [
    '2.2.walletNetwork.other-values-refused/startWalletAuth',
    (exchange) =>
      readText(exchange.request, 'walletNetwork') === 'SOLANA'
        ? exchange.forward(withFields(exchange.request, { walletNetwork: 'ETHEREUM' }))
        : exchange.forward(),
    ['2.2', '4.1'],
  ],
  'a challenge is valid only for the spelling of the address in startWalletAuth': [
    '5.3.wallet.flow/address-in-lower-case-at-start',
    async (exchange, memory) => {
      const address = readText(exchange.request, 'walletAddress');
      const key = `spelling ${address.toLowerCase()}`;
      if (isRequestTo(exchange, 'startWalletAuth')) memory.set(key, address);
      return isRequestTo(exchange, 'authenticateWallet') && memory.get(key) !== address
        ? createResponse(401, {})
        : exchange.forward();
    },
    ['5.3.wallet.flow', '4.2.operation'],
  ],
  'the KYC status in the body of a sign-in is stored': [
    '2.7.flags.in-user-object/values-in-the-sign-in/email',
    storeByUser(
      ({ request }) => parseFields(request)['kyc'],
      (exchange, memory) =>
        isRequestTo(exchange, 'authenticateEmailOtp')
          ? exchange.forward(withFields(exchange.request, removedUserState))
          : returnStoredKyc(exchange, memory),
    ),
    ['2.7', '4.7.operation', '4.8.operation.reads'],
  ],
  'a POST of the user read stores the KYC status': [
    '2.7.flags.in-user-object/values-in-the-user-read',
    async (exchange, memory) => {
      const { request, traits } = exchange;
      const key = `posted ${memory.findUser(request)}`;
      if (request.path === traits.user.path && request.method === 'POST') {
        memory.set(key, parseFields(request)[traits.user.kyc]);
        return createResponse(200, {});
      }
      const response = await exchange.forward();
      const kyc = memory.get(key);
      if (!isRequestTo(exchange, 'getUser') || kyc === undefined) return response;
      const body = parseFields(response);
      const user = { ...getUser(body, traits), [traits.user.kyc]: kyc };
      return withBody(response, withUser(body, traits, user));
    },
    ['2.7', '4.8.operation.reads'],
  ],
  'a user read changes updateTime': [
    '2.4.userMask.updateTime-unchanged/invalid-request',
    increaseUpdateTime((exchange) => isRequestTo(exchange, 'getUser')),
    ['2.4', '4.8.operation.reads', '4.3'],
  ],
  'an invalid addWalletToUser changes updateTime': [
    '2.4.userMask.updateTime-unchanged/invalid-request',
    increaseUpdateTime(
      (exchange, response) => isRequestTo(exchange, 'addWalletToUser') && response.status === 400,
    ),
    ['2.4', '4.8.operation.reads', '4.3'],
  ],
  'an addWalletToUser that is rejected for a Fraud flag changes updateTime': [
    '2.4.userMask.updateTime-unchanged/fraud',
    increaseUpdateTime(
      (exchange, response) =>
        isRequestTo(exchange, 'addWalletToUser') && response.status === exchange.traits.fraudStatus,
    ),
    ['2.4', '4.8.operation.reads', '4.3', '7.4'],
  ],
  'a sign-in without a code is accepted if no code was sent': [
    '5.5.email.send-needed',
    perRun(() => {
      const destinationsWithCode = new Set<string>();
      return async (exchange, memory) => {
        const destination = getDestination(exchange, memory);
        if (isRequestTo(exchange, 'sendEmailOtp')) destinationsWithCode.add(destination);
        const isMissing =
          parseFields(exchange.request)[exchange.traits.otp.email.codeField] === undefined;
        return isRequestTo(exchange, 'authenticateEmailOtp') &&
          isMissing &&
          !destinationsWithCode.has(destination)
          ? createResponse(200, {})
          : exchange.forward();
      };
    }),
    ['5.5', '4.7.operation'],
  ],
  'a user has the flags of an account whose number has the same last digits': [
    '2.7.flags.in-user-object/of-a-similar-number',
    storeByUser(
      getDestination,
      changeUser((user, traits, memory, exchange) => {
        const number = getStoredValue(exchange, memory);
        const account = traits.accounts.find(
          ({ phoneNumber }) => phoneNumber?.slice(-7) === String(number).slice(-7),
        );
        if (account !== undefined && listFlags(user, traits).length === 0)
          user[traits.user.flags] = account.flags;
      }),
    ),
    ['2.7', '4.5.operation', '4.8.operation.reads'],
  ],
  'the id in a user read differs from the id of the userMask': [
    '4.8.operation.reads/every-id',
    changeUser((user) => ({ ...user, id: randomUUID() })),
    ['4.8.operation.reads'],
  ],
  'the createTime in a user read is in local time': [
    '2.4.userMask.createTime/user-read',
    changeUser((user) => {
      const local = Date.parse(String(user['createTime'])) + 2 * 3_600_000;
      return { ...user, createTime: new Date(local).toISOString() };
    }),
    ['2.4', '4.8.operation.reads'],
  ],
  'the phoneMask in a user read is the whole number': [
    '2.4.userMask.phoneMask/every-mask',
    storeByUser(
      getDestination,
      changeBody('getUser', (body, exchange, memory) => {
        const phoneMask = getStoredValue(exchange, memory);
        return phoneMask === undefined ? body : { ...body, contact: { phoneMask } };
      }),
    ),
    ['2.4', '4.5.operation', '4.8'],
  ],
  'a user read contains the last challenge of another wallet': [
    '7.response.no-secret/other-users',
    async (exchange, memory) => {
      const response = await exchange.forward();
      if (!isAccepted(response)) return response;
      const body = parseFields(response);
      if (isRequestTo(exchange, 'startWalletAuth')) memory.set('challenge', body['challenge']);
      return isRequestTo(exchange, 'getUser')
        ? withBody(response, { ...body, pending: [memory.get('challenge')] })
        : response;
    },
    ['7.response.no-secret', '4.1', '4.8.operation.reads'],
  ],
  'sessions of the second client are not verified': [
    '2.4.sessionJwt.jwt/forged',
    // Replaces any token, even a forged one, by the last valid session of the user in its `sub`.
    async (exchange, memory) => {
      const { request } = exchange;
      if (!isOfSecondClient(exchange)) return exchange.forward();
      const subject = readClaims(findBearer(request) ?? '')?.['sub'];
      const session = memory.get(`session of ${String(subject)}`);
      if (isRequestTo(exchange, 'getUser') && typeof session === 'string') {
        return exchange.forward(withBearer(request, session));
      }
      const response = await exchange.forward();
      const { sessionJwt } = parseFields(response);
      if (isAccepted(response)) {
        memory.set(`session of ${String(findUserId(response))}`, sessionJwt);
      }
      return response;
    },
    ['2.4', '4.8.operation.reads', '5.3.wallet.flow'],
  ],
  'a session of the second client expires before it is issued': [
    '2.4.sessionJwt.jwt/every-expiry',
    changeSession((session, exchange) =>
      isOfSecondClient(exchange) ? expireSession(session) : session,
    ),
    ['2.4', '5.3.wallet.flow'],
  ],
  'the second client gets challenges as text/plain': [
    '2.1.accept.json/startWalletAuth/every-response',
    changeSuccess('startWalletAuth', (response, exchange) =>
      isOfSecondClient(exchange)
        ? { ...response, headers: { ...response.headers, 'content-type': 'text/plain' } }
        : response,
    ),
    ['2.1', '2.3', '5.3.wallet.flow'],
  ],
};

describe('a run against a deployment fails or warns if', () => {
  it.each(sample(Object.entries(mutants), 10))('%s', async (_name, [killedBy, mutate, only]) => {
    const deployment = await createSandboxDeployment(targets);
    const outcome = await runMutated(deployment, mutate, { settings: { only } });
    // A SHOULD causes a warning.
    const found = outcome.results.filter(({ verdict }) => ['fail', 'warn'].includes(verdict));
    expect(found.map(({ id }) => id)).toContain(killedBy);
  });
});

it('a run finds the name of the code field if one wrong request invalidates a code', async () => {
  const otp = { maxAttempts: 1, codeField: 'passcode' };
  const deployment = await createSandboxDeployment(targets, 'one attempt', {
    version: 1,
    values: { otp: { sms: otp, email: otp } },
  });
  const treatMissingCodeAsWrong: Mutate = (exchange) =>
    isRequestTo(exchange, codeOperations) && readText(exchange.request, 'passcode') === ''
      ? exchange.forward(withFields(exchange.request, { passcode: 'none' }))
      : exchange.forward();
  const outcome = await runMutated(deployment, treatMissingCodeAsWrong, {
    settings: { only: ['4.5.operation', '4.7.operation'] },
  });
  const verdicts = outcome.results.filter(({ id }) =>
    /^4\.[57]\.operation\.authenticates$/.test(id),
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});
