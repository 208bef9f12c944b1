import { describe, expect, it } from 'vitest';
import { companyOf, keepsUsersApart } from '../../conformance/exclusivity.ts';
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

describe('how a check is let in', () => {
  const few = { phoneNumbers: ['+12025550199'], emailAddresses: [] };

  function companyIn(
    about: { alone?: Alone; operation?: OperationId },
    { destinations = null as typeof few | null, sessionTells = false } = {},
  ) {
    const knowledge = new Knowledge();
    knowledge.bearers.sessionTellsTheUser = sessionTells;
    const identities = new Identities(plainSettings('http://127.0.0.1', { destinations }));
    const words = { requirement: '4.3.call.adds', title: 'it is so', ...about };
    return companyOf(
      check(words, () => Promise.resolve()),
      { knowledge, identities },
    );
  }

  it('is alone where it asks for that', () => {
    expect(companyIn({ alone: 'always' })).toBe('alone');
    expect(companyIn({ alone: 'always' }, { sessionTells: true })).toBe('alone');
  });

  it.each([{ alone: 'whileTheLastCounts' }, { operation: 'addWalletToUser' }] as const)(
    'is alone while the last one counts: %j',
    (about) => {
      expect(companyIn(about)).toBe('alone');
      expect(companyIn(about, { sessionTells: true })).toBe('together');
    },
  );

  it.each([
    ['sendSmsOtp', 'inTurn'],
    ['authenticateEmailOtp', 'inTurn'],
    ['getUser', 'inTurn'],
    ['startWalletAuth', 'together'],
    ['authenticateWallet', 'together'],
  ] as const)('by %s among few destinations is %s', (operation, company) => {
    expect(companyIn({ operation }, { destinations: few })).toBe(company);
    expect(companyIn({ operation })).toBe('together');
  });

  it('by addWalletToUser takes no turns', () => {
    const about = { operation: 'addWalletToUser', alone: 'never' } as const;
    expect(companyIn(about, { destinations: few })).toBe('together');
  });
});
