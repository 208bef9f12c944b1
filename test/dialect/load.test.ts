import { describe, expect, it } from 'vitest';
import { serviceOperations } from '../../src/contract/effective/service-contract.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { loadDialect } from '../../src/dialect/load.ts';

async function loadValues(values: unknown): Promise<Dialect> {
  const loaded = await loadDialect({ version: 1, values });
  if ('findings' in loaded)
    throw new Error(loaded.findings.map(({ message }) => message).join('\n'));
  return loaded.dialect;
}

describe('loadDialect', () => {
  it('sets missing keys to the defaults', async () => {
    const loaded = await loadDialect({ version: 1 });
    expect(loaded).toEqual({ dialect: defaultDialect });
    expect(await loadValues({})).toEqual(defaultDialect);
  });

  it('sets the values in the document, and the defaults of the other keys', async () => {
    const dialect = await loadValues({
      wallet: { challenge: { ttl: 'PT1M' } },
      user: { identifiedBy: { query: 'id' }, names: { kyc: 'verification' } },
    });
    expect(dialect.wallet.challenge).toEqual({ ...defaultDialect.wallet.challenge, ttl: 'PT1M' });
    expect(dialect.user.identifiedBy).toEqual({ query: 'id' });
    expect(dialect.user.names).toEqual({ ...defaultDialect.user.names, kyc: 'verification' });
    expect(dialect.otp).toEqual(defaultDialect.otp);
  });

  it('freezes the dialect, which many workspaces share', async () => {
    const { flags } = await loadValues({ flags: { withhold: [] } });
    expect(Object.isFrozen(flags)).toBe(true);
    expect(Object.isFrozen(flags.catalogue[0])).toBe(true);
  });

  it('suggests adding the version and moving a group of keys under values', async () => {
    const loaded = await loadDialect('wallet:\n  variant: type\n');
    expect('findings' in loaded && loaded.findings.map(({ hint }) => hint).toSorted()).toEqual([
      'Add version: 1.',
      'Move it under values.',
    ]);
  });

  it('rejects unknown keys in the sections unknown and evidence', async () => {
    const text = 'version: 1\nunknown: [wallet.variant, session.tll]\nevidence: {nope: {}}\n';
    const loaded = await loadDialect(text, 'staging.yaml');
    expect('findings' in loaded && loaded.findings).toMatchObject([
      { message: 'Unknown key "session.tll".', hint: 'Did you mean session.ttl?', line: 2 },
      { message: 'Unknown key "nope".', hint: 'Remove it: a dialect has no such key.', line: 3 },
    ]);
  });

  it('reads YAML and JSON, and reports file, line and column of errors', async () => {
    expect(await loadDialect('version: 1\n')).toEqual({ dialect: defaultDialect });
    expect(await loadDialect('{"version": 1}')).toEqual({ dialect: defaultDialect });
    const text = 'version: 1\nvalues:\n  wallet:\n    varient: network\n    emits: both\n';
    const loaded = await loadDialect(text, 'staging.yaml');
    expect('findings' in loaded && loaded.findings).toMatchObject([
      {
        rule: 'unknown-key',
        file: 'staging.yaml',
        line: 4,
        column: 5,
        hint: 'Did you mean variant?',
      },
      { rule: 'unknown-value', clause: '2.2', file: 'staging.yaml', line: 5, column: 12 },
    ]);
  });

  it('reports the position of an invalid combination', async () => {
    const text = 'version: 1\nvalues:\n  session: { algorithm: HS256 }\n';
    const loaded = await loadDialect(text, 'staging.yaml');
    expect('findings' in loaded && loaded.findings).toMatchObject([
      { rule: 'jwks-with-symmetric-key', pointer: '/values/session/jwksPath', line: 3, column: 12 },
    ]);
  });

  it('rejects invalid YAML, and a value that is not a dialect', async () => {
    for (const source of ['a: b: c', '', '[]', 5, null, [], { version: 2 }]) {
      expect(await loadDialect(source)).toHaveProperty('findings');
    }
  });
});

describe('a value that can be written in several ways is normalized', () => {
  const createStatuses = (status: number) =>
    Object.fromEntries(Array.from(serviceOperations.keys(), (operation) => [operation, status]));
  const allOk = createStatuses(200);

  // A missing operation has the status 200. If all operations have the same status, the value is one number.
  it.each([
    [{ getUser: 200 }, 200],
    [{ ...allOk }, 200],
    [
      { ...allOk, getUser: 201 },
      { ...allOk, getUser: 201 },
    ],
    [{ getUser: 201 }, { ...allOk, getUser: 201 }],
    [createStatuses(202), 202],
    [201, 201],
  ])('from the success.status %j', async (status, expected) => {
    expect((await loadValues({ success: { status } })).success.status).toEqual(expected);
  });

  it('to an entry for every KYC status in kyc.transitions', async () => {
    const { kyc } = await loadValues({ kyc: { transitions: { IN_REVIEW: ['APPROVED'] } } });
    expect(kyc.transitions).toEqual({ APPROVED: [], IN_REVIEW: ['APPROVED'], DECLINED: [] });
  });

  it('to a list in the order of the schema', async () => {
    const { bearer, flags, kyc, wallet } = await loadValues({
      bearer: { requiredOn: ['sendEmailOtp', 'sendSmsOtp'], accepts: ['session', 'client'] },
      flags: { fraudRestricts: ['verifyWallet', 'addWallet'] },
      kyc: { transitions: { IN_REVIEW: ['DECLINED', 'APPROVED'] } },
      wallet: { signature: { accepts: ['highS', 'rsv'] } },
    });
    expect(bearer.requiredOn).toEqual(['sendSmsOtp', 'sendEmailOtp']);
    expect(bearer.accepts).toEqual(['client', 'session']);
    expect(flags.fraudRestricts).toEqual(['addWallet', 'verifyWallet']);
    expect(kyc.transitions).toMatchObject({ IN_REVIEW: ['APPROVED', 'DECLINED'] });
    expect(wallet.signature.accepts).toEqual(['rsv', 'highS']);
  });

  it('without sorting a list whose first item has a meaning', async () => {
    const { userMask, wallet } = await loadValues({
      userMask: { preferredMfaMethods: ['OTP_SMS', 'OTP_EMAIL'] },
      wallet: { types: ['SOLANA', 'EVM'] },
    });
    expect(userMask.preferredMfaMethods).toEqual(['OTP_SMS', 'OTP_EMAIL']);
    expect(wallet.types).toEqual(['SOLANA', 'EVM']);
  });

  it('to a duration in days, hours, minutes and seconds', async () => {
    const { limits, session } = await loadValues({
      limits: { sends: { count: 1, per: 'PT90S', scope: 'client' } },
      session: { ttl: 'P1W' },
    });
    expect(limits.sends).toEqual({ count: 1, per: 'PT1M30S', scope: 'client' });
    expect(session.ttl).toBe('P7D');
  });

  it('to a flag with the key `example`', async () => {
    const flag = { code: 'T1', category: 'Transaction Processing', title: 'T', message: 'T' };
    const { flags } = await loadValues({ flags: { catalogue: [flag], withhold: [] } });
    expect(flags.catalogue).toEqual([{ ...flag, example: false }]);
  });
});
