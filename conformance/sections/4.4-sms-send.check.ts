import { section } from '../define-check.ts';
import { listSendChecks } from './otp-send.ts';

export const smsSend = section('4.4', 'otp/sms:send', listSendChecks('sms', '4.4'));
