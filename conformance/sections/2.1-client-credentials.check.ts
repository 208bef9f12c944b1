import { check, checkEach, section } from '../define-check.ts';
import { NotTested } from '../ends.ts';
import { isCalledJson, isJson, isWithoutBody } from '../answers/json-answer.ts';
import { allOperations, authOperations } from '../parties/operations.ts';
import { acceptedInstead, refusesEach, withUnknownId, type Spoil } from '../parties/right-calls.ts';
import { beginningOf, inOtherCase } from '../target/near-secrets.ts';
import { withHeader, withoutHeader, type Call } from '../target/call.ts';
import { takesJson } from './otp-presence.ts';

const nobody: Spoil = {
  what: 'with an id that no client has',
  by: withUnknownId,
};
const emptyId: Spoil = {
  what: 'with an empty service-client-id',
  by: (call) => withHeader(call, 'service-client-id', ''),
};
const emptySecret: Spoil = {
  what: 'with an empty service-client-secret',
  by: (call) => withHeader(call, 'service-client-secret', ''),
};
/** What a header is written as where a client has no secret. */
const undefinedSecret: Spoil = {
  what: 'with the text of an unset variable as its secret',
  by: (call) => withHeader(call, 'service-client-secret', 'undefined'),
};
const beginningOfSecret: Spoil = {
  what: 'with the beginning of the secret only',
  by: (call) => withHeader(call, 'service-client-secret', beginningOf(secretOf(call))),
};
const secretInOtherCase: Spoil = {
  what: 'with the secret in the other case',
  by: (call) => withHeader(call, 'service-client-secret', otherSecret(secretOf(call))),
};

/** The answers that the interface lists have a body (§4.1 to §4.3, §4.8). */
const ANSWERED_WITH_BODY: ReadonlySet<string> = new Set([
  'startWalletAuth',
  'authenticateWallet',
  'addWalletToUser',
  'getUser',
]);

export const clientCredentials = section('2.1', 'Client credentials', [
  checkEach(
    allOperations,
    {
      requirement: '2.1.service-client-id.header',
      title: 'the client is told by service-client-id: with the id of nobody the call is refused',
    },
    (t, operation) => refusesEach(t, operation, [emptyId, nobody]),
  ),
  checkEach(
    allOperations,
    {
      requirement: '2.1.service-client-secret.header',
      title: 'the secret is taken from service-client-secret, whole',
    },
    (t, operation) =>
      refusesEach(t, operation, [
        emptySecret,
        undefinedSecret,
        beginningOfSecret,
        secretInOtherCase,
      ]),
  ),
  checkEach(
    authOperations,
    {
      requirement: '2.1.content-type.json-accepted',
      title: 'a body labelled application/json is taken',
    },
    async (t, operation) => {
      const reply = await acceptedInstead(
        t,
        operation,
        [
          {
            what: 'without Content-Type, and refused with application/json',
            by: (call) => withoutHeader(call, 'content-type'),
          },
          {
            what: 'as text/plain, and refused as application/json',
            by: (call) => withHeader(call, 'content-type', 'text/plain'),
          },
        ],
        takesJson,
      );
      t.that(
        reply.call.headers['content-type'] === 'application/json',
        'the accepted call was not labelled application/json',
        reply,
      );
    },
  ),
  check(
    {
      requirement: '2.1.content-type.other',
      operation: 'startWalletAuth',
      part: 'charset',
      title: 'what happens to application/json with a charset',
    },
    async (t) => {
      await t.around.control('startWalletAuth');
      const labelled = 'application/json; charset=utf-8';
      const call = await t.flows.right('startWalletAuth');
      const reply = await t.send(withHeader(call, 'content-type', labelled));
      t.decided(reply);
      t.observed(`a body labelled ${labelled} is answered with ${reply.status}`, reply);
    },
  ),
  checkEach(
    allOperations,
    {
      requirement: '2.1.accept.json',
      title: 'an accepted call with Accept application/json is answered in application/json',
    },
    async (t, operation) => {
      const reply = await acceptedInstead(t, operation, [
        {
          what: 'without Accept, and refused with Accept application/json',
          by: (call) => withoutHeader(call, 'accept'),
        },
      ]);
      if (isWithoutBody(reply) && !ANSWERED_WITH_BODY.has(operation)) {
        t.observed('the answer has no body', reply);
        return;
      }
      t.that(isJson(reply), 'the answer to an accepted call is not JSON', reply);
      const called = reply.headers['content-type'] ?? 'none';
      t.that(
        isCalledJson(reply),
        `the answer to an accepted call has to have the Content-Type application/json, and has ${called}`,
        reply,
      );
    },
  ),
  check(
    {
      requirement: '2.1.accept.other',
      operation: 'startWalletAuth',
      title: 'what is answered where Accept allows no JSON, or is missing',
    },
    async (t) => {
      await t.around.control('startWalletAuth');
      const call = await t.flows.right('startWalletAuth');
      const asHtml = await t.send(withHeader(call, 'accept', 'text/html'));
      const asAny = await t.send(withoutHeader(call, 'accept'));
      for (const reply of [asHtml, asAny]) t.decided(reply);
      t.observed(`with Accept text/html the answer is ${inWords(asHtml)}`, asHtml);
      t.observed(`without Accept it is ${inWords(asAny)}`, asAny);
    },
  ),
  check(
    {
      requirement: '2.1.authorization.bearer',
      operation: 'sendSmsOtp',
      title: 'an SMS send with a bearer in the Authorization header is accepted',
    },
    async (t) => {
      const reply = await acceptedInstead(t, 'sendSmsOtp', [
        {
          what: 'with the token under no scheme, and refused under Bearer',
          by: (call) =>
            withHeader(
              call,
              'authorization',
              (call.headers['authorization'] ?? '').replace('Bearer ', ''),
            ),
        },
      ]);
      const shown = reply.call.headers['authorization'];
      if (shown === undefined) throw new NotTested('needs accessToken', 'settings');
      t.that(shown.startsWith('Bearer '), 'the accepted send had no bearer', reply);
    },
  ),
]);

function secretOf({ headers }: Call): string {
  return headers['service-client-secret'] ?? '';
}

function inWords({ status, headers }: { status: number; headers: Call['headers'] }): string {
  return `${status} with Content-Type ${headers['content-type'] ?? 'none'}`;
}

/** A secret without letters has no other case. */
function otherSecret(secret: string): string {
  const other = inOtherCase(secret);
  return other === secret ? `${secret}0` : other;
}
