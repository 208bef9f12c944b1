import type { OperationId } from '../../src/contract/types.ts';
import type { Attempt } from '../attempt.ts';
import { check, checkEach, section } from '../define-check.ts';
import { NotTested } from '../check-errors.ts';
import { hasJsonBody, hasEmptyBody } from '../responses/json-response.ts';
import { allOperations, authOperations } from '../actors/operations.ts';
import { sendValidElseInvalidVariants, returnNotTested } from '../actors/valid-requests.ts';
import type { HttpRequest } from '../target/http-request.ts';
import { assertPostIsAccepted } from './otp-presence.ts';

export const endpoints = section('4', 'Endpoints', [
  checkEach(allOperations, {
    requirement: '4.path.base-url',
    title: 'is available below the base URL',
    async run(t, operation) {
      const outcome = await t.ctx.requireWorking(operation).catch(returnNotTested);
      if (!(outcome instanceof NotTested)) return t.assertAccepted(outcome);
      // The path of a rejected request may exist.
      if (outcome.causeType === 'contract') await assertExists(t, operation);
      throw outcome;
    },
  }),
  checkEach(authOperations, {
    requirement: '4.method.post',
    title: 'accepts POST',
    async run(t, operation) {
      const response = await sendValidElseInvalidVariants(
        t,
        operation,
        ['PUT', 'PATCH'].map((method) => ({
          description: `with ${method}`,
          apply: (request: HttpRequest) => ({ ...request, method }),
        })),
        assertPostIsAccepted,
      );
      t.assert(
        response.request.method === 'POST',
        'expected an accepted request with POST',
        response,
      );
    },
  }),
  check({
    requirement: '4.method.get',
    title: 'accepts GET for the user read',
    async run(t) {
      const response = await sendValidElseInvalidVariants(t, 'getUser', [
        {
          description: 'with POST',
          apply: (request) => ({ ...request, method: 'POST' }),
        },
      ]);
      t.assert(
        response.request.method === 'GET',
        'expected an accepted request with GET',
        response,
      );
    },
  }),
  checkEach(allOperations, {
    requirement: '4.body.response-json',
    title: 'returns JSON in an accepted response',
    async run(t, operation) {
      const response = await t.ctx.requireWorking(operation);
      t.assert(
        hasJsonBody(response) || hasEmptyBody(response),
        'expected a JSON response, got another body',
        response,
      );
    },
  }),
]);

async function assertExists(t: Attempt, operation: OperationId): Promise<void> {
  const request = await t.createValidRequest(operation);
  const response = await t.dispatch(request);
  t.requireServiceResponse(response);
  const isRedirect = response.status >= 300 && response.status < 400;
  t.assert(!isRedirect, 'expected the path below the base URL, got a redirect', response);
  const unknownPath = await t.send({
    ...request,
    operation: null,
    path: `${request.path}-nowhere`,
  });
  const isUnknownPath =
    response.status === 404 && unknownPath.text === response.text && unknownPath.status === 404;
  t.assert(
    !isUnknownPath,
    'expected the path below the base URL, got a response for an unknown path',
    response,
    unknownPath,
  );
}
