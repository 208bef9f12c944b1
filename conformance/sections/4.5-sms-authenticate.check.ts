import { section } from '../define-check.ts';
import { createAuthenticateChecks } from './otp-authenticate.ts';

export const smsAuthenticate = section(
  '4.5',
  'otp/sms:authenticate',
  createAuthenticateChecks('sms', '4.5'),
);
