import { describe, expect, it } from 'vitest';
import { Identities } from '../../../conformance/actors/identities.ts';
import {
  listCodeSignIns,
  listNumbersByUser,
} from '../../../conformance/observations/code-sign-ins.ts';
import { createResponse } from '../create-response.ts';
import { createPlainSettings } from '../plain-settings.ts';

const OPERATIONS = { send: 'sendEmailOtp', authenticate: 'authenticateEmailOtp' } as const;

function respond(
  step: keyof typeof OPERATIONS,
  sent: Readonly<Record<string, string>>,
  received: Readonly<Record<string, string>> = {},
  accepted = true,
) {
  const status = accepted ? 200 : 401;
  const request = { operation: OPERATIONS[step], body: sent };
  return createResponse({ status, body: received, accepted, request });
}

const sends = [
  respond('send', { emailAddress: 'a@b.test' }, { emailId: 'record-a' }),
  respond('send', { emailAddress: 'c@b.test' }, { emailId: 'record-c' }),
  respond('send', { emailAddress: 'd@b.test' }, { emailId: 'record-d' }, false),
];

it.each([
  ['the record', { emailId: 'record-a' }, ['a@b.test']],
  ['the destination', { emailAddress: 'a@b.test' }, ['a@b.test']],
  ['both', { emailAddress: 'a@b.test', emailId: 'record-a' }, ['a@b.test']],
  ['two destinations', { emailAddress: 'a@b.test', emailId: 'record-c' }, []],
  ['an unknown record', { emailId: 'record-x' }, []],
  ['the record of a rejected send', { emailId: 'record-d' }, []],
])('the destination of a sign-in that names %s', (_, body, destinations) => {
  const responses = [...sends, respond('authenticate', body)];
  const signIns = listCodeSignIns({ responses }, 'email');
  expect(signIns.map(({ destination }) => destination)).toEqual(destinations);
});

it('a rejected sign-in is not listed', () => {
  const rejected = respond('authenticate', { emailId: 'record-a' }, {}, false);
  expect(listCodeSignIns({ responses: [...sends, rejected] }, 'email')).toEqual([]);
});

it('a sign-in whose response is not JSON is not listed', () => {
  const signIn = respond('authenticate', { emailId: 'record-a' });
  const truncated = { ...signIn, body: undefined };
  expect(listCodeSignIns({ responses: [...sends, truncated] }, 'email')).toEqual([]);
});

describe('the number of a user', () => {
  const NUMBER = '+12025550101';
  const OTHER_NUMBER = '+12025550102';
  const send = (phoneNumber: string, bearer: string) =>
    createResponse({
      status: 200,
      accepted: true,
      body: { phoneId: phoneNumber },
      request: {
        operation: 'sendSmsOtp',
        headers: { authorization: `Bearer ${bearer}` },
        body: { phoneNumber },
      },
    });
  const signIn = createResponse({
    status: 200,
    accepted: true,
    body: { sessionJwt: 'session-of-u', userMask: { id: 'u' } },
    request: { operation: 'authenticateSmsOtp', body: { phoneId: NUMBER } },
  });
  const destinations = { phoneNumbers: [NUMBER, OTHER_NUMBER], emailAddresses: [] };
  const identities = new Identities(createPlainSettings('http://127.0.0.1:1', { destinations }));
  const signedIn = [send(NUMBER, 'access-token'), signIn];

  it('is the number of the sign-in', () => {
    const numbers = listNumbersByUser({ responses: signedIn, identities });
    expect([...numbers]).toEqual([['u', NUMBER]]);
  });

  it('is unknown if a code for another number was sent with a session of the user', () => {
    const responses = [...signedIn, send(OTHER_NUMBER, 'session-of-u')];
    expect([...listNumbersByUser({ responses, identities })]).toEqual([]);
  });
});
