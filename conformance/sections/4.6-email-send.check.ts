import { section } from '../define-check.ts';
import { sendChecks } from './one-time-password.ts';

export const emailSend = section('4.6', 'otp/email:send', sendChecks('email', '4.6'));
