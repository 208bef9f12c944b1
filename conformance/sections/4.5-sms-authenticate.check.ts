import { section } from '../define-check.ts';
import { authenticateChecks } from './otp-authenticate.ts';

export const smsAuthenticate = section(
  '4.5',
  'otp/sms:authenticate',
  authenticateChecks('sms', '4.5'),
);
