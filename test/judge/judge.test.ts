/** The judge reports only violations that the exchange proves. */
import { describe, expect, it } from 'vitest';
import { getCompiledContract } from '../../src/contract/validators.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import type { Exchange } from '../../src/judge/exchange.ts';
import { judge } from '../../src/judge/judge.ts';
import { Memory } from '../../src/judge/memory.ts';
import { createDialect } from '../contract/dialect-variations.ts';

const contract = getCompiledContract(defaultDialect);
const headers = {
  'service-client-id': 'app',
  'service-client-secret': 'app-secret-0123',
  'content-type': 'application/json',
  accept: 'application/json',
  authorization: 'Bearer eyJ.eyJ.x',
};

const wallet = { walletAddress: `0x${'a'.repeat(40)}`, walletNetwork: 'ETHEREUM' };

/** Creates a memory that stores texts themselves instead of their digests. */
const createMemory = () => new Memory((text) => text);

function createExchange(exchange: Partial<Exchange>): Exchange {
  return {
    contract,
    operationId: 'startWalletAuth',
    method: 'POST',
    url: '/v1/auth/cryptoWallet:start',
    headers,
    body: undefined,
    status: 200,
    responseBody: { challenge: `${defaultDialect.wallet.challenge.phrase}${'x'.repeat(43)}` },
    ...exchange,
  };
}

/** Returns the rules that the deployment violates. */
function listViolations(exchange: Partial<Exchange>, memory = createMemory()): readonly string[] {
  const violations = judge(createExchange(exchange), memory);
  return violations.flatMap(({ direction, rule }) => (direction === 'response' ? rule : []));
}

/** Returns the rules that the client violates. */
function listClientViolations(exchange: Partial<Exchange>): readonly string[] {
  const violations = judge(createExchange(exchange), createMemory());
  return violations.flatMap(({ direction, rule }) => (direction === 'request' ? rule : []));
}

describe('an accepted request whose body is not JSON', () => {
  it('is a violation if the body is readable', () => {
    const bodyProblem = { kind: 'syntax', message: 'is not JSON' } as const;
    expect(listViolations({ bodyProblem })).toEqual(['4.body.request-json']);
  });

  it('is not a violation if flagbearer cannot decode the body', () => {
    const bodyProblem = { kind: 'encoding', message: 'is not in UTF-8' } as const;
    expect(listViolations({ bodyProblem })).toEqual([]);
  });
});

describe('§7.5 a FAILED transaction', () => {
  const read = (flags: unknown) =>
    listViolations({
      operationId: 'getUser',
      method: 'GET',
      url: '/user',
      responseBody: { flags, transactions: [{ cryptoStatus: 'FAILED' }] },
    });

  it('requires a flag', () => {
    expect(read([])).toContain('7.5.transaction.failed-has-flag');
    expect(read([{ code: 'T1001' }])).not.toContain('7.5.transaction.failed-has-flag');
  });

  it.each([null, {}, 'none'])('is not checked if the flags have another shape: %j', (flags) => {
    expect(read(flags)).not.toContain('7.5.transaction.failed-has-flag');
  });
});

describe('a response of an intermediary', () => {
  it.each([429, 302, 503])('with %i is not checked against the contract', (status) => {
    expect(listViolations({ status, responseBody: undefined })).toEqual([]);
  });
});

describe('§2.4 a userMask', () => {
  const signIn = (phoneMask: string) =>
    listViolations({
      operationId: 'authenticateWallet',
      url: '/v1/auth/cryptoWallet:authenticate',
      responseBody: { sessionJwt: 'a.b.c', userMask: { phoneMask } },
    });

  it('must not contain a complete phone number or email address', () => {
    expect(signIn('+12025550143')).toContain('2.4.userMask.phoneMask');
    expect(signIn('someone@example.test')).toContain('2.4.userMask.phoneMask');
    expect(signIn('*******0143')).not.toContain('2.4.userMask.phoneMask');
  });
});

describe('§2.7 a status that is null', () => {
  const read = (status: unknown) =>
    listViolations({
      operationId: 'getUser',
      method: 'GET',
      url: '/user',
      responseBody: { kyc: { status } },
    });

  it('is treated like a missing status', () => {
    expect(read(null)).not.toContain('2.7.kyc.status-values');
    expect(read(7)).toContain('2.7.kyc.status-values');
  });
});

describe('§2.7 the hash of a COMPLETE transaction', () => {
  it.each([
    [undefined, 'is required for COMPLETE'],
    [null, 'is required for COMPLETE'],
    ['', 'is required for COMPLETE'],
    [5, 'must be a string'],
  ])('causes exactly one violation if it is %j', (transactionHash, message) => {
    const exchange = createExchange({
      operationId: 'getUser',
      responseBody: { transactions: [{ cryptoStatus: 'COMPLETE', transactionHash }] },
    });
    const violations = judge(exchange, createMemory()).filter(
      ({ rule, level }) => rule === '2.7.transaction.transactionHash' && level === 'MUST',
    );
    expect(violations.map((violation) => violation.message)).toEqual([message]);
  });
});

describe('§7 a response', () => {
  it.each([200, 302, 404, 429, 503])(
    'with %i must not contain the secret of the client',
    (status) => {
      const responseBody = { message: `from ${headers['service-client-secret']}` };
      expect(listViolations({ status, responseBody })).toContain('7.response.no-secret');
    },
  );

  it.each(['base64', 'base64url', 'hex'] as const)(
    'must not contain the secret in %s',
    (encoding) => {
      const secret = Buffer.from(`the secret: ${headers['service-client-secret']}`);
      const responseBody = { message: secret.toString(encoding) };
      expect(listViolations({ status: 401, responseBody })).toContain('7.response.no-secret');
    },
  );
});

describe('a success status that the dialect does not declare', () => {
  it.each([201, 206, 204])('is reported, and the body is validated too: %i', (status) => {
    const responseBody = status === 204 ? undefined : {};
    expect(listViolations({ body: wallet, status, responseBody })).toEqual([
      '4.success.status',
      '4.1.response.challenge',
    ]);
    expect(listViolations({ body: wallet, status })).toEqual(['4.success.status']);
  });

  it('is the only violation for 204 without a body instead of an empty object', () => {
    const url = '/v1/auth/cryptoWallet:addToUser';
    const exchange = { operationId: 'addWalletToUser', url, body: wallet, status: 204 } as const;
    expect(listViolations({ ...exchange, responseBody: undefined })).toEqual(['4.success.status']);
  });
});

it('a server error must not contain a stack trace', () => {
  const responseBody = {
    error: 'TypeError: x\n    at run (/app/server.js:12:5)\n    at go (/app/a.js:1:1)',
  };
  expect(listViolations({ status: 500, responseBody })).toEqual(['7.refusal.no-stack-trace']);
  expect(listViolations({ status: 500, responseBody: {} })).toEqual([]);
});

describe('a path that resembles the path of an operation', () => {
  it.each([
    // A path that is accepted can be an operation that the interface does not show (§1).
    ['/v1/auth/cryptoWallet:link', 200, []],
    ['/v1/auth/cryptoWallet:link', 404, ['4.path.base-url']],
    ['/gateway/v1/auth/cryptoWallet:start', 200, []],
    ['/gateway/v1/auth/cryptoWallet:start', 404, ['4.path.base-url']],
    ['/auth/cryptoWallet:start', 200, ['9.path.v1']],
    ['/v1/auth/cryptoWallet/start', 200, ['4.path.base-url']],
  ])(
    'is reported only if the client probably meant the operation: %s with %i',
    (url, status, rules) => {
      expect(listClientViolations({ operationId: undefined, url, status })).toEqual(rules);
    },
  );
});

describe('§2.1 an Accept header', () => {
  it.each(['*/*', 'application/*;q=0.5', 'text/html, application/json', 'application/json;q=0.01'])(
    'allows JSON: %s',
    (accept) => {
      const exchange = { body: wallet, headers: { ...headers, accept } };
      expect(listClientViolations(exchange)).toEqual([]);
    },
  );

  it.each(['text/html', 'application/json;q=0, */*', 'application/*;q=0.0, */*;q=0.5'])(
    'excludes JSON: %s',
    (accept) => {
      const exchange = { body: wallet, headers: { ...headers, accept } };
      expect(listClientViolations(exchange)).toEqual(['4.1.headers']);
    },
  );
});

describe('§5.2 the bearer token of an SMS send', () => {
  const listSendViolations = (
    sentHeaders: Exchange['headers'],
    values: Readonly<Record<string, unknown>> = {},
  ) =>
    listClientViolations({
      contract: getCompiledContract(createDialect(values)),
      operationId: 'sendSmsOtp',
      url: '/v1/auth/otp/sms:send',
      headers: { ...headers, authorization: undefined, ...sentHeaders },
      body: { phoneNumber: '+12025550143' },
    });

  it('follows one or more spaces', () => {
    expect(listSendViolations({ authorization: 'Bearer  app-token' })).toEqual([]);
  });

  it.each([undefined, 'app-token', 'Basic app-token', 'Bearer app token'])(
    'is missing with the Authorization header %s',
    (authorization) => {
      expect(listSendViolations({ authorization })).toEqual(['2.1.authorization.bearer']);
    },
  );

  it('can be a session in a cookie only if the dialect accepts a session', () => {
    const session = { 'session.sentIn': { cookie: 'session' } };
    const cookie = 'session=eyJ.eyJ.x';
    expect(listSendViolations({ cookie }, session)).toEqual([]);
    const accessTokenOnly = { ...session, 'bearer.accepts': ['client'] };
    expect(listSendViolations({ cookie }, accessTokenOnly)).toEqual(['2.1.authorization.bearer']);
  });
});

describe('§5.8 the session of a user read', () => {
  it.each([
    [{ header: 'Session-Jwt' }, { 'session-jwt': 'eyJ.eyJ.x' }, '/headers/session-jwt'],
    [{ cookie: 'session' }, { cookie: 'session=eyJ.eyJ.x' }, '/headers/cookie'],
  ])(
    'is required where the dialect expects it, not in Authorization: %j',
    (sentIn, sessionHeader, pointer) => {
      const findPointers = (sentHeaders: Exchange['headers']) =>
        judge(
          createExchange({
            contract: getCompiledContract(createDialect({ 'session.sentIn': sentIn })),
            operationId: 'getUser',
            method: 'GET',
            url: '/user',
            headers: { ...headers, ...sentHeaders },
          }),
          createMemory(),
        ).flatMap((violation) => (violation.direction === 'request' ? [violation.pointer] : []));
      expect(findPointers({ authorization: undefined, ...sessionHeader })).toEqual([]);
      expect(findPointers({ authorization: undefined })).toEqual([pointer]);
      expect(findPointers({})).toEqual([pointer]);
    },
  );
});

describe('§2.3 a challenge that was issued before', () => {
  const memory = createMemory();
  memory.add(createExchange({ body: wallet }));

  it.each([
    [
      'is a violation for another wallet',
      { body: { ...wallet, walletAddress: `0x${'b'.repeat(40)}` } },
      1,
    ],
    ['is no violation for the same wallet', { body: wallet }, 0],
    [
      'is no violation if the wallet is unknown, because flagbearer cannot decode the body',
      { bodyProblem: { kind: 'encoding', message: 'is encoded' } },
      0,
    ],
  ] as const)('%s', (_, exchange, count) => {
    const violations = listViolations(exchange, memory);
    expect(violations).toHaveLength(count);
  });
});
