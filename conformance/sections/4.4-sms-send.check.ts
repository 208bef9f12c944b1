import { section } from '../define-check.ts';
import { createSendChecks } from './otp-send.ts';

export const smsSend = section('4.4', 'otp/sms:send', createSendChecks('sms', '4.4'));
