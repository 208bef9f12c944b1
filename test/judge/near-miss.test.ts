import { describe, expect, it } from 'vitest';

import { getCompiledContract } from '../../src/contract/validators.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { findNearestOperation } from '../../src/judge/near-miss.ts';
import { createDialect } from '../contract/dialect-variations.ts';
import { useTestSandbox } from '../control/sandbox.ts';
import { CLIENT, readLastEntry } from '../traffic/requests.ts';

const { operations } = getCompiledContract(defaultDialect);

describe('the nearest operation', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['GET', '/v1/auth/cryptoWallet:start', 'startWalletAuth', ['method']],
    ['POST', '/user', 'getUser', ['method']],
    ['post', '/v1/auth/cryptoWallet:start', 'startWalletAuth', ['method']],
    ['POST', '/v1/auth/cryptoWallet:start/', 'startWalletAuth', ['trailingSlash']],
    ['POST', '/v1/auth/cryptowallet:START', 'startWalletAuth', ['case']],
    ['POST', '/auth/cryptoWallet:start', 'startWalletAuth', ['missingPrefix']],
    ['POST', '/cryptoWallet:addToUser', 'addWalletToUser', ['missingPrefix']],
    ['POST', '/api/v1/auth/otp/sms:send', 'sendSmsOtp', ['extraPrefix']],
    ['GET', '/v1/user', 'getUser', ['extraPrefix']],
    ['GET', '/v1/auth/user', 'getUser', ['extraPrefix']],
    ['GET', '/users', 'getUser', ['spelling']],
    ['POST', '/v1/auth/cryptoWallet%3Astart', 'startWalletAuth', ['encoding']],
    ['POST', '/v1/auth/cryptoWallet/start', 'startWalletAuth', ['separator']],
    ['POST', '//v1/auth//otp/email:send', 'sendEmailOtp', ['slashes']],
    ['POST', '/v1/auth/otp/sms:sned', 'sendSmsOtp', ['spelling']],
    ['POST', '/v1/auth/cryptoWalet:authenticate', 'authenticateWallet', ['spelling']],
    [
      'PUT',
      '/AUTH/cryptoWallet%3aAuthenticate/',
      'authenticateWallet',
      ['encoding', 'trailingSlash', 'missingPrefix', 'case', 'method'],
    ],
  ])('for %s %s is %s, which differs in %j', (method, path, operation, kinds) => {
    const nearest = findNearestOperation(operations, method, path);
    expect(nearest?.operation).toBe(operation);
    expect(nearest?.differences.map(({ kind }) => kind)).toEqual(kinds);
    expect(nearest?.differences.every(({ message }) => message.endsWith('.'))).toBe(true);
  });

  it.each([
    '/',
    '',
    '//',
    '/nowhere',
    '/v2/payments',
    `/${'a'.repeat(5000)}`,
    '/%',
    '/start',
    '/:',
  ])('is undefined for %s, which resembles no path', (path) => {
    expect(findNearestOperation(operations, 'GET', path)).toBeUndefined();
  });

  it('depends on the dialect', () => {
    const dialect = createDialect({ 'user.path': '/accounts/v1/user' });
    const nearest = findNearestOperation(getCompiledContract(dialect).operations, 'GET', '/user');
    expect(nearest).toEqual({
      operation: 'getUser',
      method: 'GET',
      path: '/accounts/v1/user',
      differences: [{ kind: 'missingPrefix', message: 'Add the prefix /accounts/v1.' }],
    });
  });
});

describe('the nearest operation in the error and in the journal', () => {
  const sandbox = useTestSandbox();

  it('is reported for a request that matches no operation', async () => {
    const { body } = await sandbox.send('POST', '/v1/auth/cryptoWallet%3Astart', {}, CLIENT);
    expect(body.details).toEqual([
      { pointer: '/path', message: 'did you mean /v1/auth/cryptoWallet:start?' },
    ]);
    expect(await readLastEntry(sandbox)).toMatchObject({
      operation: null,
      outcome: 'notFound',
      nearMiss: { operation: 'startWalletAuth', differences: [{ kind: 'encoding' }] },
    });
  });

  it('is not reported if no operation is similar, or if the request matches an operation', async () => {
    await sandbox.send('POST', '/nowhere', {}, CLIENT);
    expect(await readLastEntry(sandbox)).not.toHaveProperty('nearMiss');
    await sandbox.send('GET', '/user', undefined, CLIENT);
    expect(await readLastEntry(sandbox)).not.toHaveProperty('nearMiss');
  });
});
