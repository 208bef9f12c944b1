import { bearerContexts } from '../contexts/bearers.ts';
import { check, section } from '../define-check.ts';
import { validSend } from '../observations/otp-pair.ts';

// §5.2: the bearer is the client's duty. What a send without it leads to is open.
export const bearer = section('5.2', 'Bearer token of the SMS send', [
  check(
    {
      requirement: '5.2.bearer.accepted',
      operation: 'sendSmsOtp',
      title: 'accepts a send with the access token as bearer token',
    },
    async (t) => t.accepted((await validSend(t, 'sms')).reply, 'a send with its bearer token'),
  ),
  bearerContexts(),
]);
