import { checkEach, section } from '../define-check.ts';
import { authOperations } from '../actors/operations.ts';
import { sendValidElseInvalidVariants } from '../actors/valid-requests.ts';
import type { HttpRequest } from '../target/http-request.ts';
import { assertPathUnderV1 } from './otp-presence.ts';

export const versioning = section('9', 'Versioning', [
  checkEach(authOperations, {
    requirement: '9.path.v1',
    title: 'has a path that begins with /v1 below the base URL',
    async run(t, operation) {
      const response = await sendValidElseInvalidVariants(
        t,
        operation,
        [
          { description: 'without /v1 in its path', apply: replaceV1('') },
          { description: 'under /v2', apply: replaceV1('/v2') },
        ],
        assertPathUnderV1,
      );
      t.assert(
        response.request.path.startsWith('/v1/'),
        'expected an accepted path with /v1',
        response,
      );
    },
  }),
]);

function replaceV1(prefix: string) {
  return (request: HttpRequest): HttpRequest => ({
    ...request,
    path: request.path.replace(/^\/v1/, prefix),
  });
}
