import { check, section } from '../define-check.ts';
import { assertAllRejected } from '../hostile-input/cases.ts';
import { withHeader, withoutHeader } from '../target/http-request.ts';

/** Invalid client ids, such as names of object properties. */
const INVALID_IDS = ['__proto__', 'constructor', 'toString', '%', `'"\\;--`];

export const invalidCredentials = section('5', 'Malformed credentials', [
  check({
    requirement: '5.1.credentials.wrong-refused',
    operation: 'startWalletAuth',
    part: 'odd-ids',
    title: 'rejects malformed client ids',
    async run(t) {
      await t.ctx.sendValidRequest('startWalletAuth');
      const request = await t.flows.createValidRequest('startWalletAuth');
      const withSecret = INVALID_IDS.map((id) => ({
        what: `a request with the client id ${id}`,
        request: withHeader(request, 'service-client-id', id),
      }));
      const withoutSecret = INVALID_IDS.slice(0, 3).map((id) => ({
        what: `a request with the client id ${id} and no secret`,
        request: withoutHeader(
          withHeader(request, 'service-client-id', id),
          'service-client-secret',
        ),
      }));
      await assertAllRejected(t, [...withSecret, ...withoutSecret]);
    },
  }),
]);
