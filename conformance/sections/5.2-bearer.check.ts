import { createBearerChecks } from '../contexts/bearer-tokens.ts';
import { check, section } from '../define-check.ts';
import { observeValidSend } from '../observations/otp-pair.ts';

// The client must send the bearer token (§5.2); the response to a send without it is open.
export const bearer = section('5.2', 'Bearer token of the SMS send', [
  check({
    requirement: '5.2.bearer.accepted',
    title: 'accepts a send with the access token as bearer token',
    run: async (t) =>
      t.assertAccepted((await observeValidSend(t, 'sms')).response, 'a send with its bearer token'),
  }),
  createBearerChecks(),
]);
