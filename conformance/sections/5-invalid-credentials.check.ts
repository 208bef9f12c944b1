import { check, section } from '../define-check.ts';
import { assertAllRejected } from '../hostile-input/cases.ts';
import { withClientId, withoutSecret } from '../target/http-request.ts';

/** Properties of every JavaScript object, which a lookup may mistake for clients. */
const PROPERTY_NAMES = ['__proto__', 'constructor', 'toString'];
const HOSTILE_IDS = [...PROPERTY_NAMES, '%', `'"\\;--`];

export const invalidCredentials = section('5', 'Malformed credentials', [
  check({
    requirement: '5.1.credentials.wrong-refused',
    operation: 'startWalletAuth',
    part: 'malformed-ids',
    title: 'rejects malformed client ids',
    async run(t) {
      // Without an accepted valid request, a rejection proves nothing.
      await t.ctx.requireWorking('startWalletAuth');
      const request = await t.createValidRequest('startWalletAuth');
      const casesWithSecret = HOSTILE_IDS.map((id) => ({
        description: `a request with the client id ${id}`,
        request: withClientId(request, id),
      }));
      const casesWithoutSecret = PROPERTY_NAMES.map((id) => ({
        description: `a request with the client id ${id} and no secret`,
        request: withoutSecret(withClientId(request, id)),
      }));
      await assertAllRejected(t, [...casesWithSecret, ...casesWithoutSecret]);
    },
  }),
]);
