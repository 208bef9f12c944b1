import { addedNumberChecks } from '../contexts/added-numbers.ts';
import { section } from '../define-check.ts';
import { createFlowChecks } from './otp-flow.ts';

export const smsFlow = section('5.4', 'SMS flow', [
  ...createFlowChecks('sms', '5.4.sms'),
  ...addedNumberChecks,
]);
