import { section } from '../define-check.ts';
import { createFlowChecks } from './otp-flow.ts';

export const emailFlow = section('5.5', 'Email flow', createFlowChecks('email', '5.5.email'));
