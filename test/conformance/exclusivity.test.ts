import { describe, expect, it } from 'vitest';
import { sections } from '../../conformance/sections/index.ts';
import { getExclusivity, canSeparateUsers } from '../../conformance/exclusivity.ts';
import { check, type Exclusive } from '../../conformance/define-check.ts';
import { Knowledge } from '../../conformance/discovery/knowledge.ts';
import { Identities } from '../../conformance/actors/identities.ts';
import type { OperationId } from '../../src/contract/types.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { createPlainSettings } from './plain-settings.ts';

describe('§4.3, §5.6 the users of concurrent checks', () => {
  const { identity, bearer } = defaultDialect;
  const requiresAccessToken: Dialect['bearer'] = {
    ...bearer,
    requiredOn: ['addWalletToUser'],
    accepts: ['client'],
  };

  it.each<[string, Partial<Dialect>]>([
    ['each check signs up its own user', {}],
    [
      'addWalletToUser accepts a session',
      { bearer: { ...requiresAccessToken, accepts: ['session'] } },
    ],
    [
      'addWalletToUser requires no access token',
      { bearer: { ...requiresAccessToken, requiredOn: [] } },
    ],
    [
      'a wallet is never added to the last user who signed in',
      { bearer: requiresAccessToken, identity: { ...identity, addWalletTarget: 'bearer' } },
    ],
  ])('are separate if %s', (_, changes) => {
    expect(canSeparateUsers({ ...defaultDialect, ...changes })).toBe(true);
  });

  it.each<[string, Partial<Dialect>]>([
    [
      'unknown wallets are rejected at start',
      { identity: { ...identity, unknown: 'rejectAtStart' } },
    ],
    [
      'unknown wallets are rejected at authenticate',
      { identity: { ...identity, unknown: 'rejectAtAuthenticate' } },
    ],
    ['a wallet is added to the last user who signed in', { bearer: requiresAccessToken }],
  ])('are not separate if %s', (_, changes) => {
    expect(canSeparateUsers({ ...defaultDialect, ...changes })).toBe(false);
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

  it('covers both channels for a wallet that is added with the session of a code', () => {
    const checks = sections
      .flatMap((section) => section.checks)
      .filter(({ part }) => part !== null && /session-of-an-(?:sms|email)-code/.test(part));
    expect(checks).not.toEqual([]);
    for (const { usesOtherChannel } of checks) expect(usesOtherChannel).toBe(true);
  });

  it('for addWalletToUser covers no channel', () => {
    const attributes = { operation: 'addWalletToUser', exclusive: 'never' } as const;
    expect(computeExclusivity(attributes, { destinations: fewDestinations })).toEqual([]);
  });
});
