import { section } from '../define-check.ts';
import { authenticateChecks } from './one-time-password.ts';

export const emailAuthenticate = section(
  '4.7',
  'otp/email:authenticate',
  authenticateChecks('email', '4.7'),
);
