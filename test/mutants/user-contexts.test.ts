/** §2.4, §2.7, §4.8, §7: deployments that break a rule about users, or leak a secret, in one context only. */
import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { SigningWallet } from '../../conformance/actors/signing-wallet.ts';
import { sample } from '../setup/test-length.ts';
import { sandboxDeployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import {
  findBearer,
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
  acceptWhen,
  isRequestTo,
  changeRefusal,
  changeSuccess,
  isOfSecondClient,
  perRun,
  signIns,
} from './operators/operator.ts';
import { runAgainst, listFailed } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';
import { listFlags, getKyc, setFlags, listTransactions, getUser } from './user-object.ts';
import { allOperations } from '../../conformance/actors/operations.ts';

const targets = useTargets();
vi.setConfig({ testTimeout: 120_000 });

type Mutant = readonly [killedBy: string, mutate: Mutate, only?: readonly string[]];

const sends = ['sendSmsOtp', 'sendEmailOtp'] as const;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Changes the responses to sends; `change` gets the sent code. */
function changeSendResponse(
  change: (response: ProxyResponse, code: string) => ProxyResponse,
): Mutate {
  return async (exchange) => {
    const response = await exchange.forward();
    return isRequestTo(exchange, sends) && isAccepted(response)
      ? change(response, await readLatestCode(exchange))
      : response;
  };
}

const withHeader = (response: ProxyResponse, name: string, value: string): ProxyResponse => ({
  ...response,
  headers: { ...response.headers, [name]: value },
});

const withClaim = (name: string, claim: (exchange: Exchange) => string): Mutate =>
  changeBody(signIns, (body, exchange, memory) => {
    const token = findText(body, 'sessionJwt');
    if (token === null) return body;
    const [header = '', claims = '', signature = ''] = token.split('.');
    const read = parseFields({ text: Buffer.from(claims, 'base64url').toString() });
    const written = Buffer.from(JSON.stringify({ ...read, [name]: claim(exchange) }));
    const shown = [header, written.toString('base64url'), signature].join('.');
    return { ...body, sessionJwt: memory.setAlias(token, shown) };
  });

const getOwnClient = ({ naming, request }: Exchange) =>
  naming.clients.find(({ clientId }) => clientId === request.headers['service-client-id']) ??
  naming.clients[0]!;

const leaks = ['7.response.no-secret', '4.2.call', '4.4', '4.6', '4.8.call.reads/own', '5.4'];

/** Adds a field of the previous user to the next response of another operation. */
function repeatLastValue(
  operations: readonly Exchange['request']['operation'][],
  findValue: (exchange: Exchange, response: ProxyResponse) => string | null,
  matches: (response: ProxyResponse, exchange: Exchange) => boolean,
): Mutate {
  let last: string | null = null;
  return async (exchange) => {
    const before = last;
    const response = await exchange.forward();
    if (operations.includes(exchange.request.operation) && isAccepted(response)) {
      last = findValue(exchange, response) ?? last;
    }
    if (before === null || !matches(response, exchange)) return response;
    return withBody(response, { ...parseFields(response), trace: { last: before } });
  };
}

const leaking: Readonly<Record<string, Mutant>> = {
  'the code in a header of the response to its send': [
    '7.response.no-secret/one-time-passwords',
    changeSendResponse((response, code) => withHeader(response, 'x-debug', `code=${code}`)),
  ],
  'the code in a nested field of the response to its send': [
    '7.response.no-secret/one-time-passwords',
    changeSendResponse((response, code) =>
      withBody(response, { ...parseFields(response), d: [{ code }] }),
    ),
  ],
  'a hash of the code in the response to its send': [
    '7.response.no-secret/one-time-passwords',
    changeSendResponse((response, code) => withHeader(response, 'x-check', sha256(code))),
  ],
  'the code in base64': [
    '7.response.no-secret/one-time-passwords',
    changeSendResponse((response, code) =>
      withBody(response, { ...parseFields(response), ref: Buffer.from(code).toString('base64') }),
    ),
  ],
  'the code in a claim of its session': [
    '7.response.no-secret/one-time-passwords',
    withClaim('otp', ({ request }) => String(parseFields(request)['otp'] ?? '')),
  ],
  'the secret of the client in a claim of the session': [
    '7.response.no-secret/credentials',
    withClaim('cs', (exchange) => getOwnClient(exchange).clientSecret),
  ],
  'the secret of the client in base64 in a cookie': [
    '7.response.no-secret/credentials',
    changeSuccess('startWalletAuth', (response, exchange) =>
      withHeader(
        response,
        'set-cookie',
        `c=${Buffer.from(`client:${getOwnClient(exchange).clientSecret}`).toString('base64')}; Path=/`,
      ),
    ),
  ],
  'a hash of the access token in a user read': [
    '7.response.no-secret/credentials',
    changeBody('getUser', (body, exchange) => ({
      ...body,
      meta: { token: sha256(getOwnClient(exchange).accessToken ?? '') },
    })),
  ],
  'the session of the previous user in the response to a start': [
    '7.response.no-secret/sessions',
    repeatLastValue(
      signIns,
      (_, response) => findText(parseFields(response), 'sessionJwt'),
      (response, exchange) => isRequestTo(exchange, 'startWalletAuth') && isAccepted(response),
    ),
  ],
  'the session of the request in a user read': [
    '7.response.no-secret/sessions',
    changeBody('getUser', (body, { request }) => ({
      ...body,
      session: findBearer(request),
    })),
  ],
  'the wallet of the previous start in the response to a start': [
    '7.response.no-secret/other-users',
    repeatLastValue(
      ['startWalletAuth'],
      ({ request }) => findText(parseFields(request), 'walletAddress'),
      (response, exchange) => isRequestTo(exchange, 'startWalletAuth') && isAccepted(response),
    ),
  ],
  'the number of the previous send in a rejection': [
    '7.response.no-secret/other-users',
    repeatLastValue(
      ['sendSmsOtp'],
      ({ request }) => findText(parseFields(request), 'phoneNumber'),
      (response, exchange) => isRequestTo(exchange, allOperations) && !isAccepted(response),
    ),
  ],
  'the previous user in a claim of the session': [
    '7.response.no-secret/other-users',
    perRun(() => {
      let last = 'none';
      return async (exchange, memory) => {
        const before = last;
        const response = await withClaim('prev', () => before)(exchange, memory);
        if (isRequestTo(exchange, signIns)) last = findUserId(response) ?? last;
        return response;
      };
    }),
  ],
  'a stack trace in a rejection of one operation': [
    '7.refusal.no-stack-trace/every-response',
    changeRefusal('authenticateEmailOtp', (response) =>
      withBody(response, { e: 'Error: no\n    at check (/app/dist/otp.js:9:1)' }),
    ),
    ['7.refusal.no-stack-trace/every-response', '4.7', '5.5'],
  ],
  'the complete address of a user in the userMask': [
    '2.4.userMask.phoneMask/every-response',
    changeBody('authenticateWallet', (body) => ({
      ...body,
      userMask: { ...toFields(body['userMask']), contact: { email: 'rita@example.test' } },
    })),
    ['2.4', '4.2.call'],
  ],
  'a createTime without milliseconds for a second client': [
    '2.4.userMask.createTime/every-response',
    changeUserMask(isOfSecondClient, (mask) => ({ ...mask, createTime: '2026-01-01T00:00:00Z' })),
    ['2.4', '5.6'],
  ],
  'another createTime for a second client': [
    '2.4.userMask.createTime/every-sign-in-of-a-user',
    changeUserMask(isOfSecondClient, (mask) => ({
      ...mask,
      createTime: '2020-01-01T00:00:00.000Z',
    })),
    ['2.4', '5.6'],
  ],
  'the phoneMask of the previous sign-in': [
    '2.4.userMask.phoneMask/own-number',
    perRun(() => {
      let before: unknown;
      return changeBody(['authenticateWallet', 'authenticateSmsOtp'], (body) => {
        const mask = toFields(body['userMask']);
        const own = mask['phoneMask'];
        const shown = before ?? own;
        if (typeof own === 'string') before = own;
        return shown === undefined ? body : { ...body, userMask: { ...mask, phoneMask: shown } };
      });
    }),
    ['2.4', '5.4', '5.6'],
  ],
  'another user for a wallet with walletType': [
    '2.2.walletType.replaces-walletNetwork/same-user',
    changeUserMask(
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
    changeUserMask(
      ({ request }) => parseFields(request)['walletNetwork'] === 'POLYGON',
      (mask) => ({ ...mask, id: String(mask['id']).replaceAll('-', '') }),
    ),
    ['2.2', '2.4'],
  ],
};

function changeUserMask(
  who: (exchange: Exchange) => boolean,
  change: (mask: Fields) => Fields,
): Mutate {
  return changeBody('authenticateWallet', (body, exchange) =>
    who(exchange) ? { ...body, userMask: change(toFields(body['userMask'])) } : body,
  );
}

/** Reads the user that the request names instead of the signed-in user. */
function readNamedSession(readName: (request: ProxyRequest) => unknown): Mutate {
  const sessions = new Map<unknown, ProxyRequest['headers']>();
  return async (exchange) => {
    const { request } = exchange;
    const its = isRequestTo(exchange, 'getUser') ? sessions.get(readName(request)) : undefined;
    const response = await exchange.forward(
      its === undefined ? request : { ...withHeaders(request, its), query: {}, text: '' },
    );
    const token = findText(parseFields(response), 'sessionJwt');
    if (token !== null && isAccepted(response)) {
      const { walletAddress, phoneNumber, emailAddress } = parseFields(request);
      const names = [findUserId(response), walletAddress, phoneNumber, emailAddress, 'last'];
      const headers = {
        authorization: `Bearer ${token}`,
        'service-client-id': request.headers['service-client-id'] ?? '',
        'service-client-secret': request.headers['service-client-secret'] ?? '',
      };
      for (const name of names) if (typeof name === 'string') sessions.set(name, headers);
    }
    return response;
  };
}

const createContextId = (context: string) => `4.8.call.reads/another-named/${context}`;

const reading: Readonly<Record<string, Mutant>> = {
  ...Object.fromEntries(
    ['id', 'userId', 'user_id', 'user', 'uid', 'sub', 'walletAddress', 'wallet'].map((name) => [
      `a user read that obeys ?${name}=`,
      [createContextId(`query-${name}`), readNamedSession(({ query }) => query[name])] as const,
    ]),
  ),
  ...Object.fromEntries(
    ['x-user-id', 'user-id', 'x-userid', 'service-user-id', 'x-forwarded-user'].map((name) => [
      `a user read that obeys ${name}`,
      [
        createContextId(`header-${name}`),
        readNamedSession(({ headers }) => headers[name]),
      ] as const,
    ]),
  ),
  'a user read of the second client that obeys ?walletAddress=': [
    createContextId('second-client-query-wallet'),
    readNamedSession(({ query, headers }) =>
      headers['service-client-id'] === 'exchange-app' ? query['walletAddress'] : null,
    ),
  ],
  'a user read that obeys the userId of a body': [
    createContextId('body-userId'),
    readNamedSession((request) => parseFields(request)['userId']),
  ],
  'a user read without a bearer token that returns the last user of any client': [
    '4.8.call.reads/no-session',
    readNamedSession(({ headers }) => (headers['authorization'] === undefined ? 'last' : null)),
  ],
  'a user read with the bearer token "undefined" that returns the last user': [
    '4.8.call.reads/forged-session',
    readNamedSession((request) => (findBearer(request) === 'undefined' ? 'last' : null)),
  ],
};

type Change = (user: Fields, exchange: Exchange) => void;

/** Changes the user read of accounts with a flag or a transaction. */
const changeAccounts = (when: (exchange: Exchange) => boolean, change: Change): Mutate =>
  changeBody('getUser', (body, exchange) => {
    if (when(exchange)) change(getUser(body, exchange.naming), exchange);
    return body;
  });

const keepFirstFlag: Change = (user, { naming }) =>
  setFlags(user, listFlags(user, naming).slice(0, 1), naming);

const removeFlags: Change = (user, { naming }) => setFlags(user, [], naming);

/** Changes user reads whose bearer token occurred in an earlier request. */
function changeAfter(what: (exchange: Exchange, response: ProxyResponse) => string | null) {
  const seen = new Set<string | null>();
  return (change: Change): Mutate => {
    const changed = changeAccounts(({ request }) => seen.has(findBearer(request)), change);
    return async (exchange, memory) => {
      const response = await changed(exchange, memory);
      const key = what(exchange, response);
      if (key !== null) seen.add(key);
      return response;
    };
  };
}

const findRefusedWrite = ({ request }: Exchange, response: ProxyResponse) =>
  request.operation === 'addWalletToUser' && !isAccepted(response) ? findBearer(request) : null;
const findAddedWallet = ({ request }: Exchange, response: ProxyResponse) =>
  request.operation === 'addWalletToUser' && isAccepted(response) ? findBearer(request) : null;
const byCode = (operation: string) => (exchange: Exchange, response: ProxyResponse) =>
  exchange.request.operation === operation ? findText(parseFields(response), 'sessionJwt') : null;
const anyRead = ({ request }: Exchange, response: ProxyResponse) =>
  request.operation === 'getUser' && isAccepted(response) ? findBearer(request) : null;

const inContext = (requirement: string, context: string) => `${requirement}/in-context/${context}`;
const FLAGS = '2.7.flags.in-user-object';
const PAYMENTS = '7.3.transactions.readable';

const account: Readonly<Record<string, Mutant>> = {
  'only the first flag for a second client': [
    inContext(FLAGS, 'second-client'),
    changeAccounts(isOfSecondClient, keepFirstFlag),
  ],
  'only the first flag in a second user read': [
    inContext(FLAGS, 'second-read'),
    changeAfter(anyRead)(keepFirstFlag),
  ],
  'no flags after a rejected write': [
    inContext(FLAGS, 'after-a-refused-write'),
    changeAfter(findRefusedWrite)(removeFlags),
  ],
  'no flags after an added wallet': [
    inContext(FLAGS, 'after-an-added-wallet'),
    changeAfter(findAddedWallet)(removeFlags),
  ],
  'no flags for a user who signed in by email': [
    inContext(FLAGS, 'signed-in-by-email'),
    changeAfter(byCode('authenticateEmailOtp'))(removeFlags),
  ],
  'a KYC status in lower case for a user who signed in by phone': [
    inContext('2.7.kyc.status', 'signed-in-by-phone'),
    changeAfter(byCode('authenticateSmsOtp'))((user, { naming }) => {
      const kyc = getKyc(user, naming);
      if (kyc['status'] !== undefined) kyc['status'] = String(kyc['status']).toLowerCase();
    }),
  ],
  'no transactionHash for a second client': [
    inContext(PAYMENTS, 'second-client'),
    changeAccounts(isOfSecondClient, (user, { naming }) => {
      for (const each of listTransactions(user, naming)) delete each['transactionHash'];
    }),
  ],
  'only one transaction in a second user read': [
    inContext(PAYMENTS, 'second-read'),
    changeAfter(anyRead)((user, { naming }) => {
      listTransactions(user, naming).splice(1);
    }),
  ],
  'no personal information of a flagged user for a second client': [
    inContext('7.2.personal-information.readable', 'second-client'),
    changeAccounts(isOfSecondClient, (user, { naming }) => {
      if (listFlags(user, naming).length > 0) user['personalInformation'] = {};
    }),
  ],
  'no personal information of a flagged user after a user read by a second client': [
    inContext('7.2.personal-information.readable', 'second-client'),
    changeAccounts(isOfSecondClient, (user, { naming }) => {
      if (listFlags(user, naming).length > 0) delete user['personalInformation'];
    }),
  ],
  'a rejected user read of a flagged user for a second client': [
    inContext('4.8.call.at-any-time', 'second-client'),
    changeSuccess('getUser', (response, exchange) =>
      isOfSecondClient(exchange) &&
      listFlags(getUser(parseFields(response), exchange.naming), exchange.naming).length
        ? { ...withBody(response, { code: 'flagged', message: 'no' }), status: 403 }
        : response,
    ),
  ],
};

const alike: Readonly<Record<string, Mutant>> = {
  'personal information of a flagged user without last name': [
    '7.2.personal-information.readable/complete',
    changeAccounts(
      () => true,
      (user, { naming }) => {
        const fields = toFields(user['personalInformation']);
        if (listFlags(user, naming).length > 0) delete fields['lastName'];
      },
    ),
  ],
  'another createTime in each user read': [
    '4.8.call.reads/twice',
    perRun(() => {
      let count = 0;
      return changeAccounts(
        () => true,
        (user) => {
          user['createTime'] = new Date((count += 1)).toISOString();
        },
      );
    }),
  ],
};

/** Accepts writes that are rejected for a Fraud flag. */
const acceptFraudulentWrite = (when: (exchange: Exchange) => boolean) =>
  acceptWhen('addWalletToUser', (exchange, _, { status }) => status === 403 && when(exchange));

/** Accepts the writes of a declared account that are rejected for a Fraud flag. */
function acceptWritesOfAccount(name: string): Mutate {
  return perRun(() => {
    const sessions = new Set<string | null>();
    const accept = acceptFraudulentWrite(({ request }) => sessions.has(findBearer(request)));
    return async (exchange, memory) => {
      const response = await accept(exchange, memory);
      const { walletAddress, emailAddress } = parseFields(exchange.request);
      const account = exchange.naming.accounts.find((each) => each.name === name);
      const address = account?.privateKey && new SigningWallet(account.privateKey).address;
      if (walletAddress === address || (emailAddress && emailAddress === account?.emailAddress)) {
        sessions.add(findText(parseFields(response), 'sessionJwt'));
      }
      return response;
    };
  });
}

const fraud = (context: string) => `7.4.fraud.writes-refused/refused/${context}`;

const writing: Readonly<Record<string, Mutant>> = {
  'a POLYGON wallet added under a Fraud flag': [
    fraud('network-polygon'),
    acceptFraudulentWrite(({ request }) => parseFields(request)['walletNetwork'] === 'POLYGON'),
  ],
  'an EVM wallet added under a Fraud flag': [
    fraud('type-evm'),
    acceptFraudulentWrite(({ request }) => parseFields(request)['walletType'] === 'EVM'),
  ],
  'a wallet added by a second client under a Fraud flag': [
    fraud('second-client'),
    acceptFraudulentWrite(isOfSecondClient),
  ],
  'a wallet added under a Fraud flag at the second attempt': [
    fraud('second-try'),
    perRun(() => {
      const tried = new Set<string>();
      return acceptFraudulentWrite(({ request }) => {
        const isTried = tried.has(request.text);
        tried.add(request.text);
        return isTried;
      });
    }),
  ],
  'a wallet added under a Fraud flag with another flag': [
    fraud('several-flags'),
    acceptWritesOfAccount('in-doubt'),
  ],
};

describe('a run against a deployment fails for', () => {
  const all = { ...leaking, ...reading, ...account, ...alike, ...writing };
  it.each(sample(Object.entries(all), 14))('%s', async (_name, [killedBy, mutate, only]) => {
    const deployment = await sandboxDeployment(targets, 'default', dialects.default);
    const chosen = only ?? (killedBy.startsWith('7.response') ? leaks : [killedBy]);
    const outcome = await runAgainst(deployment, mutate, {
      assumedDialect: deployment.dialect,
      settings: { only: chosen },
    });
    expect(listFailed(outcome)).toContain(killedBy);
  });
});

describe('undeclared flags', () => {
  const withFlag = (category: string): Mutate =>
    changeAccounts(
      () => true,
      (user, { naming }) => {
        const flags = listFlags(user, naming);
        if (flags.length > 0) setFlags(user, [...flags, { code: 'N9001', category }], naming);
      },
    );

  async function inputsOf(category: string): Promise<readonly string[]> {
    const deployment = await sandboxDeployment(targets, 'default', dialects.default);
    const { unusableInputs } = await runAgainst(deployment, withFlag(category), {
      assumedDialect: deployment.dialect,
      settings: { only: ['2.7.flag'] },
    });
    return unusableInputs.map(({ reason }) => reason);
  }

  it('of a category outside the interface do not change the verdict', async () => {
    expect(await inputsOf('Marketing')).toEqual([]);
  });

  it('of a category of the interface are reported as unusable account', async () => {
    expect(await inputsOf('Fraud')).toContain('flags: declared K1001, read K1001, N9001');
  });
});
