import { describe, expect, it } from 'vitest';
import { declaredAccounts } from '../accounts.ts';
import { pickDetected, useDiscovery } from './use-discovery.ts';

const discover = useDiscovery();

describe('discovery of send limits (§8)', () => {
  it.each([
    { count: 3, per: 'PT1H', scope: 'destination' },
    { count: 5, per: 'P1D', scope: 'destination' },
    { count: 1, per: 'PT10M', scope: 'destination' },
    { count: 2, per: 'PT3H', scope: 'client' },
    { count: 9, per: 'PT1H', scope: 'client' },
  ])('detects %o', async (limit) => {
    const values = { 'limits.sends': limit, 'errors.status.rateLimited': 429 };
    expect(pickDetected(await discover(values), values)).toEqual(values);
  });

  it('detects a rate limit by Retry-After, with any status', async () => {
    const values = {
      'limits.sends': { count: 4, per: 'PT30M', scope: 'destination' },
      'errors.status.rateLimited': 403,
    };
    expect(pickDetected(await discover(values), values)).toEqual(values);
  });

  it('detects the scope if the run has used every destination', async () => {
    const limit = { 'limits.sends': { count: 5, per: 'PT1H', scope: 'destination' } };
    const accounts = declaredAccounts.map((account, index) =>
      index < 2 ? account : { ...account, phoneNumber: null, emailAddress: null },
    );
    // A run can send codes only to the two accounts with contacts.
    const discovered = await discover(
      { 'identity.unknown': 'rejectAtStart', ...limit },
      { accounts },
    );
    expect(pickDetected(discovered, limit)).toEqual(limit);
  });

  it('detects no limit if all its six sends to one destination are accepted', async () => {
    const values = { 'limits.sends': { count: 7, per: 'PT1H', scope: 'destination' } };
    expect((await discover(values)).getValue('limits.sends')).toBe('none');
  });

  // Six sends are needed. The text of the question depends on whether earlier probes used all four sends.
  it('leaves the limit unknown if the run may send only four codes', async () => {
    const { openQuestions } = await discover({}, { maxOtpSends: 4 });
    expect(openQuestions.get('limits.sends')).toMatch(/^(Needs more sends|All 4).*\.$/);
  });
});
