/** §2.4, §2.7, §4.8, §7: deployments that violate a rule about users, or leak a secret, in one context only. */
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SigningWallet } from '../../conformance/actors/signing-wallet.ts';
import { readClaims, withClaims } from '../../conformance/responses/session-token.ts';
import { sample } from '../setup/test-length.ts';
import { createSandboxDeployment } from './deployments.ts';
import {
  createResponse,
  findBearer,
  readLowerCaseAddress,
  findClient,
  toFields,
  parseFields,
  isAccepted,
  readLatestCode,
  findText,
  findUserId,
  withBody,
  withHeaders,
  type ProxyResponse,
  type ProxyRequest,
  type Exchange,
  type Fields,
} from './exchange.ts';
import type { Mutate } from './mutate.ts';
import {
  changeBody,
  changeUser,
  acceptWhen,
  isRequestTo,
  changeRefusal,
  changeSuccess,
  isOfSecondClient,
  perRun,
  signIns,
} from './operators/operator.ts';
import { changeUserMask } from './operators/sign-in-responses.ts';
import { runWithoutDiscovery, listFailed } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';
import {
  listFlags,
  getKyc,
  setFlags,
  listTransactions,
  listWallets,
  getUser,
} from './user-object.ts';
import { allOperations } from '../../conformance/actors/operations.ts';

const targets = useTargets();

/** The check that must fail, the change of the deployment, and the checks that run. */
type Mutant = readonly [killedBy: string, mutate: Mutate, only?: readonly string[]];

const sendOperations = ['sendSmsOtp', 'sendEmailOtp'] as const;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Changes the responses to sends; `change` gets the sent code. */
function changeSendResponse(
  change: (response: ProxyResponse, code: string) => ProxyResponse,
): Mutate {
  return async (exchange) => {
    const response = await exchange.forward();
    return isRequestTo(exchange, sendOperations) && isAccepted(response)
      ? change(response, await readLatestCode(exchange))
      : response;
  };
}

const addClaim = (name: string, getValue: (exchange: Exchange) => string): Mutate =>
  changeBody(signIns, (body, exchange, memory) => {
    const token = findText(body, 'sessionJwt');
    if (token === null) return body;
    const alias = withClaims(token, { ...readClaims(token), [name]: getValue(exchange) });
    return { ...body, sessionJwt: memory.setAlias(token, alias) };
  });

const getClient = (exchange: Exchange) => findClient(exchange) ?? exchange.traits.clients[0]!;

const leakChecks = [
  '7.response.no-secret',
  '4.2.operation',
  '4.4',
  '4.6',
  '4.8.operation.reads/own',
  '5.4',
];

/**
 * Adds a value to the responses for which `isLeaking` returns true. `findValue` finds the value in the
 * previous accepted exchange with one of the operations.
 */
function repeatPreviousValue({
  operations,
  findValue,
  isLeaking,
}: {
  operations: readonly Exchange['request']['operation'][];
  findValue: (exchange: Exchange, response: ProxyResponse) => string | null;
  isLeaking: (response: ProxyResponse, exchange: Exchange) => boolean;
}): Mutate {
  return perRun(() => {
    let latestValue: string | null = null;
    return async (exchange) => {
      const previousValue = latestValue;
      const response = await exchange.forward();
      if (operations.includes(exchange.request.operation) && isAccepted(response)) {
        latestValue = findValue(exchange, response) ?? latestValue;
      }
      if (previousValue === null || !isLeaking(response, exchange)) return response;
      return withBody(response, { ...parseFields(response), trace: { last: previousValue } });
    };
  });
}

const isAcceptedStart = (response: ProxyResponse, exchange: Exchange) =>
  isRequestTo(exchange, 'startWalletAuth') && isAccepted(response);

const changeMaskIf = (
  condition: (exchange: Exchange) => boolean,
  change: (mask: Fields) => Fields,
): Mutate => changeUserMask((mask, exchange) => (condition(exchange) ? change(mask) : mask));

type ChangeBody = (body: Fields, exchange: Exchange) => Fields;

/** Changes the sign-ins and user reads of users who have added a number by a send with their session (§5.7). */
function changeUsersWithAddedNumber({
  changeSignIn = (body) => body,
  changeRead = (body) => body,
}: {
  readonly changeSignIn?: ChangeBody;
  readonly changeRead?: ChangeBody;
}): Mutate {
  return perRun(() => {
    const senders = new Set<string | null>();
    const users = new Set<string | null>();
    return changeBody(['sendSmsOtp', 'getUser', ...signIns], (body, exchange, memory) => {
      const { request } = exchange;
      const user = memory.findUser(request);
      if (request.operation === 'sendSmsOtp') senders.add(user);
      if (request.operation === 'getUser')
        return users.has(user) ? changeRead(body, exchange) : body;
      const id = findText(toFields(body['userMask']), 'id');
      if (id === null) return body;
      if (request.operation === 'authenticateSmsOtp' && senders.has(id)) users.add(id);
      return users.has(id) ? changeSignIn(body, exchange) : body;
    });
  });
}

/** Creates mutants whose leak a check of §7 must find. */
const createLeaks = (
  part: string,
  leaks: Readonly<Record<string, Mutate>>,
): Record<string, Mutant> =>
  Object.fromEntries(
    Object.entries(leaks).map(([name, mutate]) => [
      name,
      [`7.response.no-secret/${part}`, mutate] as const,
    ]),
  );

const responseMutants: Readonly<Record<string, Mutant>> = {
  ...createLeaks('one-time-passwords', {
    'the sent code in a header of the response to the send': changeSendResponse((response, code) =>
      withHeaders(response, { 'x-debug': `code=${code}` }),
    ),
    'the sent code in a nested field of the response to the send': changeSendResponse(
      (response, code) => withBody(response, { ...parseFields(response), d: [{ code }] }),
    ),
    'a hash of the sent code in the response to the send': changeSendResponse((response, code) =>
      withHeaders(response, { 'x-check': sha256(code) }),
    ),
    'the sent code in base64 in the response to the send': changeSendResponse((response, code) =>
      withBody(response, { ...parseFields(response), ref: Buffer.from(code).toString('base64') }),
    ),
    'the code of a sign-in in the response to the sign-in': changeSuccess(
      signIns,
      (response, { request }) =>
        withHeaders(response, { 'x-otp': String(parseFields(request)['otp'] ?? '') }),
    ),
    'the code of a sign-in in a claim of the session': addClaim('otp', ({ request }) =>
      String(parseFields(request)['otp'] ?? ''),
    ),
  }),
  ...createLeaks('credentials', {
    'the client secret in a claim of the session': addClaim(
      'cs',
      (exchange) => getClient(exchange).clientSecret,
    ),
    'the client secret in base64 in a cookie': changeSuccess(
      'startWalletAuth',
      (response, exchange) =>
        withHeaders(response, {
          'set-cookie': `c=${Buffer.from(`client:${getClient(exchange).clientSecret}`).toString('base64')}; Path=/`,
        }),
    ),
    'a hash of the access token in a user read': changeBody('getUser', (body, exchange) => ({
      ...body,
      meta: { token: sha256(getClient(exchange).accessToken ?? '') },
    })),
  }),
  ...createLeaks('sessions', {
    'the session of the previous user in the response to startWalletAuth': repeatPreviousValue({
      operations: signIns,
      findValue: (_, response) => findText(parseFields(response), 'sessionJwt'),
      isLeaking: isAcceptedStart,
    }),
    'the session of the request in a user read': changeBody('getUser', (body, { request }) => ({
      ...body,
      session: findBearer(request),
    })),
  }),
  ...createLeaks('other-users', {
    'the wallet of the previous request in the response to startWalletAuth': repeatPreviousValue({
      operations: ['startWalletAuth'],
      findValue: ({ request }) => findText(parseFields(request), 'walletAddress'),
      isLeaking: isAcceptedStart,
    }),
    'the phone number of the previous send in a rejection': repeatPreviousValue({
      operations: ['sendSmsOtp'],
      findValue: ({ request }) => findText(parseFields(request), 'phoneNumber'),
      isLeaking: (response, exchange) =>
        isRequestTo(exchange, allOperations) && !isAccepted(response),
    }),
    'the previous user in a claim of the session': perRun(() => {
      let latestUser = 'none';
      return async (exchange, memory) => {
        const previousUser = latestUser;
        const response = await addClaim('prev', () => previousUser)(exchange, memory);
        if (isRequestTo(exchange, signIns)) latestUser = findUserId(response) ?? latestUser;
        return response;
      };
    }),
  }),
  'a stack trace in a rejection of one operation': [
    '7.refusal.no-stack-trace/every-response',
    changeRefusal('authenticateEmailOtp', (response) =>
      withBody(response, { e: 'Error: no\n    at check (/app/dist/otp.js:9:1)' }),
    ),
    ['7.refusal.no-stack-trace/every-response', '4.7', '5.5'],
  ],
  'the complete email address of a user in the userMask': [
    '2.4.userMask.phoneMask/every-response',
    changeUserMask((mask) => ({ ...mask, contact: { email: 'rita@example.test' } })),
    ['2.4', '4.2.operation'],
  ],
  'a createTime without milliseconds for the second client': [
    '2.4.userMask.createTime/every-response',
    changeMaskIf(isOfSecondClient, (mask) => ({ ...mask, createTime: '2026-01-01T00:00:00Z' })),
    ['2.4', '5.6'],
  ],
  'a different createTime for the second client': [
    '2.4.userMask.createTime/every-sign-in-of-a-user',
    changeMaskIf(isOfSecondClient, (mask) => ({
      ...mask,
      createTime: '2020-01-01T00:00:00.000Z',
    })),
    ['2.4', '5.6'],
  ],
  'the phoneMask of the previous sign-in': [
    '2.4.userMask.phoneMask/own-number',
    perRun(() => {
      let previous: unknown;
      return changeBody(['authenticateWallet', 'authenticateSmsOtp'], (body) => {
        const userMask = toFields(body['userMask']);
        const phoneMask = previous ?? userMask['phoneMask'];
        if (typeof userMask['phoneMask'] === 'string') previous = userMask['phoneMask'];
        return phoneMask === undefined ? body : { ...body, userMask: { ...userMask, phoneMask } };
      });
    }),
    ['2.4', '5.4', '5.6'],
  ],
  'another user at the first email sign-in through the second client': [
    '5.6.linking.same-user/authenticateEmailOtp/of-an-account',
    perRun(() => {
      const usersBefore = new Set<unknown>();
      return changeBody(['authenticateEmailOtp'], (body, exchange) => {
        const userMask = toFields(body['userMask']);
        const isFirst = isOfSecondClient(exchange) && !usersBefore.has(userMask['id']);
        if (isFirst) usersBefore.add(userMask['id']);
        return isFirst ? { ...body, userMask: { ...userMask, id: randomUUID() } } : body;
      });
    }),
    ['2.4', '2.7', '5.5', '5.6'],
  ],
  'an empty phoneMask after a sign-in by email': [
    '2.4.userMask.phoneMask/of-an-account',
    perRun(() => {
      const usersWithEmail = new Set<unknown>();
      return changeBody(['authenticateEmailOtp', 'authenticateWallet'], (body, exchange) => {
        const userMask = toFields(body['userMask']);
        if (isRequestTo(exchange, 'authenticateEmailOtp')) usersWithEmail.add(userMask['id']);
        return usersWithEmail.has(userMask['id'])
          ? { ...body, userMask: { ...userMask, phoneMask: '' } }
          : body;
      });
    }),
    ['2.4', '2.7', '5.4', '5.5', '5.6'],
  ],
  'another createTime after a number was added': [
    '2.4.userMask.createTime/added-number',
    changeUsersWithAddedNumber({
      changeSignIn: (body) => {
        const userMask = { ...toFields(body['userMask']), createTime: new Date(0).toISOString() };
        return { ...body, userMask };
      },
    }),
  ],
  'the KYC status APPROVED after a number was added': [
    '5.4.sms.flow/added-number',
    changeUsersWithAddedNumber({
      changeRead: (body, { traits }) => {
        getUser(body, traits)[traits.user.kyc] = { status: 'APPROVED' };
        return body;
      },
    }),
  ],
  'another user for an added number through the second client': [
    '5.6.linking.same-user/authenticateSmsOtp/added-number',
    changeUsersWithAddedNumber({
      changeSignIn: (body, exchange) =>
        isOfSecondClient(exchange)
          ? { ...body, userMask: { ...toFields(body['userMask']), id: randomUUID() } }
          : body,
    }),
  ],
  'no phoneMask in the wallet sign-in of an account': [
    '2.4.userMask.phoneMask/of-an-account',
    changeBody(['authenticateWallet'], (body, { traits }) => {
      const { phoneMask, ...mask } = toFields(body['userMask']);
      const lastDigits = String(phoneMask).slice(-4);
      const isOfAccount = traits.accounts.some(({ phoneNumber }) =>
        phoneNumber?.endsWith(lastDigits),
      );
      return isOfAccount ? { ...body, userMask: mask } : body;
    }),
    ['2.4', '2.7', '4.8', '5.6'],
  ],
  'no phoneMask in the wallet sign-in of a user who added a number': [
    '2.4.userMask.phoneMask/added-number',
    changeBody(['authenticateWallet'], ({ userMask, ...body }) => {
      const { phoneMask: _, ...mask } = toFields(userMask);
      return { ...body, userMask: mask };
    }),
  ],
  'a different user for a wallet with walletType': [
    '2.2.walletType.replaces-walletNetwork/same-user',
    changeMaskIf(
      ({ request }) => parseFields(request)['walletType'] !== undefined,
      (mask) => ({
        ...mask,
        id: String(mask['id']).replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      }),
    ),
    ['2.2', '2.4'],
  ],
  'an id without dashes on POLYGON': [
    '2.4.userMask.id/every-response',
    changeMaskIf(
      ({ request }) => parseFields(request)['walletNetwork'] === 'POLYGON',
      (mask) => ({ ...mask, id: String(mask['id']).replaceAll('-', '') }),
    ),
    ['2.2', '2.4'],
  ],
};

/**
 * Makes a user read return the user whose id, wallet, phone number or email address `readIdentifier` returns.
 * The identifier `last` means the user who signed in last.
 */
function returnIdentifiedUser(readIdentifier: (request: ProxyRequest) => unknown): Mutate {
  return perRun(() => {
    const sessions = new Map<unknown, ProxyRequest['headers']>();
    return async (exchange) => {
      const { request } = exchange;
      const session = isRequestTo(exchange, 'getUser') && sessions.get(readIdentifier(request));
      const response = await exchange.forward(
        session ? { ...withHeaders(request, session), query: {}, text: '' } : request,
      );
      const token = findText(parseFields(response), 'sessionJwt');
      if (token !== null && isAccepted(response)) {
        const { walletAddress, phoneNumber, emailAddress } = parseFields(request);
        const identifiers = [
          findUserId(response),
          walletAddress,
          phoneNumber,
          emailAddress,
          'last',
        ];
        const headers = {
          authorization: `Bearer ${token}`,
          'service-client-id': request.headers['service-client-id'] ?? '',
          'service-client-secret': request.headers['service-client-secret'] ?? '',
        };
        for (const identifier of identifiers)
          if (typeof identifier === 'string') sessions.set(identifier, headers);
      }
      return response;
    };
  });
}

const readingMutants: Readonly<Record<string, Mutant>> = {
  ...Object.fromEntries(
    ['id', 'userId', 'user_id', 'user', 'uid', 'sub', 'walletAddress', 'wallet'].map((name) => [
      `a user read that returns the user in ?${name}=`,
      [
        `4.8.operation.reads/other-user-named/query-${name}`,
        returnIdentifiedUser(({ query }) => query[name]),
      ] as const,
    ]),
  ),
  ...Object.fromEntries(
    ['x-user-id', 'user-id', 'x-userid', 'service-user-id', 'x-forwarded-user'].map((name) => [
      `a user read that returns the user in the header ${name}`,
      [
        `4.8.operation.reads/other-user-named/header-${name}`,
        returnIdentifiedUser(({ headers }) => headers[name]),
      ] as const,
    ]),
  ),
  'a user read of the second client that returns the user in ?walletAddress=': [
    '4.8.operation.reads/other-user-named/second-client-query-wallet',
    returnIdentifiedUser(({ query, headers }) =>
      headers['service-client-id'] === 'exchange-app' ? query['walletAddress'] : null,
    ),
  ],
  'a user read that returns the user in the field userId of the body': [
    '4.8.operation.reads/other-user-named/body-userId',
    returnIdentifiedUser((request) => parseFields(request)['userId']),
  ],
  'a user read without a bearer token that returns the last user of any client': [
    '4.8.operation.reads/no-session',
    returnIdentifiedUser(({ headers }) => (headers['authorization'] === undefined ? 'last' : null)),
  ],
  'a user read with the bearer token "undefined" that returns the last user': [
    '4.8.operation.reads/forged-session',
    returnIdentifiedUser((request) => (findBearer(request) === 'undefined' ? 'last' : null)),
  ],
};

type Change = (user: Fields, exchange: Exchange) => void;

const changeUserIf = (condition: (exchange: Exchange) => boolean, change: Change): Mutate =>
  changeUser((user, _traits, _memory, exchange) => {
    if (condition(exchange)) change(user, exchange);
  });

const keepFirstFlag: Change = (user, { traits }) =>
  setFlags(user, listFlags(user, traits).slice(0, 1), traits);

const removeFlags: Change = (user, { traits }) => setFlags(user, [], traits);

type FindSession = (exchange: Exchange, response: ProxyResponse) => string | null;

/** Changes user reads with a session that was found in an earlier exchange. */
function changeUserAfter(findSession: FindSession, change: Change): Mutate {
  return perRun(() => {
    const sessions = new Set<string | null>();
    const mutate = changeUserIf(({ request }) => sessions.has(findBearer(request)), change);
    return async (exchange, memory) => {
      const response = await mutate(exchange, memory);
      const session = findSession(exchange, response);
      if (session !== null) sessions.add(session);
      return response;
    };
  });
}

const findSessionOfRejectedWrite: FindSession = ({ request }, response) =>
  request.operation === 'addWalletToUser' && !isAccepted(response) ? findBearer(request) : null;
const findSessionOfAddedWallet: FindSession = ({ request }, response) =>
  request.operation === 'addWalletToUser' && isAccepted(response) ? findBearer(request) : null;
const findSessionOfUserRead: FindSession = ({ request }, response) =>
  request.operation === 'getUser' && isAccepted(response) ? findBearer(request) : null;
const findIssuedSession =
  (operation: string): FindSession =>
  ({ request }, response) =>
    request.operation === operation ? findText(parseFields(response), 'sessionJwt') : null;

const accountMutants: Readonly<Record<string, Mutant>> = {
  'only the first flag for the second client': [
    '2.7.flags.in-user-object/in-context/second-client',
    changeUserIf(isOfSecondClient, keepFirstFlag),
  ],
  'only the first flag in a second user read': [
    '2.7.flags.in-user-object/in-context/second-read',
    changeUserAfter(findSessionOfUserRead, keepFirstFlag),
  ],
  'no flags after a rejected write': [
    '2.7.flags.in-user-object/in-context/after-a-refused-write',
    changeUserAfter(findSessionOfRejectedWrite, removeFlags),
  ],
  'no flags after an added wallet': [
    '2.7.flags.in-user-object/in-context/after-an-added-wallet',
    changeUserAfter(findSessionOfAddedWallet, removeFlags),
  ],
  'no flags for a user who signed in by an added wallet': [
    '2.7.flags.in-user-object/in-context/signed-in-by-an-added-wallet',
    perRun(() => {
      const addedWallets = new Set<string>();
      return changeUserAfter(({ request }, response) => {
        const address = readLowerCaseAddress(request);
        if (request.operation === 'addWalletToUser') addedWallets.add(address);
        const isSignIn = request.operation === 'authenticateWallet' && addedWallets.has(address);
        return isSignIn ? findText(parseFields(response), 'sessionJwt') : null;
      }, removeFlags);
    }),
  ],
  'no KYC status for a user who signed in by email through the second client': [
    '2.7.kyc.status/in-context/second-client-by-email',
    changeUserAfter(
      (exchange, response) =>
        isOfSecondClient(exchange)
          ? findIssuedSession('authenticateEmailOtp')(exchange, response)
          : null,
      (user, { traits }) => delete user[traits.user.kyc],
    ),
  ],
  'no flags for a user who signed in by email': [
    '2.7.flags.in-user-object/in-context/signed-in-by-email',
    changeUserAfter(findIssuedSession('authenticateEmailOtp'), removeFlags),
  ],
  'a KYC status in lower case for a user who signed in by phone': [
    '2.7.kyc.status/in-context/signed-in-by-phone',
    changeUserAfter(findIssuedSession('authenticateSmsOtp'), (user, { traits }) => {
      const kyc = getKyc(user, traits);
      if (kyc['status'] !== undefined) kyc['status'] = String(kyc['status']).toLowerCase();
    }),
  ],
  'no transactions of a user who signs in by SMS through the second client': [
    '7.3.transactions.readable/in-context/second-client-by-phone',
    changeUserAfter(
      (exchange, response) =>
        isOfSecondClient(exchange)
          ? findIssuedSession('authenticateSmsOtp')(exchange, response)
          : null,
      (user, { traits }) => listTransactions(user, traits).splice(0),
    ),
  ],
  'no transactionHash for the second client': [
    '7.3.transactions.readable/in-context/second-client',
    changeUserIf(isOfSecondClient, (user, { traits }) => {
      for (const transaction of listTransactions(user, traits))
        delete transaction['transactionHash'];
    }),
  ],
  'only one transaction in a second user read': [
    '7.3.transactions.readable/in-context/second-read',
    changeUserAfter(findSessionOfUserRead, (user, { traits }) => {
      listTransactions(user, traits).splice(1);
    }),
  ],
  'empty personal information of a flagged user for the second client': [
    '7.2.personal-information.readable/in-context/second-client',
    changeUserIf(isOfSecondClient, (user, { traits }) => {
      if (listFlags(user, traits).length > 0) user['personalInformation'] = {};
    }),
  ],
  'no personal information of a flagged user for the second client': [
    '7.2.personal-information.readable/in-context/second-client',
    changeUserIf(isOfSecondClient, (user, { traits }) => {
      if (listFlags(user, traits).length > 0) delete user['personalInformation'];
    }),
  ],
  'a rejected user read of a flagged user for the second client': [
    '4.8.operation.at-any-time/in-context/second-client',
    changeSuccess('getUser', (response, exchange) =>
      isOfSecondClient(exchange) &&
      listFlags(getUser(parseFields(response), exchange.traits), exchange.traits).length
        ? { ...withBody(response, { code: 'flagged', message: 'no' }), status: 403 }
        : response,
    ),
  ],
};

const userReadMutants: Readonly<Record<string, Mutant>> = {
  'personal information of a flagged user without last name': [
    '7.2.personal-information.readable/all-parts',
    changeUser((user, traits) => {
      const fields = toFields(user['personalInformation']);
      if (listFlags(user, traits).length > 0) delete fields['lastName'];
    }),
  ],
  'a different createTime in each user read': [
    '4.8.operation.reads/twice',
    perRun(() => {
      let count = 0;
      return changeUser((user) => {
        user['createTime'] = new Date((count += 1)).toISOString();
      });
    }),
  ],
};

/** Accepts writes that are rejected for a Fraud flag. */
const acceptFraudulentWriteIf = (condition: (exchange: Exchange) => boolean) =>
  acceptWhen(
    'addWalletToUser',
    (exchange, _memory, { status }) => status === 403 && condition(exchange),
  );

/** Accepts writes that the deployment rejects for a Fraud flag, if the account `name` signed in by wallet. */
function acceptWritesOfAccount(name: string): Mutate {
  return perRun(() => {
    const sessions = new Set<string | null>();
    const accept = acceptFraudulentWriteIf(({ request }) => sessions.has(findBearer(request)));
    return async (exchange, memory) => {
      const response = await accept(exchange, memory);
      const walletAddress = findText(parseFields(exchange.request), 'walletAddress');
      const account = exchange.traits.accounts.find((declared) => declared.name === name);
      const address = account?.privateKey && new SigningWallet(account.privateKey).address;
      const session = findText(parseFields(response), 'sessionJwt');
      if (session !== null && walletAddress === address) sessions.add(session);
      return response;
    };
  });
}

const writingMutants: Readonly<Record<string, Mutant>> = {
  'a POLYGON wallet added under a Fraud flag': [
    '7.4.fraud.writes-refused/refused/network-polygon',
    acceptFraudulentWriteIf(({ request }) => parseFields(request)['walletNetwork'] === 'POLYGON'),
  ],
  'an EVM wallet added under a Fraud flag': [
    '7.4.fraud.writes-refused/refused/type-evm',
    acceptFraudulentWriteIf(({ request }) => parseFields(request)['walletType'] === 'EVM'),
  ],
  'a wallet added by the second client under a Fraud flag': [
    '7.4.fraud.writes-refused/refused/second-client',
    acceptFraudulentWriteIf(isOfSecondClient),
  ],
  'an EVM wallet added by the second client under a Fraud flag': [
    '7.4.fraud.writes-refused/refused/type-evm-by-the-second-client',
    acceptFraudulentWriteIf(
      (exchange) =>
        isOfSecondClient(exchange) && parseFields(exchange.request)['walletType'] === 'EVM',
    ),
  ],
  'a wallet added under a Fraud flag by a request with the response 403, shown at the third read': [
    '7.4.fraud.writes-refused/nothing-written/basic',
    perRun(() => {
      let reads = 0;
      const addedWallets = new Set<string>();
      const showWallets = changeUserIf(
        () => reads > 2,
        (user, { traits }) => {
          for (const walletAddress of addedWallets)
            listWallets(user, traits).push({ walletAddress, status: 'unverified' });
        },
      );
      return async (exchange, memory) => {
        const { request } = exchange;
        const address = readLowerCaseAddress(request);
        if (isRequestTo(exchange, 'authenticateWallet') && addedWallets.has(address))
          return createResponse(403, { code: 'restricted' });
        if (isRequestTo(exchange, 'getUser') && addedWallets.size > 0) reads += 1;
        const response = await showWallets(exchange, memory);
        const isRestricted = request.operation === 'addWalletToUser' && response.status === 403;
        if (isRestricted) addedWallets.add(address);
        return response;
      };
    }),
  ],
  'one of several simultaneous requests accepted under a Fraud flag': [
    '7.4.fraud.writes-refused/refused/concurrently',
    perRun(() => {
      const counts = new Map<string, number>();
      return acceptFraudulentWriteIf(({ request }) => {
        const count = (counts.get(request.text) ?? 0) + 1;
        counts.set(request.text, count);
        return count === 2;
      });
    }),
  ],
  'a wallet added under a Fraud flag at the second attempt': [
    '7.4.fraud.writes-refused/refused/second-attempt',
    perRun(() => {
      const earlierBodies = new Set<string>();
      return acceptFraudulentWriteIf(({ request }) => {
        const isSecondAttempt = earlierBodies.has(request.text);
        earlierBodies.add(request.text);
        return isSecondAttempt;
      });
    }),
  ],
  'a wallet added by a user with a Fraud flag and another flag': [
    '7.4.fraud.writes-refused/refused/several-flags',
    acceptWritesOfAccount('fraud-and-review'),
  ],
};

describe('a run against a deployment fails for', () => {
  const mutants = {
    ...responseMutants,
    ...readingMutants,
    ...accountMutants,
    ...userReadMutants,
    ...writingMutants,
  };
  it.each(sample(Object.entries(mutants), 14))('%s', async (_name, [killedBy, mutate, only]) => {
    const deployment = await createSandboxDeployment(targets);
    const defaultChecks = killedBy.startsWith('7.response') ? leakChecks : [killedBy];
    const outcome = await runWithoutDiscovery(deployment, mutate, { only: only ?? defaultChecks });
    expect(listFailed(outcome)).toContain(killedBy);
  });
});

describe('undeclared flags', () => {
  const addFlag = (category: string): Mutate =>
    changeUser((user, traits) => {
      const flags = listFlags(user, traits);
      if (flags.length > 0) setFlags(user, [...flags, { code: 'N9001', category }], traits);
    });

  async function listUnusableInputs(category: string): Promise<readonly string[]> {
    const deployment = await createSandboxDeployment(targets);
    const { unusableInputs } = await runWithoutDiscovery(deployment, addFlag(category), {
      only: ['2.7.flag'],
    });
    return unusableInputs.map(({ reason }) => reason);
  }

  it('of a category outside the interface are not reported', async () => {
    expect(await listUnusableInputs('Marketing')).toEqual([]);
  });

  it('of a category of the interface make the account unusable', async () => {
    expect(await listUnusableInputs('Fraud')).toContain('flags: declared K1001, read K1001, N9001');
  });
});
