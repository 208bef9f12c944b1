import { section } from '../define-check.ts';
import { createAuthenticateChecks } from './otp-authenticate.ts';

export const emailAuthenticate = section(
  '4.7',
  'otp/email:authenticate',
  createAuthenticateChecks('email', '4.7'),
);
