/** One-time passwords in responses (§7). */
import { describe, expect, it } from 'vitest';
import { findCodeLeaks } from '../../../conformance/leaks/code-leaks.ts';
import type { HttpResponse } from '../../../conformance/target/http-request.ts';
import { createResponse } from '../create-response.ts';

const codes = new Map([
  ['481516', new Set(['+12025550101'])],
  ['234208', new Set(['+12025550102'])],
]);

function createSendResponse(phoneNumber: string, phoneId: string): HttpResponse {
  return createResponse({
    text: JSON.stringify({ phoneId }),
    request: { operation: 'sendSmsOtp', body: { phoneNumber } },
  });
}

const findLeakLocations = (...responses: HttpResponse[]) =>
  findCodeLeaks(codes, responses).map(({ place }) => place);

describe('a code inside an id', () => {
  it('is reported if the responses to two sends contain their codes', () => {
    expect(
      findLeakLocations(
        createSendResponse('+12025550101', 'a7f3481516'),
        createSendResponse('+12025550102', 'c01e234208'),
      ),
    ).toContain('body/phoneId');
  });

  it('is not reported in one response only, or if it was sent to another number', () => {
    expect(
      findLeakLocations(
        createSendResponse('+12025550101', 'a7f3481516'),
        createSendResponse('+12025550102', 'c01e'),
      ),
    ).toEqual([]);
    expect(
      findLeakLocations(
        createSendResponse('+12025550102', 'a7f3481516'),
        createSendResponse('+12025550101', 'c01e234208'),
      ),
    ).toEqual([]);
  });
});

describe('the codes of sign-in requests', () => {
  const createSignIn = (status: number, code: string): HttpResponse =>
    createResponse({
      status,
      text: JSON.stringify({ message: `code ${code}` }),
      request: { operation: 'authenticateSmsOtp', body: { code } },
    });

  it.each([
    [200, ['body/message']],
    // A rejection may quote the code of the request.
    [401, []],
  ])('in responses with status %i are reported at %j', (status, places) => {
    const responses = [...codes.keys()].map((code) => createSignIn(status, code));
    expect(findLeakLocations(...responses)).toEqual(places);
  });
});

it('an encoded code in a cookie is reported', () => {
  const headers = { 'set-cookie': `otp=${Buffer.from('481516').toString('base64url')}; Path=/` };
  const response = createResponse({ headers, request: { operation: 'sendSmsOtp', body: {} } });
  expect(findLeakLocations(response)).toEqual(['header set-cookie']);
});

it('codes in base64-encoded JSON after a prefix are reported', () => {
  const encode = (c: string) =>
    `p-${Buffer.from(JSON.stringify({ n: 1, c })).toString('base64url')}`;
  expect(
    findLeakLocations(
      createSendResponse('+12025550101', encode('481516')),
      createSendResponse('+12025550102', encode('234208')),
    ),
  ).toContain('body/phoneId in base64');
});
