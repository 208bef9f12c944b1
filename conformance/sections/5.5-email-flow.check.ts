import { section } from '../define-check.ts';
import { flowChecks } from './one-time-password.ts';

export const emailFlow = section('5.5', 'Email flow', flowChecks('email', '5.5.email'));
