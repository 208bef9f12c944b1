import { describe, expect, it } from 'vitest';
import { loadDialect } from '../../src/dialect/load.ts';

/** Returns the rules that reject these values. */
async function listProblems(values: unknown): Promise<string[]> {
  const loaded = await loadDialect({ version: 1, values });
  return 'dialect' in loaded ? [] : loaded.findings.map(({ rule }) => rule);
}

/** Tests that the values of each case violate exactly the rules after them. */
function testRules(cases: readonly (readonly [unknown, ...string[]])[]): void {
  it.each(cases.map(([values, ...rules]) => ({ values, rules })))(
    '$values: $rules',
    async ({ values, rules }) => {
      expect(await listProblems(values)).toEqual(rules);
    },
  );
}

it('loadDialect reports reason, fix and position of an invalid combination', async () => {
  const loaded = await loadDialect({ version: 1, values: { session: { algorithm: 'HS256' } } });
  expect(loaded).toEqual({
    findings: [
      {
        rule: 'jwks-with-symmetric-key',
        clause: '5.8',
        severity: 'error',
        message: 'HS256 uses a secret key, which cannot be published.',
        hint: 'Set session.jwksPath to none, or session.algorithm to ES256, RS256 or EdDSA.',
        pointer: '/values/session/jwksPath',
      },
    ],
  });
});

describe('§4.4 to §4.7 one-time passwords', () => {
  const emptySend = { sendReturns: 'empty' };
  testRules([
    [{ otp: { sms: emptySend } }, 'record-id-never-sent', 'record-never-returned'],
    [
      { otp: { email: { ...emptySend, identifiedBy: 'both', authenticateReturns: 'record' } } },
      'record-id-never-sent',
    ],
    [{ otp: { sms: { ...emptySend, identifiedBy: 'destination' } } }, 'record-never-returned'],
    [
      { otp: { sms: { ...emptySend, identifiedBy: 'destination', authenticateReturns: 'empty' } } },
      'record-never-returned',
    ],
    [
      {
        otp: { sms: { ...emptySend, identifiedBy: 'destination', authenticateReturns: 'record' } },
      },
    ],
    [
      {
        otp: {
          email: {
            ...emptySend,
            identifiedBy: 'destination',
            authenticateReturns: 'sessionAndRecord',
          },
        },
      },
    ],
    [{ otp: { email: { authenticateReturns: 'empty' } } }],
    [{ otp: { sms: { codeField: 'phoneId' } } }, 'code-field-taken'],
    [{ otp: { sms: { codeField: 'phoneNumber' } } }, 'code-field-taken'],
    [{ otp: { email: { codeField: 'emailAddress' } } }, 'code-field-taken'],
    [{ otp: { email: { codeField: 'passcode' } } }],
    [{ otp: { email: { codeField: 'pass-code' } } }],
  ]);
});

describe('§2.2 wallets', () => {
  testRules([
    [{ wallet: { variant: 'network', emits: 'type' } }, 'emits-other-variant'],
    [{ wallet: { variant: 'type', emits: 'network' } }, 'emits-other-variant'],
    [{ wallet: { variant: 'type', emits: 'type', types: ['SOLANA'] } }],
    [{ wallet: { emits: 'network' } }],
    [{ wallet: { emits: 'network', types: ['EVM', 'SOLANA'] } }, 'type-without-network'],
    [{ wallet: { emits: 'asReceived', types: ['EVM', 'SOLANA'] } }],
    [{ limits: { bodyBytes: 200 } }, 'body-limit-below-signed-wallet'],
    [{ limits: { bodyBytes: 300 } }],
    // A request with walletNetwork is shorter than one with this type.
    [{ limits: { bodyBytes: 240 }, wallet: { types: ['A'.repeat(32)] } }],
    [
      { limits: { bodyBytes: 240 }, wallet: { variant: 'type', types: ['A'.repeat(32)] } },
      'body-limit-below-signed-wallet',
    ],
  ]);
});

describe('§2.7 names in the user object', () => {
  testRules([
    [{ user: { names: { kyc: 'flags' } } }, 'property-name-taken'],
    [{ user: { names: { wallets: 'id' } } }, 'property-name-taken'],
    [{ user: { names: { personalInformation: 'phoneMask' } } }, 'property-name-taken'],
    [{ user: { names: { kyc: 'flags', flags: 'kyc' } } }],
    [{ user: { names: { wallets: 'none', transactions: 'none' } } }],
    [{ user: { names: { code: 'category' } } }, 'property-name-taken'],
    [{ user: { names: { code: 'category' }, flagsShape: 'byCategory' } }],
    [{ user: { names: { code: 'category', category: 'none' } } }],
    [{ user: { names: { cryptoStatus: 'transactionHash' } } }, 'property-name-taken'],
    [{ user: { names: { cryptoStatus: 'id', transactions: 'none' } } }],
    [{ user: { names: { kyc: '__proto__' } } }, 'reserved-name'],
    [{ user: { names: { kyc: 'toString' } } }, 'reserved-name'],
    [
      { user: { flagsShape: 'byCategory' }, flags: { categoryNames: { Fraud: '__proto__' } } },
      'reserved-name',
    ],
    [
      {
        user: { flagsShape: 'byCategory' },
        flags: { categoryNames: { Fraud: 'risk.constructor' } },
      },
    ],
    [{ user: { envelope: 'data.constructor' } }, 'reserved-name'],
    [{ otp: { sms: { codeField: '__proto__' } } }, 'reserved-name'],
    [{ user: { identifiedBy: { query: '__proto__' } } }, 'reserved-name'],
    [{ session: { ttl: 'PT0S' } }, 'zero-duration'],
    [{ otp: { email: { ttl: 'PT0S' } } }, 'zero-duration'],
  ]);

  it('reports the clause of the key if a part of its value is invalid', async () => {
    const values = {
      user: { flagsShape: 'byCategory' },
      flags: { categoryNames: { Fraud: 'constructor' } },
    };
    const loaded = await loadDialect({ version: 1, values });
    expect(loaded).toMatchObject({
      findings: [{ clause: '2.7', pointer: '/values/flags/categoryNames/Fraud' }],
    });
  });

  it('reports the name that is not the default', async () => {
    const loaded = await loadDialect({ version: 1, values: { user: { names: { kyc: 'flags' } } } });
    expect('findings' in loaded && loaded.findings[0]?.pointer).toBe('/values/user/names/kyc');
  });
});

describe('§2.7, §3, §7.2 the catalogue of flags', () => {
  const paymentFlag = { code: 'T1', category: 'Transaction Processing', title: 'T', message: 'T' };
  const fraudFlag = { ...paymentFlag, code: 'A1', category: 'Fraud' };
  const sameNames = { Fraud: 'A', 'KYC Review': 'A', 'Transaction Processing': 'B' };
  testRules([
    [{ flags: { catalogue: [paymentFlag], withhold: [] } }],
    [{ flags: { catalogue: [paymentFlag] } }, 'withholds-unknown-flag'],
    [
      { flags: { catalogue: [paymentFlag, fraudFlag, paymentFlag], withhold: [] } },
      'duplicate-flag-code',
    ],
    [{ flags: { catalogue: [fraudFlag], withhold: [] } }, 'no-transaction-flag'],
    [{ flags: { categoryNames: sameNames } }, 'category-name-taken'],
    [{ flags: { categoryNames: sameNames }, user: { names: { category: 'none' } } }],
    [{ flags: { categoryNames: { Fraud: 'uncategorized' } } }],
    [
      { flags: { categoryNames: { Fraud: 'uncategorized' } }, user: { flagsShape: 'byCategory' } },
      'category-name-taken',
    ],
    [
      {
        flags: { categoryNames: sameNames },
        user: { names: { category: 'none' }, flagsShape: 'byCategory' },
      },
      'category-name-taken',
    ],
  ]);
});

describe('§4.8, §5.8 paths and headers', () => {
  testRules([
    [{ user: { path: '/sandbox/user' } }, 'reserved-path'],
    [{ user: { path: '/W/a/user' } }, 'reserved-path'],
    [{ user: { path: '/wallets/user' } }],
    [{ session: { jwksPath: '/w' } }, 'reserved-path'],
    [{ user: { path: '/v1/../user' } }, 'unreachable-path'],
    [{ session: { jwksPath: '/./keys' } }, 'unreachable-path'],
    [{ session: { jwksPath: '/User' } }, 'jwks-at-user-path'],
    [{ session: { algorithm: 'HS256' } }, 'jwks-with-symmetric-key'],
    [{ session: { algorithm: 'HS256', jwksPath: 'none' } }],
    [{ user: { identifiedBy: { header: 'Authorization' } } }, 'reserved-header'],
    [{ user: { identifiedBy: { header: 'Service-Client-Id' } } }, 'reserved-header'],
    [{ session: { sentIn: { header: 'Flagbearer-Workspace' } } }, 'reserved-header'],
    [{ user: { identifiedBy: { header: 'X-User-Id' } } }],
    [
      { user: { identifiedBy: { header: 'X-Id' } }, session: { sentIn: { header: 'x-id' } } },
      'same-header',
    ],
    [{ user: { identifiedBy: { query: 'authorization' } } }],
  ]);
});

describe('§5.3 to §5.5, §5.7 a first session', () => {
  const oneOperationPerFlow = ['startWalletAuth', 'sendSmsOtp', 'authenticateEmailOtp'];
  testRules([
    [{ bearer: { accepts: ['session'], requiredOn: oneOperationPerFlow } }, 'no-session-flow'],
    [{ bearer: { accepts: ['client', 'session'], requiredOn: oneOperationPerFlow } }],
    // The sign-in by email requires no token, and returns the first session.
    [{ bearer: { accepts: ['session'], requiredOn: ['startWalletAuth', 'sendSmsOtp'] } }],
    [
      {
        bearer: { accepts: ['session'], requiredOn: ['startWalletAuth', 'sendSmsOtp'] },
        otp: { email: { authenticateReturns: 'record' } },
      },
      'no-session-flow',
    ],
    [{ bearer: { accepts: ['session'] } }],
  ]);
});

describe('unusual but valid combinations', () => {
  testRules([
    // Operations on a user accept a session token even if `bearer.accepts` does not list it.
    [{ bearer: { accepts: ['client'], requiredOn: ['sendSmsOtp', 'getUser'] } }],
    [
      {
        bearer: { accepts: ['client'], requiredOn: ['sendSmsOtp', 'addWalletToUser'] },
        identity: { addWalletTarget: 'bearer' },
      },
    ],
    [{ errors: { body: 'empty' }, identity: { unknown: 'rejectAtStart' } }],
  ]);
});
