import { section } from '../define-check.ts';
import { listSendChecks } from './otp-send.ts';

export const emailSend = section('4.6', 'otp/email:send', listSendChecks('email', '4.6'));
