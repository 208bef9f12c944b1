import { section } from '../define-check.ts';
import { flowChecks } from './one-time-password.ts';

export const smsFlow = section('5.4', 'SMS flow', flowChecks('sms', '5.4.sms'));
