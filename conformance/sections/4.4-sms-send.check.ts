import { section } from '../define-check.ts';
import { sendChecks } from './one-time-password.ts';

export const smsSend = section('4.4', 'otp/sms:send', sendChecks('sms', '4.4'));
