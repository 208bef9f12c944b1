import type { OperationId } from '../../src/contract/words.ts';
import { textIn } from '../responses/fields.ts';
import type { Attempt } from '../attempt.ts';
import { check, checkEach, section } from '../define-check.ts';
import { NotTested } from '../outcomes.ts';
import { isJson, isWithoutBody } from '../responses/json-answer.ts';
import { allOperations, authOperations } from '../actors/operations.ts';
import { acceptedInstead, refusalOf, refusesEach, type Spoil } from '../actors/right-calls.ts';
import { fieldsOf, withRaw, type Call } from '../target/call.ts';
import { isMadeWithPost } from './otp-presence.ts';

const unreadable: readonly Spoil[] = [
  {
    what: 'with a truncated body',
    by: (call) => withRaw(call, jsonOf(call).slice(0, -1)),
  },
  {
    what: 'with a form-encoded body',
    by: (call) => withRaw(call, new URLSearchParams(textsOf(call)).toString()),
  },
];

export const endpoints = section('4', 'Endpoints', [
  checkEach(
    allOperations,
    { requirement: '4.path.base-url', title: 'exists below the base URL' },
    async (t, operation) => {
      const known = await t.around.control(operation).catch(refusalOf);
      if (!(known instanceof NotTested)) {
        t.that(
          known.accepted,
          'expected the path below the base URL, got a response for an unknown path',
          known,
        );
        return;
      }
      if (known.because === 'contract') await isThere(t, operation);
      throw known;
    },
  ),
  checkEach(
    authOperations,
    { requirement: '4.method.post', title: 'accepts POST' },
    async (t, operation) => {
      const reply = await acceptedInstead(
        t,
        operation,
        ['PUT', 'PATCH'].map((method) => ({
          what: `with ${method}`,
          by: (call: Call) => ({ ...call, method }),
        })),
        isMadeWithPost,
      );
      t.that(reply.call.method === 'POST', 'expected an accepted request with POST', reply);
    },
  ),
  check(
    {
      requirement: '4.method.get',
      operation: 'getUser',
      title: 'accepts GET for the user read',
    },
    async (t) => {
      const reply = await acceptedInstead(t, 'getUser', [
        {
          what: 'with POST',
          by: (call) => ({ ...call, method: 'POST' }),
        },
      ]);
      t.that(reply.call.method === 'GET', 'expected an accepted request with GET', reply);
    },
  ),
  checkEach(
    allOperations,
    {
      requirement: '4.body.response-json',
      title: 'returns JSON in an accepted response',
    },
    async (t, operation) => {
      const reply = await t.around.control(operation);
      t.that(
        isJson(reply) || isWithoutBody(reply),
        'expected a JSON response, got another body',
        reply,
      );
    },
  ),
  checkEach(
    authOperations,
    {
      requirement: '4.body.request-json',
      title: 'rejects a body that is not JSON',
    },
    (t, operation) => refusesEach(t, operation, unreadable),
  ),
]);

/** Asserts that a right call is not answered as if nothing was there. */
async function isThere(t: Attempt, operation: OperationId): Promise<void> {
  const call = await t.flows.right(operation);
  const reply = await t.flows.dispatch(call);
  t.decided(reply);
  const isElsewhere = reply.status >= 300 && reply.status < 400;
  t.that(!isElsewhere, 'the path exists, but not below the base URL', reply);
  const nowhere = await t.send({ ...call, operation: null, path: `${call.path}-nowhere` });
  const isNowhere = reply.status === 404 && nowhere.text === reply.text && nowhere.status === 404;
  t.that(
    !isNowhere,
    'expected the path below the base URL, got a response for an unknown path',
    reply,
    nowhere,
  );
}

function jsonOf({ body }: Call): string {
  return JSON.stringify(body ?? {});
}

function textsOf(call: Call): Record<string, string> {
  return Object.fromEntries(
    Object.keys(fieldsOf(call)).map((name) => [name, textIn(call.body, name) ?? '']),
  );
}
