import { section } from '../define-check.ts';
import { listAuthenticateChecks } from './otp-authenticate.ts';

export const smsAuthenticate = section(
  '4.5',
  'otp/sms:authenticate',
  listAuthenticateChecks('sms', '4.5'),
);
