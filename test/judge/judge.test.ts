/** The judge reports only violations that the exchange proves. */
import { describe, expect, it } from 'vitest';
import { getCompiledContract } from '../../src/contract/validators.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import type { Exchange } from '../../src/judge/exchange.ts';
import { judge } from '../../src/judge/judge.ts';
import { Memory } from '../../src/judge/memory.ts';

const contract = getCompiledContract(defaultDialect);
const headers = {
  'service-client-id': 'app',
  'service-client-secret': 'app-secret-0123',
  'content-type': 'application/json',
  accept: 'application/json',
  authorization: 'Bearer eyJ.eyJ.x',
};

function listViolations(exchange: Partial<Exchange>): readonly string[] {
  const memory = new Memory((text) => text);
  const complete: Exchange = {
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
  return judge(complete, memory)
    .filter(({ direction }) => direction === 'response')
    .map(({ rule }) => rule);
}

describe('an accepted request whose body is not JSON', () => {
  it('is a violation if the body is readable', () => {
    const bodyFault = { kind: 'syntax', message: 'is not JSON' } as const;
    expect(listViolations({ bodyFault })).toEqual(['4.body.request-json']);
  });

  it('is not a violation if flagbearer cannot decode the body', () => {
    const bodyFault = { kind: 'encoding', message: 'is not in UTF-8' } as const;
    expect(listViolations({ bodyFault })).toEqual([]);
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

  it('needs a flag', () => {
    expect(read([])).toContain('7.5.transaction.failed-has-flag');
    expect(read([{ code: 'T1001' }])).not.toContain('7.5.transaction.failed-has-flag');
  });

  it.each([null, {}, 'none'])('is not checked against flags of another shape: %j', (flags) => {
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

  it('contains no whole phone number or email address', () => {
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

  it('is treated like a missing one', () => {
    expect(read(null)).not.toContain('2.7.kyc.status-values');
    expect(read(7)).toContain('2.7.kyc.status-values');
  });
});
