import { checkEach, section } from '../define-check.ts';
import type { Attempt } from '../attempt.ts';
import { allOperations } from '../actors/operations.ts';
import {
  acceptedRight,
  refusesEach,
  withUnknownId,
  withWrongSecret,
  type Spoil,
} from '../actors/right-calls.ts';
import { withHeader, withoutHeader, type Call } from '../target/call.ts';
import { credentialsInContexts } from './credential-contexts.ts';

const ID = 'service-client-id';
const SECRET = 'service-client-secret';

/** A refusal there may be about the code, which comes from elsewhere. */
const TAKES_CODE: ReadonlySet<string> = new Set(['authenticateSmsOtp', 'authenticateEmailOtp']);

const missing: readonly Spoil[] = [
  { what: 'without service-client-id', by: (call) => withoutHeader(call, ID) },
  { what: 'without service-client-secret', by: (call) => withoutHeader(call, SECRET) },
  {
    what: 'without service-client-id and service-client-secret',
    by: (call) => withoutHeader(withoutHeader(call, ID), SECRET),
  },
];

const madeUp: readonly Spoil[] = [
  { what: 'with an unknown id', by: withUnknownId },
  { what: 'with a wrong secret', by: withWrongSecret },
];

export const credentials = section('5.1', 'Client id and secret on every request', [
  checkEach(
    allOperations,
    {
      requirement: '5.1.credentials.accepted',
      title: 'accepts a valid request with the id and secret of the client',
    },
    async (t, operation) => {
      if (TAKES_CODE.has(operation)) t.accepted(await t.around.control(operation));
      else await acceptedRight(t, operation);
    },
  ),
  checkEach(
    allOperations,
    {
      requirement: '5.1.credentials.missing-refused',
      title: 'rejects a request without id, secret or both',
    },
    (t, operation) => refusesEach(t, operation, missing),
  ),
  checkEach(
    allOperations,
    {
      requirement: '5.1.credentials.wrong-refused',
      title: 'rejects a request with an unknown id, a wrong secret or the secret of another client',
    },
    (t, operation) => refusesEach(t, operation, [...madeUp, ...ofAnotherClient(t)]),
  ),
  credentialsInContexts,
]);

/** Nothing without a second client. */
function ofAnotherClient({ around }: Attempt): Spoil[] {
  const other = around.settings.secondClient;
  if (other === null || other.clientSecret === around.settings.client.clientSecret) return [];
  return [
    {
      what: 'with the secret of another client',
      by: (call: Call) => withHeader(call, SECRET, other.clientSecret),
    },
    {
      what: 'with the id of another client',
      by: (call: Call) => withHeader(call, ID, other.clientId),
    },
  ];
}
