import { section } from '../define-check.ts';
import { listFlowChecks } from './otp-flow.ts';

export const emailFlow = section('5.5', 'Email flow', listFlowChecks('email', '5.5.email'));
