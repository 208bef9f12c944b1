/** Sign-ins by two similar declared addresses (§5.5). */
import { expect, it } from 'vitest';
import { createConfiguredDestinationChecks } from '../../../conformance/contexts/configured-destinations.ts';
import { useScriptedServer } from '../scripted-server.ts';

const { run } = useScriptedServer();

const requirement = '5.5.email.one-user-each';
const declaredDestinationCheck = createConfiguredDestinationChecks('email', '5.5.email').find(
  (check) => check.requirement === requirement,
);

const sendResponse = { status: 200, text: '{"emailId":"e1","emailMask":"q***@example.test"}' };
const createSignIn = (id: string) => ({
  status: 200,
  text: JSON.stringify({ sessionJwt: 'a.b.c', userMask: { id } }),
});

it.each([
  ['passes if they return two users', createSignIn('u1'), createSignIn('u2'), { verdict: 'pass' }],
  ['fails if they return one user', createSignIn('u1'), createSignIn('u1'), { verdict: 'fail' }],
  [
    'is not tested if a response has no user',
    createSignIn('u1'),
    { status: 200 },
    { verdict: 'not-tested', reason: 'Needs a user in the response to authenticateEmailOtp.' },
  ],
])('the check of two sign-ins %s', async (_, firstSignIn, secondSignIn, expected) => {
  const responses = [sendResponse, firstSignIn, sendResponse, secondSignIn];
  const { result } = await run(responses, async (t) => declaredDestinationCheck?.run(t), {
    attributes: { requirement },
    settings: {
      destinations: { phoneNumbers: [], emailAddresses: ['qa@example.test', 'q.a@example.test'] },
    },
  });
  expect(result).toMatchObject(expected);
});
