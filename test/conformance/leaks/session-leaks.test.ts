/** Session tokens in responses to other requests than their sign-in (§7). */
import { expect, it } from 'vitest';
import { findSessionLeaks } from '../../../conformance/leaks/session-leaks.ts';
import { createResponse } from '../create-response.ts';

function findLeakLocations(
  signIn: object,
  userRead: object,
  sessionName: string | null = null,
): string[] {
  const responses = [
    createResponse({
      text: JSON.stringify(signIn),
      request: { operation: 'authenticateEmailOtp', body: {} },
    }),
    createResponse({ text: JSON.stringify(userRead), request: { operation: 'getUser' } }),
  ];
  return findSessionLeaks(responses, sessionName).map(({ place }) => place);
}

it('a session token that the sign-in returns in a field other than sessionJwt is found', () => {
  const session = 'q2w3e4r5t6z7u8i9';
  expect(findLeakLocations({ token: session }, { last: session }, 'token')).toEqual(['body/last']);
  expect(findLeakLocations({ token: session }, { last: 'other' }, 'token')).toEqual([]);
});

it('a session with base64 padding is found', () => {
  const session = 'q2w3e4r5t6z7u8i9oA==';
  expect(findLeakLocations({ sessionJwt: session }, { last: session })).toEqual(['body/last']);
});
