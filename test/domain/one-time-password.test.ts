import { describe, expect, it } from 'vitest';
import { judgeCode } from '../../src/domain/one-time-password.ts';
import type { OneTimePassword } from '../../src/domain/records.ts';
import { createOtp as createPendingOtp } from '../engines/bases.ts';

const NOW = Date.parse('2026-01-15T10:00:00.000Z');

const createOtp = (fields: Partial<OneTimePassword> = {}) =>
  createPendingOtp('otp1', { sentAt: NOW - 1000, expiresAt: NOW + 1, ...fields });

function judge(oneTimePasswords: readonly OneTimePassword[], code = '123456') {
  return judgeCode(oneTimePasswords, { code, now: NOW, maxAttempts: 3 });
}

const wrongVerdict = { verdict: 'wrong', updated: [] };

describe('§5.4 a correct code', () => {
  it('consumes its one-time password', () => {
    const used = createOtp({ state: 'used' });
    expect(judge([createOtp()])).toEqual({ verdict: 'correct', used });
  });

  it('consumes the newest one-time password if two have the same code', () => {
    expect(judge([createOtp(), createOtp({ id: 'otp2' })])).toMatchObject({
      used: { id: 'otp2' },
    });
  });

  it.each(['used', 'replaced'] as const)(
    'is rejected as wrong if its one-time password is %s',
    (state) => {
      expect(judge([createOtp({ state })])).toEqual(wrongVerdict);
    },
  );
});

describe('§8 the validity of a code', () => {
  it('ends exactly at its expiry time', () => {
    expect(judge([createOtp({ expiresAt: NOW })])).toEqual({ verdict: 'expired' });
  });

  it('is reported as expired even if the one-time password is locked', () => {
    expect(judge([createOtp({ expiresAt: NOW, state: 'locked' })])).toEqual({
      verdict: 'expired',
    });
  });
});

describe('§8 attempts', () => {
  it('are counted for every pending unexpired one-time password', () => {
    const [newer, expired] = [createOtp({ id: 'otp2' }), createOtp({ expiresAt: NOW })];
    expect(judge([expired, createOtp(), newer], '000000')).toEqual({
      verdict: 'wrong',
      updated: [createOtp({ wrongAttempts: 1 }), { ...newer, wrongAttempts: 1 }],
    });
  });

  it('lock the one-time password at the last allowed attempt', () => {
    expect(judge([createOtp({ wrongAttempts: 1 })], '000000')).toMatchObject({
      updated: [{ wrongAttempts: 2, state: 'pending' }],
    });
    expect(judge([createOtp({ wrongAttempts: 2 })], '000000')).toMatchObject({
      updated: [{ wrongAttempts: 3, state: 'locked' }],
    });
  });

  it('are rejected as locked with correct and wrong codes after the lock', () => {
    const locked = createOtp({ state: 'locked', wrongAttempts: 3 });
    expect(judge([locked])).toEqual({ verdict: 'locked' });
    expect(judge([locked], '000000')).toEqual({ verdict: 'locked' });
  });

  it('are counted for a pending one-time password even if another is locked', () => {
    const locked = createOtp({ state: 'locked', wrongAttempts: 3 });
    const pending = createOtp({ id: 'otp2', code: '654321' });
    expect(judge([locked, pending], '000000')).toEqual({
      verdict: 'wrong',
      updated: [{ ...pending, wrongAttempts: 1 }],
    });
  });

  it('are rejected as wrong if no one-time password exists', () => {
    expect(judge([])).toEqual(wrongVerdict);
  });

  it('are rejected as wrong with a wrong code after the locked one-time password has expired', () => {
    expect(judge([createOtp({ state: 'locked', expiresAt: NOW })], '000000')).toEqual(wrongVerdict);
  });
});
