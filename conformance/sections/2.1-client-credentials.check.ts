import { check, checkEach, section } from '../define-check.ts';
import { createSettingError } from '../check-errors.ts';
import { hasJsonContentType, hasJsonBody, hasEmptyBody } from '../responses/json-response.ts';
import { allOperations, authOperations, isOtpOperation } from '../actors/operations.ts';
import {
  sendValidElseInvalidVariants,
  assertEachRefused,
  withUnknownId,
  type Malformation,
} from '../actors/valid-requests.ts';
import { truncateSecret, swapCase } from '../target/similar-secrets.ts';
import {
  withHeader,
  withoutHeader,
  type HttpResponse,
  withSecret,
  withClientId,
} from '../target/http-request.ts';
import { assertJsonIsAccepted } from './otp-presence.ts';

const wrongIds: readonly Malformation[] = [
  { description: 'with an empty service-client-id', apply: (request) => withClientId(request, '') },
  { description: 'with an unknown service-client-id', apply: withUnknownId },
];

/** Secrets that a client without a configured secret may send, and secrets similar to the correct secret. */
const wrongSecrets: readonly Malformation[] = Object.entries<(secret: string) => string>({
  'an empty service-client-secret': () => '',
  'the text "undefined" as its secret': () => 'undefined',
  'only the beginning of the secret': truncateSecret,
  'the secret in the other letter case': deriveOtherSecret,
}).map(([description, derive]) => ({
  description: `with ${description}`,
  apply: (request) => withSecret(request, derive(request.headers['service-client-secret'] ?? '')),
}));

export const clientCredentials = section('2.1', 'Client credentials', [
  checkEach(allOperations, {
    requirement: '2.1.service-client-id.header',
    title: 'rejects an unknown service-client-id',
    run: (t, operation) => assertEachRefused(t, operation, wrongIds),
  }),
  checkEach(allOperations, {
    requirement: '2.1.service-client-secret.header',
    title: 'rejects an empty, truncated or altered service-client-secret',
    run: (t, operation) => assertEachRefused(t, operation, wrongSecrets),
  }),
  checkEach(authOperations, {
    requirement: '2.1.content-type.json-accepted',
    title: 'accepts a body with Content-Type application/json',
    async run(t, operation) {
      const response = await sendValidElseInvalidVariants(
        t,
        operation,
        [
          {
            description: 'without Content-Type',
            apply: (request) => withoutHeader(request, 'content-type'),
          },
          {
            description: 'with text/plain',
            apply: (request) => withHeader(request, 'content-type', 'text/plain'),
          },
        ],
        assertJsonIsAccepted,
      );
      t.assertAccepted(response, 'a body with Content-Type application/json');
    },
  }),
  check({
    requirement: '2.1.content-type.other',
    operation: 'startWalletAuth',
    part: 'charset',
    title: 'observes the response to Content-Type application/json with a charset',
    async run(t) {
      await t.ctx.requireWorking('startWalletAuth');
      const withCharset = 'application/json; charset=utf-8';
      const request = await t.createValidRequest('startWalletAuth');
      const response = await t.sendToService(withHeader(request, 'content-type', withCharset));
      t.observe(`a body with Content-Type ${withCharset} returns ${response.status}`, response);
    },
  }),
  checkEach(allOperations, {
    requirement: '2.1.accept.json',
    title: 'returns application/json for Accept application/json',
    async run(t, operation) {
      const response = await sendValidElseInvalidVariants(t, operation, [
        { description: 'without Accept', apply: (request) => withoutHeader(request, 'accept') },
      ]);
      // Only for the OTP operations is it open whether the response has a body (§4.4 to §4.7).
      if (hasEmptyBody(response) && isOtpOperation(operation)) {
        t.observe('the response has no body', response);
        return;
      }
      t.assert(hasJsonBody(response), 'expected a JSON response, got another body', response);
      const contentType = response.headers['content-type'] ?? 'none';
      t.assert(
        hasJsonContentType(response),
        `expected Content-Type application/json in the response, got ${contentType}`,
        response,
      );
    },
  }),
  check({
    requirement: '2.1.accept.other',
    operation: 'startWalletAuth',
    title: 'observes the response if Accept excludes JSON or is missing',
    async run(t) {
      await t.ctx.requireWorking('startWalletAuth');
      const request = await t.createValidRequest('startWalletAuth');
      const asHtml = await t.sendToService(withHeader(request, 'accept', 'text/html'));
      const asAny = await t.sendToService(withoutHeader(request, 'accept'));
      t.observe(`Accept text/html returns ${describeResponse(asHtml)}`, asHtml);
      t.observe(`no Accept header returns ${describeResponse(asAny)}`, asAny);
    },
  }),
  check({
    requirement: '2.1.authorization.bearer',
    title: 'accepts an SMS send with a bearer token in the Authorization header',
    async run(t) {
      const response = await sendValidElseInvalidVariants(t, 'sendSmsOtp', [
        {
          description: 'with the token without a scheme',
          apply: (request) =>
            withHeader(
              request,
              'authorization',
              (request.headers['authorization'] ?? '').replace('Bearer ', ''),
            ),
        },
      ]);
      if (response.request.headers['authorization'] === undefined)
        throw createSettingError('accessToken');
      t.assertAccepted(response, 'a send with a bearer token');
    },
  }),
]);

function describeResponse({ status, headers }: HttpResponse): string {
  return `${status} with Content-Type ${headers['content-type'] ?? 'none'}`;
}

/** Returns the secret in the other letter case; appends a digit if it has no letters. */
function deriveOtherSecret(secret: string): string {
  const otherCase = swapCase(secret);
  return otherCase === secret ? `${secret}0` : otherCase;
}
