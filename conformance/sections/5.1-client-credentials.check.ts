import { checkEach, section } from '../define-check.ts';
import type { Attempt } from '../attempt.ts';
import { allOperations } from '../actors/operations.ts';
import {
  assertValidAccepted,
  assertEachRefused,
  withUnknownId,
  withoutCredentials,
  withWrongSecret,
  type Malformation,
} from '../actors/valid-requests.ts';
import { withoutHeader, withClientId, withSecret, withoutSecret } from '../target/http-request.ts';
import { credentialsInContexts } from './credential-contexts.ts';

/** Operations with a code. A wrong code from the OTP source may be the reason for a rejection. */
const CODE_OPERATIONS: ReadonlySet<string> = new Set([
  'authenticateSmsOtp',
  'authenticateEmailOtp',
]);

const missingCredentials: readonly Malformation[] = [
  {
    description: 'without service-client-id',
    apply: (request) => withoutHeader(request, 'service-client-id'),
  },
  { description: 'without service-client-secret', apply: withoutSecret },
  {
    description: 'without service-client-id and service-client-secret',
    apply: withoutCredentials,
  },
];

const wrongCredentials: readonly Malformation[] = [
  { description: 'with an unknown id', apply: withUnknownId },
  { description: 'with a wrong secret', apply: withWrongSecret },
];

export const credentials = section('5.1', 'Client id and secret on every request', [
  checkEach(allOperations, {
    requirement: '5.1.credentials.accepted',
    title: 'accepts a valid request with the id and secret of the client',
    async run(t, operation) {
      if (CODE_OPERATIONS.has(operation)) t.assertAccepted(await t.ctx.requireWorking(operation));
      else await assertValidAccepted(t, operation);
    },
  }),
  checkEach(allOperations, {
    requirement: '5.1.credentials.missing-refused',
    title: 'rejects a request without id, secret or both',
    run: (t, operation) => assertEachRefused(t, operation, missingCredentials),
  }),
  checkEach(allOperations, {
    requirement: '5.1.credentials.wrong-refused',
    title: 'rejects a request with an unknown id, a wrong secret or the secret of another client',
    run: (t, operation) =>
      assertEachRefused(t, operation, [...wrongCredentials, ...listMixedCredentials(t)]),
  }),
  credentialsInContexts,
]);

/** If there are two clients, returns malformations with the id of one and the secret of the other. */
function listMixedCredentials({ ctx }: Attempt): Malformation[] {
  const other = ctx.settings.secondClient;
  if (other === null || other.clientSecret === ctx.settings.client.clientSecret) return [];
  return [
    {
      description: 'with the secret of another client',
      apply: (request) => withSecret(request, other.clientSecret),
    },
    {
      description: 'with the id of another client',
      apply: (request) => withClientId(request, other.clientId),
    },
  ];
}
