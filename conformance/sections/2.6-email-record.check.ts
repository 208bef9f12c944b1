import type { JsonValue } from '../../src/contract/openapi-document.ts';
import { showsAnotherDomain } from '../responses/email-mask.ts';
import { findText } from '../responses/fields.ts';
import { createMaskChecks } from '../contexts/masks.ts';
import { check, section } from '../define-check.ts';
import { assertEachRefused } from '../actors/valid-requests.ts';
import { observeValidSend } from '../observations/otp-pair.ts';
import { listReturnedRecords } from '../observations/otp-records.ts';
import { withField, type HttpRequest } from '../target/http-request.ts';

export const emailRecord = section('2.6', 'Email record', [
  check({
    requirement: '2.6.emailAddress.string',
    title: 'accepts an email address',
    run: async (t) => t.assertAccepted((await observeValidSend(t, 'email')).response),
  }),
  check({
    requirement: '2.6.emailAddress.wrong-type-refused',
    title: 'rejects an emailAddress that is not a string',
    run: (t) =>
      assertEachRefused(t, 'sendEmailOtp', [
        { what: 'with a number as the address', apply: (request) => withAddress(request, 12_345) },
        { what: 'with null as the address', apply: (request) => withAddress(request, null) },
        { what: 'with true as the address', apply: (request) => withAddress(request, true) },
        {
          what: 'with a list of addresses',
          apply: (request) => withAddress(request, [getEmailAddress(request)]),
        },
        {
          what: 'with an object as the address',
          apply: (request) => withAddress(request, { emailAddress: getEmailAddress(request) }),
        },
      ]),
  }),
  check({
    requirement: '2.6.emailAddress.form',
    title: 'response to a text that is not an address, and to upper case',
    async run(t) {
      await t.ctx.sendValidRequest('sendEmailOtp');
      const request = await t.createSendRequest('email');
      const spellings = [
        ['without an @', 'nobody'],
        ['in upper case', getEmailAddress(request).toUpperCase()],
      ] as const;
      for (const [description, address] of spellings) {
        const response = await t.dispatch(withAddress(request, address));
        t.requireServiceResponse(response);
        t.observe(
          response.accepted
            ? `an emailAddress ${description} is accepted`
            : `an emailAddress ${description} is rejected with ${response.status}`,
          response,
        );
      }
    },
  }),
  check({
    requirement: '2.6.emailId.string',
    title: 'returns a non-empty string as emailId',
    async run(t) {
      for (const { record, response } of await listReturnedRecords(t, 'email')) {
        const { emailId } = record;
        t.assert(
          typeof emailId === 'string' && emailId !== '',
          'expected emailId to be a non-empty string',
          response,
        );
      }
    },
  }),
  check({
    requirement: '2.6.emailMask.masked',
    title: 'returns an emailMask that hides part of the address',
    async run(t) {
      for (const { record, response, destination } of await listReturnedRecords(t, 'email')) {
        const emailMask = findText(record, 'emailMask') ?? '';
        t.assert(emailMask !== '', 'expected emailMask to be a non-empty string', response);
        t.assert(
          !emailMask.toLowerCase().includes(destination.toLowerCase()),
          'expected a masked address in emailMask, got the whole address',
          response,
        );
        t.assert(
          !showsAnotherDomain(emailMask, destination),
          'expected the domain of the address in emailMask, got another one',
          response,
        );
      }
    },
  }),
  createMaskChecks('email', '2.6.emailMask.masked'),
]);

function getEmailAddress(request: HttpRequest): string {
  return findText(request.body, 'emailAddress') ?? '';
}

function withAddress(request: HttpRequest, value: JsonValue): HttpRequest {
  return withField(request, 'emailAddress', value);
}
