import type { JsonValue } from '../../src/contract/openapi-document.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { toFields } from '../responses/fields.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { check, checkEach, section } from '../define-check.ts';
import { NotTested } from '../check-errors.ts';
import { createRequestToMalform } from '../hostile-input/request-to-malform.ts';
import { assertAllRejected } from '../hostile-input/cases.ts';
import {
  listBodiesWithoutFields,
  listUnparsableBodies,
} from '../hostile-input/malformed-requests.ts';
import { authOperations } from '../actors/operations.ts';

/** The rule that a request without fields violates, by operation. */
const rulesOnMissingFields = {
  startWalletAuth: '4.1.request.missing-refused',
  authenticateWallet: '4.2.request.missing-refused',
  addWalletToUser: '4.3.request.missing-refused',
  sendSmsOtp: '4.4.request.missing-refused',
  // The interface does not show the fields of this operation, but they must include a code.
  authenticateSmsOtp: '4.5.otp.wrong-refused',
  sendEmailOtp: '4.6.request.missing-refused',
  authenticateEmailOtp: '4.7.otp.wrong-refused',
} as const satisfies Partial<Record<OperationId, string>>;

/** Returns equivalent JSON in which characters are escaped, with white space around it. */
function escapeCharacters(json: JsonValue | undefined): string {
  const escaped = JSON.stringify(json).replaceAll(
    /(?<!\\)[a-z@+]/gi,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return ` \r\n${escaped}\n`;
}

export const unparsableBodies = section('4', 'Bodies that are not JSON or not objects', [
  checkEach(authOperations, {
    requirement: '4.body.request-json',
    prefix: 'escaped-',
    title: 'accepts JSON with escaped characters and white space around it',
    async run(t, operation) {
      await t.ctx.requireWorking(operation);
      const request = await t.createValidRequest(operation);
      const response = await t.dispatch({ ...request, raw: escapeCharacters(request.body) });
      t.requireServiceResponse(response);
      if (!response.accepted) {
        const counterCheck = await t.dispatch(await t.createValidRequest(operation));
        if (!counterCheck.accepted)
          throw new NotTested('needs another accepted request', 'contract');
        t.addEvidence(counterCheck);
      }
      t.assertAccepted(response, 'equivalent JSON');
    },
  }),
  checkEach(authOperations, {
    requirement: '4.body.request-json',
    prefix: 'unreadable-',
    title: 'rejects a body that is not JSON, and has no side effects',
    phase: 'additional',
    async run(t, operation) {
      await t.ctx.requireWorking(operation);
      const { request, assertNoEffect } = await createRequestToMalform(t, operation);
      // A lenient parser accepts the first two bodies, because they have all fields.
      const bodies = listUnparsableBodies(request);
      const cases = [...bodies.slice(0, 2), ...t.sample(bodies.slice(2), 1)];
      await assertNoEffect(await assertAllRejected(t, cases));
    },
  }),
  checkEach(authOperations, {
    requirement: '4.body.request-json',
    prefix: 'unreadable-',
    suffix: '/second-client',
    title: 'rejects bodies of a second client that are not JSON or have values of other types',
    phase: 'additional',
    async run(t, operation) {
      const app = await getSecondApp(t);
      await t.ctx.requireWorking(operation);
      const { request, assertNoEffect } = await createRequestToMalform(t, operation);
      const fields = Object.keys(toFields(request.body) ?? {});
      const numbers = {
        description: 'a body of numbers',
        request: { ...request, body: Object.fromEntries(fields.map((name) => [name, 1])) },
      };
      const cases = [...listUnparsableBodies(request).slice(0, 1), numbers].map((item) => ({
        ...item,
        request: app.replaceCredentials(item.request),
      }));
      await assertNoEffect(await assertAllRejected(t, cases));
    },
  }),
  authOperations.map((operation) =>
    check({
      requirement: rulesOnMissingFields[operation],
      part: 'no-object',
      title: 'rejects a JSON body without fields, and has no side effects',
      phase: 'additional',
      async run(t) {
        await t.ctx.requireWorking(operation);
        const { request, assertNoEffect } = await createRequestToMalform(t, operation);
        await assertNoEffect(
          await assertAllRejected(t, t.sample(listBodiesWithoutFields(request), 3)),
        );
      },
    }),
  ),
]);
