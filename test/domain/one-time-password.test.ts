import { describe, expect, it } from 'vitest';
import { judgeCode } from '../../src/domain/one-time-password.ts';
import type { OneTimePassword } from '../../src/domain/records.ts';

const NOW = Date.parse('2026-01-15T10:00:00.000Z');

function password(given: Partial<OneTimePassword> = {}): OneTimePassword {
  return {
    id: 'otp1',
    channel: 'sms',
    destination: '+12025550143',
    identity: 'phone:+12025550143',
    recordId: 'phone1',
    clientId: 'wallet-app',
    code: '123456',
    sentAt: NOW - 1000,
    expiresAt: NOW + 1,
    wrongTries: 0,
    state: 'pending',
    addsTo: null,
    ...given,
  };
}

function judge(passwords: readonly OneTimePassword[], code = '123456') {
  return judgeCode(passwords, { code, now: NOW, maxAttempts: 3 });
}

const wrong = { verdict: 'wrong', counted: [] };

describe('§5.4 a right code', () => {
  it('uses its password up', () => {
    const used = password({ state: 'used' });
    expect(judge([password()])).toEqual({ verdict: 'right', used });
  });

  it('is the newest one where two passwords have it', () => {
    expect(judge([password(), password({ id: 'otp2' })])).toMatchObject({ used: { id: 'otp2' } });
  });

  it.each(['used', 'replaced'] as const)('is a wrong one once its password is %s', (state) => {
    expect(judge([password({ state })])).toEqual(wrong);
  });
});

describe('§8 the validity of a code', () => {
  it('ends at the instant of its expiry', () => {
    expect(judge([password({ expiresAt: NOW })])).toEqual({ verdict: 'expired' });
  });

  it('is over before it is locked', () => {
    expect(judge([password({ expiresAt: NOW, state: 'locked' })])).toEqual({ verdict: 'expired' });
  });
});

describe('§8 the attempts', () => {
  it('are counted on every password that is pending and alive', () => {
    const [newer, expired] = [password({ id: 'otp2' }), password({ expiresAt: NOW })];
    expect(judge([expired, password(), newer], '000000')).toEqual({
      verdict: 'wrong',
      counted: [password({ wrongTries: 1 }), { ...newer, wrongTries: 1 }],
    });
  });

  it('lock the password with the last one that is allowed', () => {
    expect(judge([password({ wrongTries: 1 })], '000000')).toMatchObject({
      counted: [{ wrongTries: 2, state: 'pending' }],
    });
    expect(judge([password({ wrongTries: 2 })], '000000')).toMatchObject({
      counted: [{ wrongTries: 3, state: 'locked' }],
    });
  });

  it('get the same answer for right and wrong codes once it is locked', () => {
    const locked = password({ state: 'locked', wrongTries: 3 });
    expect(judge([locked])).toEqual({ verdict: 'locked' });
    expect(judge([locked], '000000')).toEqual({ verdict: 'locked' });
  });

  it('go on where another password is pending beside a locked one', () => {
    const locked = password({ state: 'locked', wrongTries: 3 });
    const pending = password({ id: 'otp2', code: '654321' });
    expect(judge([locked, pending], '000000')).toEqual({
      verdict: 'wrong',
      counted: [{ ...pending, wrongTries: 1 }],
    });
  });

  it('are wrong ones where a locked password has expired, and where there is none', () => {
    expect(judge([password({ state: 'locked', expiresAt: NOW })], '000000')).toEqual(wrong);
    expect(judge([])).toEqual(wrong);
  });
});
