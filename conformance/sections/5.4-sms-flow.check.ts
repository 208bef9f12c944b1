import { section } from '../define-check.ts';
import { flowChecks } from './otp-flow.ts';

export const smsFlow = section('5.4', 'SMS flow', flowChecks('sms', '5.4.sms'));
