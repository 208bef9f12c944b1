import { section } from '../define-check.ts';
import { createSendChecks } from './otp-send.ts';

export const emailSend = section('4.6', 'otp/email:send', createSendChecks('email', '4.6'));
