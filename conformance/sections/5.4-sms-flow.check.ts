import { section } from '../define-check.ts';
import { listFlowChecks } from './otp-flow.ts';

export const smsFlow = section('5.4', 'SMS flow', listFlowChecks('sms', '5.4.sms'));
