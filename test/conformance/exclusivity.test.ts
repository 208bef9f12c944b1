import { describe, expect, it } from 'vitest';
import { getExclusivity, canSeparateUsers } from '../../conformance/exclusivity.ts';
import { check, type Exclusive } from '../../conformance/define-check.ts';
import { Knowledge } from '../../conformance/discovery/knowledge.ts';
import { Identities } from '../../conformance/actors/identities.ts';
import type { OperationId } from '../../src/contract/types.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { createPlainSettings } from './plain-settings.ts';

describe('§4.3, §5.6 the users of concurrent checks', () => {
  const createDialect = (
    unknown: Dialect['identity']['unknown'],
    bearer: Partial<Dialect['bearer']>,
  ) => ({
    ...defaultDialect,
    identity: { ...defaultDialect.identity, unknown },
    bearer: { ...defaultDialect.bearer, ...bearer },
  });
  const addsToLastSignIn: Partial<Dialect['bearer']> = {
    requiredOn: ['addWalletToUser'],
    accepts: ['client'],
  };

  it('are independent if each check signs up its own user', () => {
    expect(canSeparateUsers(createDialect('signUp', {}))).toBe(true);
    expect(canSeparateUsers(createDialect('rejectAtStart', {}))).toBe(false);
    expect(canSeparateUsers(createDialect('rejectAtAuthenticate', {}))).toBe(false);
  });

  it('depend on each other if no session identifies the user to whom a wallet is added', () => {
    expect(canSeparateUsers(createDialect('signUp', addsToLastSignIn))).toBe(false);
    expect(
      canSeparateUsers(createDialect('signUp', { ...addsToLastSignIn, accepts: ['session'] })),
    ).toBe(true);
    expect(canSeparateUsers(createDialect('signUp', { ...addsToLastSignIn, requiredOn: [] }))).toBe(
      true,
    );
    const byBearer = createDialect('signUp', addsToLastSignIn);
    expect(
      canSeparateUsers({
        ...byBearer,
        identity: { ...byBearer.identity, addWalletTarget: 'bearer' },
      }),
    ).toBe(true);
  });
});

describe('the exclusivity of a check', () => {
  const fewDestinations = { phoneNumbers: ['+12025550199'], emailAddresses: [] };

  function computeExclusivity(
    attributes: { exclusive?: Exclusive; operation?: OperationId; usesOtherChannel?: boolean },
    { destinations = null as typeof fewDestinations | null, sessionIdentifies = false } = {},
  ) {
    const knowledge = new Knowledge();
    knowledge.bearers.sessionIdentifiesUser = sessionIdentifies;
    const identities = new Identities(createPlainSettings('http://127.0.0.1', { destinations }));
    const allAttributes = { requirement: '4.3.operation.adds', title: 'a check', ...attributes };
    return getExclusivity(check({ ...allAttributes, run: () => Promise.resolve() }), {
      knowledge,
      identities,
    });
  }

  it('is `alone` if the check is always exclusive', () => {
    expect(computeExclusivity({ exclusive: 'always' })).toBe('alone');
    expect(computeExclusivity({ exclusive: 'always' }, { sessionIdentifies: true })).toBe('alone');
  });

  it.each([
    { exclusive: 'unlessSessionIdentifiesUser' },
    { operation: 'addWalletToUser' },
  ] as const)(
    'is `alone` unless the session identifies the user of an added wallet: %j',
    (attributes) => {
      expect(computeExclusivity(attributes)).toBe('alone');
      expect(computeExclusivity(attributes, { sessionIdentifies: true })).toEqual([]);
    },
  );

  it.each([
    ['sendSmsOtp', ['sms']],
    ['authenticateEmailOtp', ['email']],
    ['getUser', ['sms', 'email']],
    ['startWalletAuth', []],
    ['authenticateWallet', []],
  ] as const)('for %s with few destinations is %j', (operation, channels) => {
    expect(computeExclusivity({ operation }, { destinations: fewDestinations })).toEqual(channels);
    expect(computeExclusivity({ operation })).toEqual([]);
  });

  it('covers both channels if the check uses both', () => {
    const attributes = { operation: 'sendSmsOtp', usesOtherChannel: true } as const;
    expect(computeExclusivity(attributes, { destinations: fewDestinations })).toEqual([
      'sms',
      'email',
    ]);
  });

  it('for addWalletToUser covers no channel', () => {
    const attributes = { operation: 'addWalletToUser', exclusive: 'never' } as const;
    expect(computeExclusivity(attributes, { destinations: fewDestinations })).toEqual([]);
  });
});
