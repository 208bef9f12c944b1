import { OTP_OPERATIONS } from '../memory.ts';
import type { ResponseRule } from '../rule.ts';
import { violation } from '../violation.ts';

/** §4.5, §4.7: a one-time password works once. */
export const usedCode: ResponseRule = {
  blames: 'deployment',
  on: 'accepted',
  check({ operationId, body }, { memory }) {
    const otp = OTP_OPERATIONS[operationId];
    if (otp?.does !== 'try' || !memory.isUsed(operationId, body)) return [];
    const rule = otp.channel === 'sms' ? '4.5.otp.one-time' : '4.7.otp.one-time';
    const message = 'accepts a used one-time password';
    return [violation('response', rule, { pointer: '/status', message })];
  },
};
