import { describe, expect, it } from 'vitest';
import { Groups } from '../../../conformance/leaks/groups.ts';

describe('§4.3 a wallet that was added to an unknown user', () => {
  const wallet = '0xw';

  it('does not identify a user; nor do values that appear only with the wallet', () => {
    const groups = new Groups();
    groups.unite(['+12025550199', 'phone-id']);
    groups.ignoreUnnamedUser([wallet]);
    groups.unite([wallet, 'session', 'user-id']);
    groups.unite(['user-id', 'other-session']);
    expect(['session', 'user-id', 'other-session'].map((word) => groups.find(word))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('does not prevent that another value identifies the user', () => {
    const groups = new Groups();
    groups.unite(['+12025550199', 'user-id']);
    groups.ignoreUnnamedUser([wallet]);
    groups.unite([wallet, 'session', 'user-id']);
    expect(groups.find('session')).toBe(groups.find('+12025550199'));
  });
});
