import { describe, expect, it } from 'vitest';
import { exclusivityOf, keepsUsersApart } from '../../conformance/exclusivity.ts';
import { check, type Alone } from '../../conformance/define-check.ts';
import { Knowledge } from '../../conformance/discovery/knowledge.ts';
import { Identities } from '../../conformance/actors/accounts.ts';
import type { OperationId } from '../../src/contract/words.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { plainSettings } from './plain-settings.ts';

describe('§4.3, §5.6 users of a run', () => {
  const dialect = (
    unknown: Dialect['identity']['unknown'],
    bearer: Partial<Dialect['bearer']>,
  ) => ({
    ...defaultDialect,
    identity: { ...defaultDialect.identity, unknown },
    bearer: { ...defaultDialect.bearer, ...bearer },
  });
  const lastCounts: Partial<Dialect['bearer']> = {
    requiredOn: ['addWalletToUser'],
    accepts: ['client'],
  };

  it('keep apart where each signs up for itself', () => {
    expect(keepsUsersApart(dialect('signUp', {}))).toBe(true);
    expect(keepsUsersApart(dialect('rejectAtStart', {}))).toBe(false);
    expect(keepsUsersApart(dialect('rejectAtAuthenticate', {}))).toBe(false);
  });

  it('do not where no session can say whose wallet is added', () => {
    expect(keepsUsersApart(dialect('signUp', lastCounts))).toBe(false);
    expect(keepsUsersApart(dialect('signUp', { ...lastCounts, accepts: ['session'] }))).toBe(true);
    expect(keepsUsersApart(dialect('signUp', { ...lastCounts, requiredOn: [] }))).toBe(true);
    const byBearer = dialect('signUp', lastCounts);
    expect(
      keepsUsersApart({
        ...byBearer,
        identity: { ...byBearer.identity, addWalletTarget: 'bearer' },
      }),
    ).toBe(true);
  });
});

describe('the exclusivity of a check', () => {
  const few = { phoneNumbers: ['+12025550199'], emailAddresses: [] };

  function exclusivityFor(
    about: { alone?: Alone; operation?: OperationId; usesOtherChannel?: boolean },
    { destinations = null as typeof few | null, sessionIdentifies = false } = {},
  ) {
    const knowledge = new Knowledge();
    knowledge.bearers.sessionIdentifiesUser = sessionIdentifies;
    const identities = new Identities(plainSettings('http://127.0.0.1', { destinations }));
    const words = { requirement: '4.3.call.adds', title: 'it is so', ...about };
    return exclusivityOf(
      check(words, () => Promise.resolve()),
      { knowledge, identities },
    );
  }

  it('is `alone` where the check declares it', () => {
    expect(exclusivityFor({ alone: 'always' })).toBe('alone');
    expect(exclusivityFor({ alone: 'always' }, { sessionIdentifies: true })).toBe('alone');
  });

  it.each([{ alone: 'whileTheLastCounts' }, { operation: 'addWalletToUser' }] as const)(
    'is `alone` unless the session decides whose wallet is added: %j',
    (about) => {
      expect(exclusivityFor(about)).toBe('alone');
      expect(exclusivityFor(about, { sessionIdentifies: true })).toEqual([]);
    },
  );

  it.each([
    ['sendSmsOtp', ['sms']],
    ['authenticateEmailOtp', ['email']],
    ['getUser', ['sms', 'email']],
    ['startWalletAuth', []],
    ['authenticateWallet', []],
  ] as const)('of %s with few destinations is %j', (operation, channels) => {
    expect(exclusivityFor({ operation }, { destinations: few })).toEqual(channels);
    expect(exclusivityFor({ operation })).toEqual([]);
  });

  it('covers the other channel where the check also uses that', () => {
    const about = { operation: 'sendSmsOtp', usesOtherChannel: true } as const;
    expect(exclusivityFor(about, { destinations: few })).toEqual(['sms', 'email']);
  });

  it('of addWalletToUser covers no channel', () => {
    const about = { operation: 'addWalletToUser', alone: 'never' } as const;
    expect(exclusivityFor(about, { destinations: few })).toEqual([]);
  });
});
