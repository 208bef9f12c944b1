import { section } from '../define-check.ts';
import { authenticateChecks } from './one-time-password.ts';

export const smsAuthenticate = section(
  '4.5',
  'otp/sms:authenticate',
  authenticateChecks('sms', '4.5'),
);
