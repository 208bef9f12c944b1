import { section } from '../define-check.ts';
import { listAuthenticateChecks } from './otp-authenticate.ts';

export const emailAuthenticate = section(
  '4.7',
  'otp/email:authenticate',
  listAuthenticateChecks('email', '4.7'),
);
